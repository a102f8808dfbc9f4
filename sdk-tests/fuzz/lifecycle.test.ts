import { describe, it } from "vitest";
import type { OptionValues } from "../../src/emulator";
import type { FormName } from "../support/forms";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import { live, SEED } from "./run";
import { SmallEngine } from "./small-engine";
import { World } from "./world";

/**
 * Random lives of a stack on the processes that Pulumi runs: updates, refreshes, what others do, faults, and kills. After
 * every step nothing is on the server that neither the state has nor an error names; in the end the stack converges
 * within two updates, leaves nothing behind, and has shown no secret. `npm test -- --long fuzz` runs more of them.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG_TESTS ? 10_000 : 80));

/**
 * Services that choose differently where the reference leaves it open. The lives are shared out among them by their seeds,
 * so that the seed of a failure repeats it, and between the two forms of the provider.
 */
const services: readonly Partial<OptionValues>[] = [
  { secrets: "masked" },
  { secrets: "absent", unsetModule: "disabled", unsetText: "empty", pageSize: 2 },
  { secrets: "null", unsetModule: "empty", deleteUnsetModule: "204", filledDefaults: "service" },
  { secrets: "plain", unsetModule: "null", filledDefaults: "none" },
];

/** The processes that an engine runs at the same time, and those of another stack of the account. */
interface Processes {
  readonly title: string;
  readonly forms: readonly FormName[];
  readonly beside?: readonly FormName[];
  /** Of all lives. Those of the plugin take half of the time. */
  readonly share: number;
}

const engines: readonly Processes[] = [
  { title: "dynamic resources", forms: ["dynamic"], share: 1 / 8 },
  { title: "dynamic resources of two providers", forms: ["dynamic", "dynamic"], share: 1 / 8 },
  { title: "the plugin", forms: ["plugin"], share: 1 / 6 },
  { title: "dynamic resources that move to the plugin", forms: ["dynamic", "plugin"], share: 1 / 6 },
  { title: "two versions and two providers of the plugin", forms: ["plugin", "plugin"], share: 1 / 6 },
  { title: "the plugin beside a stack of dynamic resources", forms: ["plugin"], beside: ["dynamic"], share: 1 / 8 },
  { title: "dynamic resources beside a stack of the plugin", forms: ["dynamic"], beside: ["plugin"], share: 1 / 8 },
];

const starting = (form: FormName, baseUrl: string, apiKey: string) => (engine: string) =>
  ProviderProcess.start({
    form,
    engine,
    config: { baseUrl, apiKey },
    environment: { NODE_OPTIONS: preload("fast-clock", ...(form === "dynamic" ? ["fresh-runs" as const] : [])) },
    fresh: true,
  });

/** Of each kind of engine: its processes take longer to start than some lives. */
const LANES = process.env.LONG_TESTS ? services.length : 1;

/** Neighbours meet different services, so that every service is met whatever the seed. */
const lanes = engines.flatMap((engine, at) =>
  Array.from({ length: LANES }, (_, lane) => ({ ...engine, seed: SEED + at + lane * (services.length / LANES) })),
);

describe.concurrent(`${RUNS} random lives of a stack`, () => {
  it.each(lanes)(
    "lose nothing and leak nothing as $title (seed $seed)",
    async ({ forms, beside, share, seed }) => {
      const options = services[seed % services.length] ?? {};
      const engineOf = (each: readonly FormName[]) => (baseUrl: string, apiKey: string) =>
        SmallEngine.create(each.map((form) => starting(form, baseUrl, apiKey)));
      const world = await World.create(options, engineOf(forms), beside && engineOf(beside));
      try {
        await live(world, seed, Math.ceil((RUNS * share) / LANES));
      } finally {
        await world.close();
      }
    },
    RUNS * 10_000 + 600_000,
  );
});
