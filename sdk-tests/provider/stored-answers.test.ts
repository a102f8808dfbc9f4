import { describe, expect } from "vitest";
import type { ResourceView } from "../../src/core/provider/call";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { Stage as CaseStage, ResourceCase } from "../cases/case";
import { moduleCases } from "../cases/modules";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { resourceOf } from "../support/resources";
import { jumpingClock } from "../support/virtual-time";

/**
 * The life of every resource, and of every module of a route, with a service that returns the stored object: without
 * defaults, and with null for unset members. No created object may look as if it were missing or different.
 */

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const EDGE = "edge_1";

const newRoute = async (emulator: Emulator) =>
  (
    await members(emulator, "POST", `/edges/https/${EDGE}/routes`, {
      match_type: "exact_path",
      match: "/",
    })
  ).id;

/** Arguments, and the body of the only request that they have to lead to, if it is known. */
type Stage = Pick<CaseStage, "args"> & Partial<CaseStage>;

/**
 * Creates an object, and updates it with each of these arguments in sequence; a refresh finds no difference in between.
 */
async function expectLife(
  emulator: Emulator,
  type: string,
  stages: readonly Stage[],
): Promise<void> {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  const { definition } = resourceOf(type);
  let object: ResourceView | undefined;
  for (const { args: inputs, body } of stages) {
    const stored = object
      ? await provider.update(definition, { ...object, inputs })
      : await provider.create(definition, { inputs });
    const sent = emulator.requests().findLast(({ method }) => method !== "GET");
    if (body) expect(sent?.body).toEqual(body);
    object = (await provider.read(definition, stored)) as ResourceView;
    expect(object).toBeDefined();
    expect(provider.diff(definition, { ...object, inputs }).changed).toEqual([]);
  }
  const last = object as ResourceView;
  await provider.delete(definition, last);
  // If a module has no argument but its switch, the unconfigured module may look like the disabled module.
  expect((await provider.read(definition, last))?.inputs.enabled ?? false).toBe(false);
}

/** Lives with the minimal arguments, with other arguments, and with all of them. */
async function expectLives(emulator: Emulator, testCase: ResourceCase): Promise<void> {
  const { type, place, life, whole } = testCase;
  const where = {
    ...(place && { edgeId: EDGE }),
    ...(place === "route" && { routeId: await newRoute(emulator) }),
  };
  const placed = ({ args, ...known }: Stage): Stage => ({ args: { ...where, ...args }, ...known });
  const stages = [life.minimal, life.set, life.changed, life.removed];
  await expectLife(emulator, type, stages.map(placed));
  await expectLife(emulator, type, [placed(whole)]);
}

/** The paths of modules, whose answers depend on how a service shows an unset module. */
const modulePaths = (emulator: Emulator) =>
  emulator
    .requests()
    .map(({ path }) => path)
    .filter((path) => !/^\/\w+(\/\w+)?$|\/routes(\/\w+)?$/.test(path));

const isModule = ({ type }: ResourceCase) => resourceOf(type).definition.kind === "singleton";

describe.each(["404", "null", "empty", "disabled"] as const)(
  "a service that fills in nothing, and answers about an unset module with %s,",
  (unsetModule) => {
    it.beforeEach(({ emulator }) => emulator.configure({ filledDefaults: "none", unsetModule }));

    it.for(cases.filter(isModule))("keeps a $type through its life", (testCase, { emulator }) =>
      expectLives(emulator, testCase),
    );
  },
);

describe("a service that fills in nothing", () => {
  it.beforeEach(({ emulator }) => emulator.configure({ filledDefaults: "none" }));

  it.for(cases.filter((testCase) => !isModule(testCase)))(
    "keeps a $type through its life, without a request to a module",
    async (testCase, { emulator }) => {
      await expectLives(emulator, testCase);
      expect(modulePaths(emulator)).toEqual([]);
    },
  );

  it.for(moduleCases)(
    "keeps the module $argument of a route, without a request to the module",
    async ({ argument, minimal, whole, changed, also = [] }, { emulator }) => {
      const route = { edgeId: EDGE, matchType: "exact_path", match: "/" };
      const disabled = { args: { ...minimal.args, enabled: false } };
      const forms = [minimal, whole, changed, ...also, disabled];
      const stages = forms.map(({ args }) => ({ args: { ...route, [argument]: args } }));
      await expectLife(emulator, "HttpsEdgeRoute", stages);
      expect(modulePaths(emulator)).toEqual([]);
    },
  );
});
