import fc from "fast-check";
import { describe, it } from "vitest";
import { expectGoodEnd, lives } from "./commands";
import { World } from "./world";

/**
 * Random lives of a stack on the process that Pulumi runs: updates, refreshes, what others do, faults, and kills. After
 * every step nothing is on the server that neither the state has nor an error names; in the end the stack converges
 * within two updates, leaves nothing behind, and has shown no secret. FUZZ_RUNS and FUZZ_SEED choose other lives.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const LANES = 3;

describe.concurrent("random lives of a stack", () => {
  it.each(Array.from({ length: LANES }, (_, lane) => SEED + lane))(
    "lose nothing and leak nothing (seed %i)",
    async (seed) => {
      const world = await World.create();
      try {
        const live = fc.asyncProperty(lives(8), async (commands) => {
          await world.reset();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await expectGoodEnd(world);
        });
        await fc.assert(live, { seed, numRuns: Math.ceil(RUNS / LANES) });
      } finally {
        await world.close();
      }
    },
    RUNS * 1_000 + 60_000,
  );
});
