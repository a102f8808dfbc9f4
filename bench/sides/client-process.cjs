// Does with the client alone what the engine asks of a provider, as many requests at a time as the engine.
const { availableParallelism } = require("node:os");
const { createClient } = require("../../dist/core/client/client.js");
const { mix, bodyOf } = require("../programs/mix.cjs");

/** The engine's `--parallel`: four for each processor. */
const AT_A_TIME = 4 * availableParallelism();

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  apiKey,
  apiKeySource: "the benchmark",
  operationTimeoutMs: 60_000,
  maxConcurrency: AT_A_TIME,
  maxRetries: 0,
  probe: { path: "/agent_ingresses", member: "ingresses", objects: ["/agent_ingresses/{id}"] },
});

/** @typedef {import("../programs/mix.cjs").Wanted & { id?: string }} Made */

/** @type {Made[]} */
let made = [];

/** @type {Record<string, (count: number) => Promise<unknown>>} */
const operations = {
  up: (count) => {
    made = mix(count, "first");
    return each(async (wanted) => {
      const request = /** @type {const} */ ({ method: "POST", path: { template: wanted.path }, body: bodyOf(wanted) });
      wanted.id = String((await client.request(request))?.id);
    });
  },
  preview: async () => {},
  unchanged: async () => {},
  change: () => each((wanted) => client.request({ ...one("PATCH", wanted), body: { description: "second" } })),
  refresh: () => each((wanted) => client.request(one("GET", wanted))),
  destroy: () => each((wanted) => client.request(one("DELETE", wanted))),
};

/**
 * @template {"GET" | "PATCH" | "DELETE"} Method
 * @param {Method} method
 * @param {Made} made
 */
const one = (method, { path, id = "" }) => ({ method, path: { template: `${path}/{id}`, params: { id } } });

/** @param {(wanted: Made) => Promise<unknown>} work */
async function each(work) {
  const left = [...made];
  const lane = async () => {
    for (let wanted = left.shift(); wanted !== undefined; wanted = left.shift()) await work(wanted);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

process.on("message", async (/** @type {{ operation: string, count: number }} */ { operation, count }) => {
  try {
    await operations[operation]?.(count);
    process.send?.({});
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
