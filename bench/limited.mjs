import { withStack } from "./stack.mjs";

const COUNT = 500;
const PER_SECOND = 20;

/**
 * Creates under a rate limit that the service enforces and tells nobody.
 * @typedef {object} Limited
 * @property {import("./sides.mjs").SideName} side
 * @property {number} count objects that were to be made
 * @property {number} perSecond
 * @property {number} failed
 * @property {number} requests
 * @property {number} seconds from the first request to the last
 * @property {number} idealSeconds what is not used before the first request is there at once
 */

/**
 * @param {import("./sides.mjs").Open} open
 * @param {import("./sides.mjs").SideName} side
 * @returns {Promise<Limited>}
 */
export const measureLimited = (open, side) =>
  withStack(open, { requestsPerSecond: PER_SECOND }, async (stack, server) => {
    await stack.run("up", COUNT);
    const requests = server.requests();
    const times = requests.map(({ startedAt }) => Date.parse(startedAt));
    return {
      side,
      count: COUNT,
      perSecond: PER_SECOND,
      failed: COUNT - requests.filter(({ status }) => status === 201).length,
      requests: requests.length,
      seconds: (Math.max(...times) - Math.min(...times)) / 1_000,
      idealSeconds: (COUNT - PER_SECOND) / PER_SECOND,
    };
  });
