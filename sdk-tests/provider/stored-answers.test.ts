import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";
import { type Emulator, type OptionValues, startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { send } from "../emulator/client";
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

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

beforeEach(() => emulator.reset());

afterAll(() => emulator.close());

const EDGE = "edge_1";

async function newRoute(): Promise<string> {
  const { body } = await send(emulator, "POST", `/edges/https/${EDGE}/routes`, {
    match_type: "exact_path",
    match: "/",
  });
  return String((body as { id: string }).id);
}

const definitionOf = (type: string): Definition =>
  Object.values<Definition>(definitions).find((definition) => definition.type === type) as Definition;

/** Makes an object and changes it by these arguments, one after the other; a refresh finds no difference in between. */
async function expectLife(type: string, stages: readonly Values[]): Promise<void> {
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
  beforeEach(() => emulator.configure(options));

  it.each(cases)("keeps a $type through its life", async ({ type, place, life, whole }) => {
    const where = { ...(place && { edgeId: EDGE }), ...(place === "route" && { routeId: await newRoute() }) };
    const stages = [life.minimal, life.set, life.changed, life.removed].map(({ args }) => ({ ...where, ...args }));
    await expectLife(type, stages);
    await expectLife(type, [{ ...where, ...whole.args }]);
  });

  it.each(moduleCases)(
    "keeps the module $argument of a route",
    async ({ argument, minimal, whole, changed, also = [] }) => {
      const route = { edgeId: EDGE, matchType: "exact_path", match: "/" };
      const forms = [minimal, whole, changed, ...also].map(({ args }) => ({ ...route, [argument]: args }));
      await expectLife("HttpsEdgeRoute", [...forms, { ...route, [argument]: { ...minimal.args, enabled: false } }]);
    },
  );
});
