import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startTemporaryServer } from "../lib/local-server.mjs";
import { dataDir } from "../lib/project.mjs";
import { OPERATIONS } from "./results.mjs";

/** More than any operation sends. */
const JOURNAL_LIMIT = 100_000;

/**
 * The whole life of one stack on a server of its own.
 * @param {import("./sides.mjs").Open} open
 * @param {Pick<import("./results.mjs").Measurement, "side" | "count" | "round">} which
 * @returns {Promise<import("./results.mjs").Measurement[]>}
 */
export async function measure(open, which) {
  const folder = join(dataDir, "benchmark", which.side);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await using server = await startTemporaryServer({ journalLimit: JOURNAL_LIMIT });
  const stack = await open({ folder, baseUrl: server.url, apiKey: server.apiKey });
  const measurements = [];
  try {
    for (const operation of OPERATIONS) {
      server.clearRequests();
      const begun = performance.now();
      const usage = await stack.run(operation, which.count);
      const seconds = Number(((performance.now() - begun) / 1_000).toFixed(3));
      const requests = Object.fromEntries(
        Object.entries(Object.groupBy(server.requests(), ({ method }) => method)).map(([method, all]) => [
          method,
          all?.length ?? 0,
        ]),
      );
      const state = operation === "destroy" ? {} : stateOf(stack);
      measurements.push({ ...which, operation, seconds, requests, ...state, ...usage });
    }
  } finally {
    stack.close?.();
  }
  return measurements;
}

/**
 * @param {import("./sides.mjs").Stack} stack
 * @returns {{ stateBytes?: number, ingressBytes?: number }}
 */
function stateOf({ state }) {
  const text = state?.();
  if (text === undefined) return {};
  return { stateBytes: Buffer.byteLength(text), ...ingressBytes(text) };
}

/** @param {string} text */
function ingressBytes(text) {
  const { checkpoint } = /** @type {{ checkpoint?: { latest: { resources: { type: string }[] } } }} */ (
    JSON.parse(text)
  );
  const ingresses = checkpoint?.latest.resources.filter(({ type }) => type.endsWith("AgentIngress"));
  if (!ingresses || ingresses.length === 0) return {};
  return { ingressBytes: Math.round(Buffer.byteLength(JSON.stringify(ingresses)) / ingresses.length) };
}
