import type { AgentIngress } from "pulumi-edge-ingress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { Values } from "../../src/schema/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { declare } from "../support/classes";
import { Places } from "../support/places";
import { failureText, type Program, type Run, TestStack } from "../support/stack";

/**
 * The whole life of every resource on the real engine, all of them in one stack, step by step. `<type>-grown` is made
 * with the required arguments alone and changed from there; `<type>-whole` has every argument from its beginning.
 */

/** Every resource, the grown ones with the arguments that `choose` gives. */
const programOf =
  (choose: (testCase: ResourceCase) => Values): Program =>
  async () => {
    for (const testCase of cases) {
      declare(testCase.type, `${testCase.type}-grown`, { ...places.of(testCase, "grown"), ...choose(testCase) });
      declare(testCase.type, `${testCase.type}-whole`, { ...places.of(testCase, "whole"), ...testCase.whole.args });
    }
    return undefined;
  };

const minimal = programOf(({ life }) => life.minimal.args);

let emulator: Emulator;
let stack: TestStack;
let places: Places;

beforeAll(async () => {
  emulator = await startEmulator();
  places = await Places.create(emulator, cases, ["grown", "whole", "moved"]);
  stack = await TestStack.create(emulator);
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await emulator.close();
});

/** Runs an operation, and the requests that it sent. */
async function requestsOf(operation: () => Promise<Run>) {
  emulator.clearRequests();
  const { steps } = await operation();
  // The first 404 of a process has the provider look whether it comes from the API.
  const sent = emulator.requests().filter(({ method, path }) => `${method} ${path}` !== "GET /agent_ingresses");
  return { steps, requests: sent.map(({ method, body }) => ({ method, body })) };
}

/** That there are these, each once, and nothing else. */
function expectInAnyOrder(actual: readonly unknown[], expected: readonly unknown[]): void {
  expect(actual).toHaveLength(expected.length);
  expect(actual).toEqual(expect.arrayContaining([...expected]));
}

/** The step that the grown resources take. */
const steps = (op: string, of: readonly ResourceCase[] = cases) =>
  of.map(({ type }) => expect.objectContaining({ op, name: `${type}-grown` }));

/** The requests of a stage, one after the other: only the last one has a body. */
const requests = (methods: readonly string[], body: unknown) =>
  methods.map((method, index) => ({ method, body: index === methods.length - 1 ? body : undefined }));

/** What the server has of this stack: no route of another party, and no module that stands inside a route of ours. */
const ours = () => emulator.objects().filter(({ path, kind }) => !places.isForeign(path) && !isInline(path, kind));

const isInline = (path: string, kind: string): boolean =>
  kind === "route_module" && !places.isForeign(path.slice(0, path.lastIndexOf("/")));

async function pathsOf(name: "grown" | "whole"): Promise<Map<string, string>> {
  const ids = await stack.ids();
  return new Map(
    cases.map((testCase) => {
      const id = ids.get(`${testCase.type}-${name}`) ?? "";
      return [testCase.type, testCase.path(id, places.of(testCase, name))];
    }),
  );
}

async function expectNoChanges(program: Program) {
  expect(await requestsOf(() => stack.preview(program))).toEqual({ steps: [], requests: [] });
  const gets = Array.from({ length: 2 * cases.length }, () => ({ method: "GET", body: undefined }));
  expect(await requestsOf(() => stack.refresh())).toEqual({ steps: [], requests: gets });
}

async function expectNoSecretInClear() {
  const secrets = [...cases.flatMap((testCase) => testCase.secrets), emulator.apiKey];
  const seen = `${await stack.written()}${stack.printed}`;
  expect(seen).toContain("AgentIngress");
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
}

describe("a stack of every resource", () => {
  it("is created, each by the requests that it needs", async () => {
    const { steps, requests: sent } = await requestsOf(() => stack.up(minimal));
    const expected = cases.flatMap(({ methods, whole, life }) => [
      ...requests(methods.create, whole.body),
      ...requests(methods.create, life.minimal.body),
    ]);
    expect(steps).toHaveLength(2 * cases.length);
    expectInAnyOrder(sent, expected);
    expect(ours()).toHaveLength(2 * cases.length);
    await expectNoChanges(minimal);
    await expectNoSecretInClear();
  });

  it.each(["set", "changed", "removed"] as const)("is updated in place when every argument is %s", async (stage) => {
    const program = programOf(({ life }) => life[stage].args);
    const update = await requestsOf(() => stack.up(program));
    const changing = cases.filter(({ life }) => stage !== "set" || life.set !== life.minimal);
    const expected = changing.flatMap(({ methods, life }) => requests(methods.update, life[stage].body));
    expectInAnyOrder(update.steps, steps("update", changing));
    expectInAnyOrder(update.requests, expected);
    await expectNoChanges(program);
    await expectNoSecretInClear();
  });

  it("is replaced where an argument changes that only a new object can have", async () => {
    const replaceable = cases.filter(({ replaced, place }) => replaced ?? place);
    const before = new Set(ours().map(({ path }) => path));
    const moved = programOf((testCase) => ({
      ...(testCase.replaced ?? testCase.life.minimal.args),
      ...places.of(testCase, "moved"),
    }));
    const { steps: taken } = await stack.up(moved);
    const replacing = ["create-replacement", "replace", "delete-replaced"];
    expectInAnyOrder(
      taken,
      replacing.flatMap((op) => steps(op, replaceable)),
    );
    expect(ours()).toHaveLength(2 * cases.length);
    expect(ours().filter(({ path }) => !before.has(path))).toHaveLength(replaceable.length);
    await stack.up(minimal);
  });

  it("shows what another party changed, and is put right by the next update", async () => {
    const paths = { grown: await pathsOf("grown"), whole: await pathsOf("whole") };
    for (const { type, drift } of cases) emulator.edit(paths[drift.of].get(type) ?? "", drift.members);
    const drifted = cases.map(({ type, drift }) => ({ op: "update", name: `${type}-${drift.of}`, paths: drift.paths }));
    const refresh = await stack.refresh();
    expectInAnyOrder(refresh.steps, drifted);
    await expectNoSecretInClear();
    expect((await stack.up(minimal)).steps).toHaveLength(cases.length);
    await expectNoChanges(minimal);
  });

  it("is recreated where an object is gone", async () => {
    for (const path of (await pathsOf("grown")).values()) expect(emulator.remove(path)).toBe(true);
    expectInAnyOrder((await stack.refresh()).steps, steps("delete"));
    expectInAnyOrder((await stack.up(minimal)).steps, steps("create"));
    expect(ours()).toHaveLength(2 * cases.length);
  });

  it("accepts in a preview what only another resource will know", async () => {
    const program = async () => {
      const unborn = declare("AgentIngress", "unborn", { domain: "unborn.example.com" }) as AgentIngress;
      for (const testCase of cases) {
        const args = { ...places.of(testCase, "grown"), ...testCase.unknown(unborn.uri) };
        declare(testCase.type, `${testCase.type}-grown`, args);
      }
      return undefined;
    };
    const { steps } = await stack.preview(program);
    const names = new Set(steps.map(({ name }) => name));
    expectInAnyOrder([...names], ["unborn", ...cases.flatMap(({ type }) => [`${type}-grown`, `${type}-whole`])]);
  });

  it.each(cases)("refuses invalid arguments of $type in a preview, by their paths", async (testCase) => {
    const [first] = testCase.invalid;
    emulator.clearRequests();
    const refused = stack.preview(async () => {
      declare(testCase.type, "invalid", { ...places.of(testCase, "grown"), ...first?.args });
      return undefined;
    });
    expect(await failureText(refused)).toContain(`resource 'invalid' has a problem: ${first?.problem}`);
    expect(emulator.requests()).toEqual([]);
  });

  it("leaves nothing behind when it is destroyed", async () => {
    await stack.destroy();
    expect(ours()).toEqual([]);
    await expectNoSecretInClear();
  });
});
