import { describe, expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { expectInAnyOrder } from "../support/in-any-order";
import { isLook } from "../support/looks";
import { Places } from "../support/places";
import { declare, declareAs, declaring } from "../support/program";
import { expectNoSecretInClear } from "../support/secrets";
import { continueFromPrevious } from "../support/sequence";
import { failureText, type Program, type Run, type TestStack, withStack } from "../support/stack";

/**
 * Tests of the complete life of every resource on the real engine, in each sampled form, in one stack, step by step.
 * `<type>-<form>-updated` is created with the required arguments alone and then changed; `<type>-<form>-whole` is created
 * with every argument.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

/** A kind of object in a form. */
interface Subject extends ResourceCase {
  readonly form: FormName;
}

const subjects: readonly Subject[] = SAMPLED_FORMS.flatMap((form) =>
  cases.map((testCase) => ({ ...testCase, form })),
);

type Role = "updated" | "whole" | "moved";

const nameOf = ({ type, form }: Subject, role: Role): string => `${type}-${form}-${role}`;

const placeOf = (subject: Subject, role: Role): Values =>
  places.of(subject, `${subject.form}-${role}`);

/** Returns a program of every resource; `choose` returns the arguments of the updated resources. */
const programOf =
  (choose: (subject: Subject) => Values): Program =>
  async () => {
    for (const subject of subjects) {
      const { form, type, whole } = subject;
      declareAs(form, type, nameOf(subject, "updated"), {
        ...placeOf(subject, "updated"),
        ...choose(subject),
      });
      declareAs(form, type, nameOf(subject, "whole"), {
        ...placeOf(subject, "whole"),
        ...whole.args,
      });
    }
  };

const minimal = programOf(({ life }) => life.minimal.args);

const it = withStack();
let places: Places;

it.beforeAll(async ({ emulator }) => {
  const roles = SAMPLED_FORMS.flatMap((form) =>
    ["updated", "whole", "moved"].map((role) => `${form}-${role}`),
  );
  places = await Places.create(emulator, cases, roles);
});

/** Runs an operation, and returns the requests that it sent. */
async function requestsOf(emulator: Emulator, operation: () => Promise<Run>) {
  emulator.clearRequests();
  const { steps } = await operation();
  const sent = emulator.requests().filter((request) => !isLook(request));
  return { steps, requests: sent.map(({ method, body }) => ({ method, body })) };
}

/** The step of the updated resources. */
const steps = (op: string, of: readonly Subject[] = subjects) =>
  of.map((subject) => expect.objectContaining({ op, name: nameOf(subject, "updated") }));

/** The requests of a stage in sequence: only the last request has a body. */
const requests = (methods: readonly string[], body: unknown) =>
  methods.map((method, index) => ({
    method,
    body: index === methods.length - 1 ? body : undefined,
  }));

/**
 * The objects of this stack on the server, without routes of another party, and without modules inside a route of this
 * stack.
 */
const ours = (emulator: Emulator) =>
  emulator.objects().filter(({ path, kind }) => !places.isForeign(path) && !isInline(path, kind));

const isInline = (path: string, kind: string): boolean =>
  kind === "route_module" && !places.isForeign(path.slice(0, path.lastIndexOf("/")));

async function pathsOf(stack: TestStack, role: "updated" | "whole"): Promise<Map<Subject, string>> {
  const ids = await stack.ids();
  return new Map(
    subjects.map((subject) => {
      const id = ids.get(nameOf(subject, role)) ?? "";
      return [subject, subject.path(id, placeOf(subject, role))];
    }),
  );
}

/** Expects no changes of the program, and none of the service, which gets a request for each object. */
async function expectNoChanges(emulator: Emulator, stack: TestStack, program: Program) {
  const gets = Array.from({ length: 2 * subjects.length }, () => ({
    method: "GET",
    body: undefined,
  }));
  expect(await requestsOf(emulator, () => stack.preview(program, { refresh: true }))).toEqual({
    steps: [],
    requests: gets,
  });
}

describe("a stack of every resource", () => {
  it("is created, each by the requests that it needs", async ({ emulator, stack }) => {
    const { steps, requests: sent } = await requestsOf(emulator, () => stack.up(minimal));
    const expected = subjects.flatMap(({ methods, whole, life }) => [
      ...requests(methods.create, whole.body),
      ...requests(methods.create, life.minimal.body),
    ]);
    expect(steps).toHaveLength(2 * subjects.length);
    expectInAnyOrder(sent, expected);
    expect(ours(emulator)).toHaveLength(2 * subjects.length);
    await expectNoChanges(emulator, stack, minimal);
    await expectNoSecretInClear(stack, emulator);
  });

  it.for(["set", "changed", "removed"] as const)(
    "is updated in place when every argument is %s",
    async (stage, { emulator, stack }) => {
      const program = programOf(({ life }) => life[stage].args);
      const update = await requestsOf(emulator, () => stack.up(program));
      const changing = subjects.filter(({ life }) => stage !== "set" || life.set !== life.minimal);
      const expected = changing.flatMap(({ methods, life }) =>
        requests(methods.update, life[stage].body),
      );
      expectInAnyOrder(update.steps, steps("update", changing));
      expectInAnyOrder(update.requests, expected);
      await expectNoChanges(emulator, stack, program);
      await expectNoSecretInClear(stack, emulator);
    },
  );

  it("is replaced where an argument changes that only a new object can have", async ({
    emulator,
    stack,
  }) => {
    const replaceable = subjects.filter(({ replaced, place }) => replaced ?? place);
    const before = new Set(ours(emulator).map(({ path }) => path));
    const moved = programOf((subject) => ({
      ...(subject.replaced ?? subject.life.minimal.args),
      ...placeOf(subject, "moved"),
    }));
    const { steps: taken } = await stack.up(moved);
    const replacing = ["create-replacement", "replace", "delete-replaced"];
    expectInAnyOrder(
      taken,
      replacing.flatMap((op) => steps(op, replaceable)),
    );
    expect(ours(emulator)).toHaveLength(2 * subjects.length);
    expect(ours(emulator).filter(({ path }) => !before.has(path))).toHaveLength(replaceable.length);
    await stack.up(minimal);
  });

  it("shows what another party changed, and is put right by the next update", async ({
    emulator,
    stack,
  }) => {
    const paths = {
      updated: await pathsOf(stack, "updated"),
      whole: await pathsOf(stack, "whole"),
    };
    for (const subject of subjects)
      emulator.edit(paths[subject.drift.of].get(subject) ?? "", subject.drift.members);
    const drifted = subjects.map((subject) => {
      const { of, paths: changed } = subject.drift;
      return { op: "update", name: nameOf(subject, of), paths: changed };
    });
    const refresh = await stack.refresh();
    expectInAnyOrder(refresh.steps, drifted);
    await expectNoSecretInClear(stack, emulator);
    expect((await stack.up(minimal)).steps).toHaveLength(subjects.length);
    await expectNoChanges(emulator, stack, minimal);
  });

  it("is recreated if an object was deleted", async ({ emulator, stack }) => {
    for (const path of (await pathsOf(stack, "updated")).values())
      expect(emulator.remove(path)).toBe(true);
    expectInAnyOrder((await stack.refresh()).steps, steps("delete"));
    expectInAnyOrder((await stack.up(minimal)).steps, steps("create"));
    expect(ours(emulator)).toHaveLength(2 * subjects.length);
  });

  it("accepts in a preview what only another resource will know", async ({ stack }) => {
    const program = async () => {
      const unborn = declare("AgentIngress", "unborn", { domain: "unborn.example.com" });
      for (const subject of subjects) {
        const args = { ...placeOf(subject, "updated"), ...subject.unknown(unborn.uri) };
        declareAs(subject.form, subject.type, nameOf(subject, "updated"), args);
      }
    };
    const { steps } = await stack.preview(program);
    const names = new Set(steps.map(({ name }) => name));
    const declared = subjects.flatMap((subject) => [
      nameOf(subject, "updated"),
      nameOf(subject, "whole"),
    ]);
    expectInAnyOrder([...names], ["unborn", ...declared]);
  });

  // The engine stops at the first problem; `provider/invalid-arguments.dist.test.ts` tests problems of every kind.
  it.for(SAMPLED_FORMS)(
    "refuses an invalid argument as %s in a preview, by its path",
    async (form, { emulator, stack }) => {
      emulator.clearRequests();
      const route = {
        edgeId: "edge_1",
        matchType: "exact_path",
        match: "/",
        circuitBreaker: { numBuckets: 200 },
      };
      const refused = stack.preview(
        declaring(() => declareAs(form, "HttpsEdgeRoute", "invalid", route)),
      );
      expect(await failureText(refused)).toContain(
        "resource 'invalid' has a problem: circuitBreaker.numBuckets must be at most 128, got 200",
      );
      expect(emulator.requests()).toEqual([]);
    },
  );

  it("leaves nothing behind when it is destroyed", async ({ emulator, stack }) => {
    await stack.destroy();
    expect(ours(emulator)).toEqual([]);
    await expectNoSecretInClear(stack, emulator);
  });
});
