import { describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";
import type { Emulator, OptionValues } from "../../src/emulator";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { send } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";

/**
 * The life of every resource, and of every module of a route, under a service that answers what it stores: no defaults
 * filled in, and what nobody set is null. Nothing that was made may look as if it were not there, or were different.
 */

const services: readonly Partial<OptionValues>[] = (["404", "null", "empty", "disabled"] as const).map(
  (unsetModule) => ({
    filledDefaults: "none",
    unsetModule,
  }),
);

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const EDGE = "edge_1";

async function newRoute(emulator: Emulator): Promise<string> {
  const { body } = await send(emulator, "POST", `/edges/https/${EDGE}/routes`, {
    match_type: "exact_path",
    match: "/",
  });
  return String((body as { id: string }).id);
}

const definitionOf = (type: string): Definition =>
  Object.values<Definition>(definitions).find((definition) => definition.type === type) as Definition;

/** Makes an object and changes it by these arguments, one after the other; a refresh finds no difference in between. */
async function expectLife(emulator: Emulator, type: string, stages: readonly Values[]): Promise<void> {
  const { provider } = inProcessCore(emulator);
  const definition = definitionOf(type);
  const [first = {}, ...others] = stages;
  let object = await provider.create(definition, { inputs: first });
  await expectAsAsked(first);
  for (const inputs of others) {
    object = await provider.update(definition, { ...object, inputs });
    await expectAsAsked(inputs);
  }
  await provider.delete(definition, object);
  // Of a module that has nothing but its switch, one that is not configured may look like one that is switched off.
  expect((await provider.read(definition, object))?.inputs.enabled ?? false).toBe(false);

  async function expectAsAsked(inputs: Values): Promise<void> {
    const seen = await provider.read(definition, object);
    expect(seen).toBeDefined();
    if (!seen) return;
    expect(provider.diff(definition, { ...seen, inputs }).changed).toEqual([]);
    object = seen;
  }
}

describe.each(services)("a service that answers what it stores (%j)", (options) => {
  it.beforeEach(({ emulator }) => emulator.configure(options));

  it.for(cases)("keeps a $type through its life", async ({ type, place, life, whole }, { emulator }) => {
    const where = { ...(place && { edgeId: EDGE }), ...(place === "route" && { routeId: await newRoute(emulator) }) };
    const stages = [life.minimal, life.set, life.changed, life.removed].map(({ args }) => ({ ...where, ...args }));
    await expectLife(emulator, type, stages);
    await expectLife(emulator, type, [{ ...where, ...whole.args }]);
  });

  it.for(moduleCases)(
    "keeps the module $argument of a route",
    async ({ argument, minimal, whole, changed, also = [] }, { emulator }) => {
      const route = { edgeId: EDGE, matchType: "exact_path", match: "/" };
      const forms = [minimal, whole, changed, ...also].map(({ args }) => ({ ...route, [argument]: args }));
      await expectLife(emulator, "HttpsEdgeRoute", [
        ...forms,
        { ...route, [argument]: { ...minimal.args, enabled: false } },
      ]);
    },
  );
});
