import type { HttpsEdgeRouteArgs } from "pulumi-edge-ingress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ModuleCase } from "../cases/case";
import { moduleCases } from "../cases/modules";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { expectInAnyOrder } from "../support/in-any-order";
import { declare, declareAs, HttpsEdgeRoute, interpolate } from "../support/program";
import { continueFromPrevious } from "../support/sequence";
import { type Program, TestStack } from "../support/stack";

/**
 * Tests of every module inline on a separate route, on the real engine, all routes in one stack, step by step.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const route = { edgeId: "edge_1", matchType: "exact_path", match: "/" };

/** A module on a route in a form. */
interface Subject extends ModuleCase {
  readonly form: FormName;
}

const subjects: readonly Subject[] = SAMPLED_FORMS.flatMap((form) =>
  moduleCases.map((testCase) => ({ ...testCase, form })),
);

const nameOf = ({ argument, form }: Subject): string => `${argument}-${form}`;

const programOf =
  (choose: (testCase: ModuleCase) => Values): Program =>
  async () => {
    for (const subject of subjects)
      declareAs(subject.form, "HttpsEdgeRoute", nameOf(subject), { ...route, ...choose(subject) });
  };

const without = programOf(() => ({}));
const stated = (stage: "minimal" | "whole" | "changed") =>
  programOf(({ argument, [stage]: { args } }) => ({ [argument]: args }));

let emulator: Emulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startEmulator();
  stack = await TestStack.create(emulator);
  await stack.up(without);
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await emulator.close();
});

async function modulePaths(): Promise<ReadonlyMap<Subject, string>> {
  const ids = await stack.ids();
  return new Map(
    subjects.map((subject) => [
      subject,
      `/edges/https/edge_1/routes/${ids.get(nameOf(subject))}/${subject.member}`,
    ]),
  );
}

/** The requests of an `up`, each as its method, the last part of its path, and its body. */
async function requestsOf(program: Program) {
  emulator.clearRequests();
  await stack.up(program);
  return emulator
    .requests()
    .map(({ method, path, body }) => ({ method, body, last: path.split("/").at(-1) }));
}

/** Expects no changes of the program and none of the service: one run of the engine shows both. */
async function expectNoChanges(program: Program) {
  expect((await stack.preview(program, { refresh: true })).steps).toEqual([]);
}

/** Lets another party change every module, and expects each change at exactly the right path. */
async function expectDrift(
  members: (testCase: ModuleCase) => Values,
  path: (testCase: ModuleCase) => string,
) {
  for (const [testCase, at] of await modulePaths()) emulator.edit(at, members(testCase));
  const { steps } = await stack.refresh();
  const expected = subjects.map((subject) => ({
    op: "update",
    name: nameOf(subject),
    paths: [`${subject.argument}.${path(subject)}`],
  }));
  expectInAnyOrder(steps, expected);
}

describe("every module of a route", () => {
  it("is left alone when another party configures it and the program does not", async () => {
    for (const [{ drift }, at] of await modulePaths())
      emulator.edit(at, { enabled: true, ...drift.members });
    const before = emulator.objects().filter(({ kind }) => kind === "route_module");
    await expectNoChanges(without);
    await stack.up(programOf(() => ({ description: "harmless" })));
    expect(before).toHaveLength(subjects.length);
    expect(emulator.objects().filter(({ kind }) => kind === "route_module")).toEqual(before);
    for (const at of (await modulePaths()).values()) emulator.remove(at);
    await stack.up(without);
  });

  it("is set by a PATCH of that module alone, and then shows no changes", async () => {
    const patches = subjects.map(({ member, minimal }) =>
      expect.objectContaining({ method: "PATCH", body: { [member]: minimal.body } }),
    );
    expectInAnyOrder(await requestsOf(stated("minimal")), patches);
    await expectNoChanges(stated("minimal"));
  });

  it("shows as one difference that it was disabled, where the program leaves that at its default", async () => {
    await expectDrift(
      () => ({ enabled: false }),
      () => "enabled",
    );
    await stack.up(stated("minimal"));
    await expectNoChanges(stated("minimal"));
  });

  it("is filled by a service that states all its defaults, and shows no changes", async () => {
    emulator.configure({ filledDefaults: "service" });
    await stack.up(stated("whole"));
    await stack.up(stated("minimal"));
    await expectNoChanges(stated("minimal"));
    emulator.configure({ filledDefaults: "documented" });
  });

  it("is changed as a whole, and one field that another party changed shows as one", async () => {
    const requests = await requestsOf(stated("whole"));
    const sent = requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    const different = subjects.filter(({ whole }) => Object.keys(whole.args).join() !== "enabled");
    expectInAnyOrder(
      sent,
      different.map(({ member, whole }) => ({ [member]: whole.body })),
    );
    await expectDrift(
      ({ drift }) => drift.members,
      ({ drift }) => drift.path,
    );
    await stack.up(stated("whole"));
    await expectNoChanges(stated("whole"));
  });

  it("is replaced in place when every field changes", async () => {
    const requests = await requestsOf(stated("changed"));
    expectInAnyOrder(
      requests.map(({ body }) => body),
      subjects.map(({ member, changed }) => ({ [member]: changed.body })),
    );
    await expectNoChanges(stated("changed"));
  });

  it("is deleted when it is removed, where the API shows how, and else disabled with its last configuration", async () => {
    const requests = await requestsOf(without);
    const deletable = subjects.flatMap(({ resource, member }) =>
      resource === undefined ? [] : [member],
    );
    const deleted = requests.filter(({ method }) => method === "DELETE").map(({ last }) => last);
    expect(deleted.toSorted()).toEqual(deletable.toSorted());
    const disabled = subjects.filter(({ member }) => !deletable.includes(member));
    const patched = requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    expectInAnyOrder(
      patched,
      disabled.map(({ member, changed }) => ({ [member]: { ...changed.body, enabled: false } })),
    );
    await expectNoChanges(without);
  });

  it("has written and printed no secret in plaintext", async () => {
    const seen = `${await stack.written()}${stack.printed}`;
    const secrets = subjects.flatMap((testCase) => testCase.secrets ?? []);
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
  });
});

it("a harmless update of a route changes no dependent of it, whichever module it has, and replaces no module resource", async () => {
  const programWith = (description: string) => async () => {
    for (const { argument, whole } of moduleCases) {
      const args = { ...route, match: `/${argument}`, description, [argument]: whole.args };
      const parent = declare("HttpsEdgeRoute", `parent-${argument}`, args);
      const dependent = { description: interpolate`${parent.id} ${parent.match} ${parent.edgeId}` };
      declare("SshCertificateAuthority", `dependent-${argument}`, dependent);
    }
    const plain = new HttpsEdgeRoute("plain", {
      edgeId: "edge_2",
      matchType: "exact_path",
      match: "/p",
      description,
    });
    for (const { type, whole } of cases.filter((testCase) => testCase.place === "route")) {
      declare(type, type, { edgeId: plain.edgeId, routeId: plain.id, ...whole.args });
    }
  };
  await stack.up(programWith("one"));
  const { steps } = await stack.preview(programWith("two"));
  const parents = ["plain", ...moduleCases.map(({ argument }) => `parent-${argument}`)];
  expectInAnyOrder(
    steps,
    parents.map((name) => ({ op: "update", name, paths: ["description"] })),
  );
});

it("a route has outputs with the values of a module that only the API knows, while the program declares the module", async () => {
  const programWith = (modules: Partial<HttpsEdgeRouteArgs>) => async () => {
    const parent = new HttpsEdgeRoute("told", {
      edgeId: "edge_3",
      matchType: "exact_path",
      match: "/p",
      ...modules,
    });
    return {
      backend: parent.backendRef,
      policies: parent.ipPolicies,
      saml: parent.samlServiceProvider,
    };
  };
  const backend = { backendId: "bknd_1" };
  await stack.up(
    programWith({
      backend,
      ipRestriction: { ipPolicyIds: ["ipp_1"] },
      saml: { idpMetadata: "<x/>" },
    }),
  );
  const outputs = await stack.outputs();
  expect(outputs.backend?.value).toEqual({ id: "bknd_1", uri: expect.stringMatching(/bknd_1$/) });
  expect(outputs.policies?.value).toEqual([{ id: "ipp_1", uri: expect.stringMatching(/ipp_1$/) }]);
  expect(outputs.saml?.value).toMatchObject({ entityId: outputs.saml?.value.metadataUrl });
  await stack.up(programWith({ backend }));
  expect(Object.keys(await stack.outputs())).toEqual(["backend"]);
});

it("a destroyed stack leaves nothing behind", async () => {
  await stack.destroy();
  expect(emulator.objects()).toEqual([]);
});
