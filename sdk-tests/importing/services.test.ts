import { describe, expect, it } from "vitest";
import { readAccount } from "../../src/account/account";
import { readIds } from "../../src/account/ids";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { OptionValues } from "../../src/emulator/options/registry";
import type { Declared } from "../../src/importing/declared";
import { divided } from "../../src/importing/modules";
import { planOf } from "../../src/importing/plan";
import { readerOf } from "../account/reader";
import { fillAccount } from "../support/odd-account";

/** What services do differently where the API's reference leaves it open: an import shows no change with any of them. */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

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
  modules: "inline" | "resources",
): Promise<readonly Declared[]> {
  const { objects, missing } = await readAccount(
    readerOf(emulator),
    readIds(ids).flatMap(({ named }) => named ?? []),
  );
  expect(missing).toEqual([]);
  const resources = objects.flatMap((each) => divided(each, { style: modules, managed: new Set() }));
  const plan = planOf(resources, {
    takesRoute: true,
    groups: true,
    hasObjects: true,
    known: new Map(),
    taken: [],
    configured: new Map(),
  });
  expect(plan.notes).toEqual([]);
  return plan.declared;
}

describe(`an account of odd objects (SEED=${SEED})`, () => {
  it.each(services.flatMap((options) => [[options, "inline"] as const, [options, "resources"] as const]))(
    "is recorded as a refresh finds it, of a service with %j, modules %s",
    async (options, modules) => {
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
