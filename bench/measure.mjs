import { OPERATIONS } from "./results.mjs";
import { SLOW_MS, slowTitles } from "./sides.mjs";
import { withStack } from "./stack.mjs";
import { timed } from "./timed.mjs";

/**
 * The life of one stack.
 * @param {import("./sides.mjs").Open} open
 * @param {Pick<import("./results.mjs").Measurement, "side" | "count" | "round">} which
 * @param {readonly import("./results.mjs").Operation[]} [operations] one after the other
 * @returns {Promise<import("./results.mjs").Measurement[]>}
 */
export const measure = (open, which, operations = OPERATIONS) =>
  withStack(open, {}, async (stack, server) => {
    if (which.side in slowTitles) server.addFault({ times: "always", delayMs: SLOW_MS });
    const measurements = [];
    for (const operation of operations) {
      server.clearRequests();
      const { seconds, result: usage } = await timed(() => stack.run(operation, which.count));
      const state = operation === "destroy" ? {} : sizes(stack.state?.());
      measurements.push({ ...which, operation, seconds, requests: byMethod(server.requests()), ...state, ...usage });
    }
    return measurements;
  });

/**
 * @param {import("../src/emulator/index.js").JournalEntry[]} requests
 * @returns {Record<string, number>}
 */
function byMethod(requests) {
  const methods = Object.groupBy(requests, ({ method }) => method);
  return Object.fromEntries(Object.entries(methods).map(([method, all]) => [method, all?.length ?? 0]));
}

/**
 * @param {string | undefined} state
 * @returns {Pick<import("./results.mjs").Measurement, "stateBytes" | "ingressBytes">}
 */
const sizes = (state) =>
  state === undefined ? {} : { stateBytes: Buffer.byteLength(state), ...ingressBytes(JSON.parse(state)) };

/** @param {{ checkpoint?: { latest: { resources: { type: string }[] } } }} state */
function ingressBytes({ checkpoint }) {
  const ingresses = checkpoint?.latest.resources.filter(({ type }) => type.endsWith("AgentIngress")) ?? [];
  if (ingresses.length === 0) return {};
  return { ingressBytes: Math.round(Buffer.byteLength(JSON.stringify(ingresses)) / ingresses.length) };
}
