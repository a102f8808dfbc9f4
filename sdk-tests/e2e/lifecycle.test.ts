import type { AgentIngress } from "pulumi-edge-ingress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { Values } from "../../src/engine/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { declare } from "../support/classes";
import { failureOf, type Program, type Run, TestStack } from "../support/stack";

/**
 * The whole life of every resource on the real engine, all of them in one stack, step by step. `<type>-grown` is made
 * with the required arguments alone and changed from there; `<type>-whole` has every argument from its beginning.
 */

/** Every resource, the grown ones with the arguments that `choose` gives. */
const programOf =
  (choose: (testCase: ResourceCase) => Values): Program =>
  async () => {
    for (const testCase of cases) {
      declare(testCase.type, `${testCase.type}-grown`, choose(testCase));
      declare(testCase.type, `${testCase.type}-whole`, testCase.whole.args);
    }
    return undefined;
  };

const minimal = programOf(({ life }) => life.minimal.args);

let emulator: Emulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startEmulator();
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
  return { steps, requests: emulator.requests().map(({ method, body }) => ({ method, body })) };
}

const inAnyOrder = (items: readonly unknown[]) => expect.arrayContaining([...items]);

/** The step that the grown resources take. */
const steps = (op: string, of: readonly ResourceCase[] = cases) =>
  of.map(({ type }) => expect.objectContaining({ op, name: `${type}-grown` }));

async function pathOf(name: string): Promise<string> {
  const id = (await stack.ids()).get(name);
  const object = emulator.objects().find(({ path }) => path.endsWith(`/${id}`));
  if (!object) throw new Error(`the server has no object of ${name}`);
  return object.path;
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
  it("is created by one POST for each", async () => {
    const { steps, requests } = await requestsOf(() => stack.up(minimal));
    expect(steps).toHaveLength(2 * cases.length);
    expect(requests).toHaveLength(2 * cases.length);
    const bodies = cases.flatMap(({ whole, life }) => [whole.body, life.minimal.body]);
    expect(requests).toEqual(inAnyOrder(bodies.map((body) => ({ method: "POST", body }))));
    await expectNoChanges(minimal);
  });

  it.each(["set", "changed", "removed"] as const)("is updated in place when every argument is %s", async (stage) => {
    const program = programOf(({ life }) => life[stage].args);
    const update = await requestsOf(() => stack.up(program));
    expect(update.steps).toEqual(inAnyOrder(steps("update")));
    expect(update.requests).toHaveLength(cases.length);
    expect(update.requests).toEqual(inAnyOrder(cases.map(({ life }) => ({ method: "PATCH", body: life[stage].body }))));
    await expectNoChanges(program);
    await expectNoSecretInClear();
  });

  it("is replaced where an argument changes that only a new object can have", async () => {
    const replaceable = cases.filter(({ replaced }) => replaced);
    const before = new Set(emulator.objects().map(({ path }) => path));
    const run = await stack.up(programOf(({ replaced, life }) => replaced ?? life.minimal.args));
    expect(run.steps).toEqual(
      inAnyOrder([...steps("create-replacement", replaceable), ...steps("delete-replaced", replaceable)]),
    );
    expect(emulator.objects()).toHaveLength(2 * cases.length);
    expect(emulator.objects().filter(({ path }) => !before.has(path))).toHaveLength(replaceable.length);
    await stack.up(minimal);
  });

  it("shows what another party changed, and is put right by the next update", async () => {
    for (const { type, drift } of cases) emulator.edit(await pathOf(`${type}-grown`), drift.members);
    const drifted = cases.map(({ type, drift }) => ({ op: "update", name: `${type}-grown`, paths: drift.paths }));
    const refresh = await stack.refresh();
    expect(refresh.steps).toHaveLength(cases.length);
    expect(refresh.steps).toEqual(inAnyOrder(drifted));
    await expectNoSecretInClear();
    expect((await stack.up(minimal)).steps).toEqual(inAnyOrder(steps("update")));
    await expectNoChanges(minimal);
  });

  it("is recreated where an object is gone", async () => {
    for (const { type } of cases) emulator.remove(await pathOf(`${type}-grown`));
    expect((await stack.refresh()).steps).toEqual(inAnyOrder(steps("delete")));
    expect((await stack.up(minimal)).steps).toEqual(inAnyOrder(steps("create")));
    expect(emulator.objects()).toHaveLength(2 * cases.length);
  });

  it("accepts in a preview what only another resource will know", async () => {
    const program = async () => {
      const unborn = declare("AgentIngress", "unborn", { domain: "unborn.example.com" }) as AgentIngress;
      for (const { type, unknown } of cases) declare(type, `${type}-grown`, unknown(unborn.uri));
      return undefined;
    };
    const { steps } = await stack.preview(program);
    expect(steps.map(({ name }) => name)).toEqual(inAnyOrder(cases.map(({ type }) => `${type}-grown`)));
  });

  it.each(cases)("refuses invalid arguments of $type in a preview, by their paths", async ({ type, invalid }) => {
    const [first] = invalid;
    emulator.clearRequests();
    const refused = stack.preview(async () => {
      declare(type, "invalid", first?.args ?? {});
      return undefined;
    });
    expect(await failureOf(refused)).toContain(`resource 'invalid' has a problem: ${first?.problem}`);
    expect(emulator.requests()).toEqual([]);
  });

  it("leaves nothing behind when it is destroyed", async () => {
    await stack.destroy();
    expect(emulator.objects()).toEqual([]);
    await expectNoSecretInClear();
  });
});
