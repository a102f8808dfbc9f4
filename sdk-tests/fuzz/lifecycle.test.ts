import { describe, it } from "vitest";
import { ProviderHost } from "../support/host";
import { SmallEngine } from "./engine";
import { live, SEED } from "./run";
import { World } from "./world";

/**
 * Random lives of a stack on the process that Pulumi runs: updates, refreshes, what others do, faults, and kills. After
 * every step nothing is on the server that neither the state has nor an error names; in the end the stack converges
 * within two updates, leaves nothing behind, and has shown no secret. `npm run fuzz` runs more of them.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG_TESTS ? 10_000 : 300));
const LANES = 3;

const NODE_OPTIONS = `--require ${require.resolve("../support/fast-clock.cjs")}`;

const startEngine = (baseUrl: string, apiKey: string): Promise<SmallEngine> =>
  SmallEngine.create(() =>
    ProviderHost.start({
      config: { "edge-ingress:baseUrl": baseUrl, "edge-ingress:apiKey": apiKey },
      environment: { NODE_OPTIONS },
    }),
  );

describe.concurrent(`${RUNS} random lives of a stack`, () => {
  it.each(Array.from({ length: LANES }, (_, lane) => SEED + lane))(
    "lose nothing and leak nothing (seed %i)",
    async (seed) => {
      const world = await World.create(startEngine);
      try {
        await live(world, seed, Math.ceil(RUNS / LANES));
      } finally {
        await world.close();
      }
    },
    RUNS * 1_000 + 60_000,
  );
});
