import type { JournalEntry } from "../src/emulator/index.js";
import type { Measurement, Operation } from "./results.mts";
import { OPERATIONS } from "./results.mts";
import type { Open } from "./sides.mts";
import { SLOW_MS, slowTitles } from "./sides.mts";
import { withStack } from "./stack.mts";
import { timed } from "./timed.mts";

/**
 * The life of one stack.
 * @param operations one after the other
 */
export const measure = (
  open: Open,
  which: Pick<Measurement, "side" | "count" | "round">,
  operations: readonly Operation[] = OPERATIONS,
): Promise<Measurement[]> =>
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

function byMethod(requests: JournalEntry[]): Record<string, number> {
  const methods = Object.groupBy(requests, ({ method }) => method);
  return Object.fromEntries(Object.entries(methods).map(([method, all]) => [method, all?.length ?? 0]));
}

const sizes = (state: string | undefined): Pick<Measurement, "stateBytes" | "ingressBytes"> =>
  state === undefined ? {} : { stateBytes: Buffer.byteLength(state), ...ingressBytes(JSON.parse(state)) };

function ingressBytes({ checkpoint }: { checkpoint?: { latest: { resources: { type: string }[] } } }) {
  const ingresses = checkpoint?.latest.resources.filter(({ type }) => type.endsWith("AgentIngress")) ?? [];
  if (ingresses.length === 0) return {};
  return { ingressBytes: Math.round(Buffer.byteLength(JSON.stringify(ingresses)) / ingresses.length) };
}
