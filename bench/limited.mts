import type { Open, SideName } from "./sides.mts";
import { withStack } from "./stack.mts";

const COUNT = 500;
const PER_SECOND = 20;

/** Creates under a rate limit that the service enforces and tells nobody. */
export interface Limited {
  side: SideName;
  /** objects that were to be made */
  count: number;
  perSecond: number;
  failed: number;
  requests: number;
  /** from the first request to the last */
  seconds: number;
  /** what is not used before the first request is there at once */
  idealSeconds: number;
}

export const measureLimited = (open: Open, side: SideName): Promise<Limited> =>
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
