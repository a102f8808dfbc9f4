import fc from "fast-check";
import { expectGoodEnd, lives } from "./commands";
import type { World } from "./world";

/** FUZZ_SEED repeats the lives of an earlier run, which printed it. */
export const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const MAX_COMMANDS = 8;

/**
 * Runs random lives in a world; a failure prints the seed and the path to the shortest life that fails. With `endOnFailure`, it is
 * the first life that fails: on a slow engine, the search for a shorter life takes longer than a test may.
 */
export function live(
  world: World,
  seed: number,
  runs: number,
  { endOnFailure = false } = {},
): Promise<void> {
  const property = fc.asyncProperty(lives(MAX_COMMANDS), async (commands) => {
    await world.reset();
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    await expectGoodEnd(world);
  });
  return fc.assert(property, { seed, numRuns: runs, endOnFailure });
}
