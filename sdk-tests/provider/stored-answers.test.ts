import { describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Values, WireObject } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { jumpingClock } from "../support/virtual-time";

/**
 * The life of every resource, and of every module of a route, under a service that answers what it stores: no defaults
 * filled in, and what nobody set is null. Nothing that was made may look as if it were not there, or were different.
 */

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const EDGE = "edge_1";

const newRoute = async (emulator: Emulator) =>
  (await members(emulator, "POST", `/edges/https/${EDGE}/routes`, { match_type: "exact_path", match: "/" })).id;

const definitionOf = (type: string): Definition =>
  Object.values<Definition>(definitions).find((definition) => definition.type === type) as Definition;

/** Arguments, and the body of the one request that has to lead to them, if it is known. */
interface Stage {
  readonly args: Values;
  readonly body?: WireObject | undefined;
}

/** Makes an object and changes it by these arguments, one after the other; a refresh finds no difference in between. */
async function expectLife(emulator: Emulator, type: string, stages: readonly Stage[]): Promise<void> {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  const definition = definitionOf(type);
  const [first = { args: {} }, ...others] = stages;
  let object = await provider.create(definition, { inputs: first.args });
  await expectAsAsked(first);
  for (const stage of others) {
    const inputs = stage.args;
    object = await provider.update(definition, { ...object, inputs });
    await expectAsAsked(stage);
  }
  await provider.delete(definition, object);
  // Of a module that has nothing but its switch, one that is not configured may look like one that is switched off.
  expect((await provider.read(definition, object))?.inputs.enabled ?? false).toBe(false);

  async function expectAsAsked({ args: inputs, body }: Stage): Promise<void> {
    const sent = emulator.requests().findLast(({ method }) => method !== "GET");
    if (body) expect(sent?.body).toEqual(body);
    const seen = await provider.read(definition, object);
    expect(seen).toBeDefined();
    if (!seen) return;
    expect(provider.diff(definition, { ...seen, inputs }).changed).toEqual([]);
    object = seen;
  }
}

describe.each(["404", "null", "empty", "disabled"] as const)(
  "a service that answers what it stores (%s)",
  (unsetModule) => {
    it.beforeEach(({ emulator }) => emulator.configure({ filledDefaults: "none", unsetModule }));

    it.for(cases)("keeps a $type through its life", async ({ type, place, life, whole }, { emulator }) => {
      const where = { ...(place && { edgeId: EDGE }), ...(place === "route" && { routeId: await newRoute(emulator) }) };
      const placed = ({ args, body }: Stage): Stage => ({ args: { ...where, ...args }, body });
      await expectLife(emulator, type, [life.minimal, life.set, life.changed, life.removed].map(placed));
      await expectLife(emulator, type, [placed(whole)]);
    });

    it.for(moduleCases)(
      "keeps the module $argument of a route",
      async ({ argument, minimal, whole, changed, also = [] }, { emulator }) => {
        const route = { edgeId: EDGE, matchType: "exact_path", match: "/" };
        const disabled = { args: { ...minimal.args, enabled: false } };
        const forms = [minimal, whole, changed, ...also, disabled];
        const stages = forms.map(({ args }) => ({ args: { ...route, [argument]: args } }));
        await expectLife(emulator, "HttpsEdgeRoute", stages);
      },
    );
  },
);
