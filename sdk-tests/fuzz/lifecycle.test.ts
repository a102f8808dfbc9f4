import { describe, it } from "vitest";
import type { OptionValues } from "../../src/emulator";
import type { FormName } from "../support/forms";
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

interface Engine {
  readonly title: string;
  readonly forms: readonly FormName[];
  /** The forms of the processes of another stack of the account. */
  readonly beside?: readonly FormName[];
  /** The number of all lives for each life of this engine. */
  readonly sampleInterval: number;
}

/**
 * Services that choose differently where the reference leaves it open. The lives are shared out among them by their seeds, so
 * that the seed of a failure repeats it, and between the two forms of the provider.
 */
const services: readonly Partial<OptionValues>[] = [
  { secrets: "masked" },
  {
    errorBody: "html",
    secrets: "absent",
    unsetModule: "disabled",
    unsetText: "empty",
    pageSize: 2,
  },
  {
    errorBody: "text",
    secrets: "null",
    unsetModule: "empty",
    deleteUnsetModule: "204",
    filledDefaults: "service",
  },
  { errorBody: "empty", secrets: "plain", unsetModule: "null", filledDefaults: "none" },
];

/**
 * The processes that an engine runs at the same time, those of another stack of the account, and the fraction of all lives:
 * one in `oneIn`. The lives of the plugin take half of the time.
 */
const engines: readonly Engine[] = [
  { title: "dynamic resources", forms: ["dynamic"], sampleInterval: 8 },
  { title: "dynamic resources of two providers", forms: ["dynamic", "dynamic"], sampleInterval: 8 },
  { title: "the plugin", forms: ["plugin"], sampleInterval: 6 },
  {
    title: "dynamic resources that move to the plugin",
    forms: ["dynamic", "plugin"],
    sampleInterval: 6,
  },
  {
    title: "two versions and two providers of the plugin",
    forms: ["plugin", "plugin"],
    sampleInterval: 6,
  },
  {
    title: "the plugin beside a stack of dynamic resources",
    forms: ["plugin"],
    beside: ["dynamic"],
    sampleInterval: 8,
  },
  {
    title: "dynamic resources beside a stack of the plugin",
    forms: ["dynamic"],
    beside: ["plugin"],
    sampleInterval: 8,
  },
];

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
    async ({ forms, beside, sampleInterval, seed }) => {
      const options = services[seed % services.length] ?? {};
      const engineOf = (names: readonly FormName[]) => (baseUrl: string, apiKey: string) =>
        SmallEngine.create(names.map((form) => starting(form, baseUrl, apiKey)));
      const world = await World.create(options, engineOf(forms), beside && engineOf(beside));
      try {
        await live(world, seed, Math.ceil(RUNS / sampleInterval / LANES));
      } finally {
        await world.close();
      }
    },
    RUNS * 10_000 + 600_000,
  );
});
