// Does with the client alone what the engine asks of a provider, as many requests at a time as the engine.
import { availableParallelism } from "node:os";
import clients from "../../build/core/client/client.js";
import { bodyOf, mix, type Wanted } from "../programs/mix.cjs";
import type { Operation } from "../results.mts";

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const client = clients.createClient({
  baseUrl,
  apiKey,
  apiKeySource: "the benchmark",
  operationTimeoutMs: 60_000,
  // The engine's `--parallel`: four for each processor.
  maxConcurrency: 4 * availableParallelism(),
  maxRetries: 0,
  collections: [{ path: "/agent_ingresses/{id}", list: "/agent_ingresses", member: "ingresses" }],
});

let made: (Wanted & { id?: string })[] = [];

const operations: Record<Operation, (count: number) => Promise<unknown>> = {
  up: (count) => {
    made = mix(count, "first");
    return each(async (wanted) => {
      const request = {
        method: "POST",
        path: { template: wanted.path },
        body: bodyOf(wanted),
      } as const;
      wanted.id = String((await client.request(request))?.id);
    });
  },
  preview: async () => {},
  unchanged: async () => {},
  change: () =>
    each((wanted) => client.request({ ...one("PATCH", wanted), body: { description: "second" } })),
  refresh: () => each((wanted) => client.request(one("GET", wanted))),
  destroy: () => each((wanted) => client.request(one("DELETE", wanted))),
};

const one = <Method extends string>(method: Method, { path, id = "" }: (typeof made)[number]) => ({
  method,
  path: { template: `${path}/{id}`, params: { id } },
});

const each = (work: (wanted: (typeof made)[number]) => Promise<unknown>) =>
  Promise.all(made.map(work));

process.on("message", async ({ operation, count }: { operation: Operation; count: number }) => {
  try {
    await operations[operation](count);
    process.send?.({});
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
