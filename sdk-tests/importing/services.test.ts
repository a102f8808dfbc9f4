import { describe, expect, it } from "vitest";
import { readAccount } from "../../src/account/account";
import { readIds } from "../../src/account/ids/read-ids";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { OptionValues } from "../../src/emulator/options/registry";
import type { Declared } from "../../src/importing/declaration";
import { importedProgram } from "../../src/importing/imported-program";
import { type ModuleStyle, separateModules } from "../../src/importing/modules";
import { readerOf } from "../account/reader";
import { planOptions } from "../support/account-objects";
import { fillAccount } from "../support/odd-account";

/** Services differ in behaviour that the API's reference leaves open: an import shows no change with any of them. */

const STYLES: readonly ModuleStyle[] = ["inline", "resources"];

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Differences between services in behaviour that the API's reference leaves open. */
const services: readonly Partial<OptionValues>[] = [
  { secrets: "masked" },
  { secrets: "null" },
  { secrets: "absent", unsetText: "absent", agentIngressMetadata: "as-text" },
  { filledDefaults: "none", unsetText: "null" },
  { filledDefaults: "service", unsetText: "empty" },
  { listUris: "absolute", pageSize: 3 },
  { listUris: "relative", pageSize: 1000 },
  { unsetModule: "disabled", domainSpelling: "lower" },
  { unsetModule: "null" },
  { unsetModule: "empty" },
];

async function declaredOf(
  emulator: Emulator,
  ids: string,
  modules: ModuleStyle,
): Promise<readonly Declared[]> {
  const named = readIds(ids).flatMap((entry) => entry.named ?? []);
  const { objects, missingRoutes } = await readAccount(readerOf(emulator), named);
  expect(missingRoutes).toEqual([]);
  const resources = objects.flatMap((object) =>
    separateModules(object, { style: modules, managed: new Set() }),
  );
  const plan = importedProgram(resources, planOptions("typescript"));
  expect(plan.notes).toEqual([]);
  return plan.declared;
}

describe(`an account of odd objects (SEED=${SEED})`, () => {
  it.each(services.flatMap((options) => STYLES.map((modules) => ({ options, modules }))))(
    "is recorded as a refresh finds it, from a service with $options, with modules as $modules",
    async ({ options, modules }) => {
      await using emulator = await startEmulator({ options });
      const { ids } = await fillAccount(emulator, SEED, { share: 0.1, hasNull: true });
      const declared = await declaredOf(emulator, ids, modules);
      emulator.clearRequests();
      const provider = readerOf(emulator);
      for (const { object, state } of declared) {
        const found = await provider.read(object.definition, { id: object.id, outputs: state });
        expect(found?.outputs, `${object.definition.type} ${object.id}`).toEqual(state);
      }
      expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
    },
  );
});
