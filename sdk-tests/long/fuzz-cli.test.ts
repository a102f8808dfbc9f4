import { it } from "vitest";
import { CliEngine } from "../fuzz/cli-engine";
import { live, SEED } from "../fuzz/run";
import { World } from "../fuzz/world";

/** The random lives of a stack, by the real CLI: `npm test -- --long fuzz-cli`. FUZZ_RUNS is how many. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);

it(`${RUNS} random lives of a stack lose nothing and leak nothing (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
  const world = await World.create({ secrets: "masked" }, (baseUrl, apiKey) => CliEngine.create(baseUrl, apiKey));
  try {
    await live(world, SEED, RUNS);
  } finally {
    await world.close();
  }
});
