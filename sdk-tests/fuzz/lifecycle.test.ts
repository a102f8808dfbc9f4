import { describe, it } from "vitest";
import type { OptionValues } from "../../src/emulator";
import { FORMS, type FormName } from "../support/forms";
import { ProviderHost } from "../support/host";
import { preload } from "../support/preload";
import { live, SEED } from "./run";
import { SmallEngine } from "./small-engine";
import { World } from "./world";

/**
 * Random lives of a stack on the processes that Pulumi runs: updates, refreshes, what others do, faults, and kills. After
 * every step nothing is on the server that neither the state has nor an error names; in the end the stack converges
 * within two updates, leaves nothing behind, and has shown no secret. `npm run fuzz` runs more of them.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG_TESTS ? 10_000 : 300));

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

/** Those of the plugin take half of the time. */
const SHARE: Readonly<Record<FormName, number>> = { dynamic: 1 / 3, plugin: 2 / 3 };

const startEngine =
  (form: FormName) =>
  (baseUrl: string, apiKey: string): Promise<SmallEngine> =>
    SmallEngine.create(() =>
      ProviderHost.start({
        form,
        config: { baseUrl, apiKey },
        environment: { NODE_OPTIONS: preload("fast-clock", ...(form === "dynamic" ? ["fresh-runs" as const] : [])) },
        fresh: true,
      }),
    );

describe.concurrent(`${RUNS} random lives of a stack`, () => {
  it.each(FORMS.flatMap((form) => services.map((_, lane) => [form, SEED + lane] as const)))(
    "lose nothing and leak nothing as %s (seed %i)",
    async (form, seed) => {
      const options = services[seed % services.length] ?? {};
      const world = await World.create(options, startEngine(form));
      try {
        await live(world, seed, Math.ceil((RUNS * SHARE[form]) / services.length));
      } finally {
        await world.close();
      }
    },
    RUNS * 10_000 + 600_000,
  );
});
