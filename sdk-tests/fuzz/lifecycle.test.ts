import { describe, it } from "vitest";
import { z } from "zod";
import type { OptionValues } from "../../src/emulator";
import { dataBeside, text } from "../support/data";
import { FORMS, type FormName } from "../support/forms";
import { isSampled } from "../support/sample";
import { starting } from "./hosts";
import { live, SEED } from "./run";
import { SmallEngine } from "./small-engine";
import { World } from "./world";

/**
 * Random lives of a stack on the processes that Pulumi runs: updates, refreshes, out-of-band changes, faults, and
 * kills. After every step, a state or an error accounts for each object on the server. In the end the stack converges
 * within two updates, leaves no object behind, and has shown no secret. `npm test -- --long fuzz` runs more lives.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG_TESTS ? 10_000 : 80));

const form = z.enum(FORMS);
const engine = z.strictObject({
  title: text,
  forms: z.array(form),
  beside: z.array(form).optional(),
  oneIn: z.number(),
});

const { services, engines } = dataBeside(__filename, {
  services: z.array(z.custom<Partial<OptionValues>>()),
  engines: z.array(engine),
});

/**
 * `npm test` tries a third of the kinds of engine, starting from a random kind, and `npm test -- --all` and `--long`
 * try all.
 */
const ONE_IN = 3;

const tried = engines.filter(
  (_, index) => process.env.LONG_TESTS !== undefined || isSampled(index, ONE_IN),
);

/** Number of lanes for each kind of engine: its processes take longer to start than some lives last. */
const LANES = process.env.LONG_TESTS ? services.length : 1;

/** Adjacent lanes use different services, so that every service is used whatever the seed. */
const lanes = tried.flatMap((engine, at) =>
  Array.from({ length: LANES }, (_, lane) => ({
    ...engine,
    seed: SEED + at + lane * (services.length / LANES),
  })),
);

describe.concurrent(`${RUNS} random lives of a stack`, () => {
  it.each(lanes)(
    "lose nothing and leak nothing as $title (seed $seed)",
    async ({ forms, beside, oneIn, seed }) => {
      const options = services[seed % services.length] ?? {};
      const engineOf = (each: readonly FormName[]) => (baseUrl: string, apiKey: string) =>
        SmallEngine.create(each.map((form) => starting(form, baseUrl, apiKey)));
      const world = await World.create(options, engineOf(forms), beside && engineOf(beside));
      try {
        await live(world, seed, Math.ceil(RUNS / oneIn / LANES));
      } finally {
        await world.close();
      }
    },
    RUNS * 10_000 + 600_000,
  );
});
