import { expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { FORMS, type FormName } from "../support/forms";
import { expectInAnyOrder } from "../support/in-any-order";
import { sourceProgram } from "../support/program";
import { type StackFixtures, type TestStack, withStack } from "../support/stack";

/**
 * Tests of arguments that are secret because the program marks them, and of the outputs that repeat them, on the real
 * engine.
 */

const it = withStack();

/** Ids in every form of a program; secret ids are canaries, next to ids that are not secret. */
const program = (description: string) =>
  sourceProgram(
    ({ edge, pulumi, inForm }, { forms, description }) => {
      const { all, interpolate, mergeOptions, output, secret } = pulumi;
      const later = <T>(value: T): Promise<T> =>
        new Promise((resolve) => setImmediate(() => resolve(value)));

      function declareAll(form: FormName): void {
        const edgeId = `edge_${form}`;
        const named = (name: string) => `${name}-${form}`;
        const route = (name: string, args: object) =>
          new edge.HttpsEdgeRoute(named(name), {
            edgeId,
            matchType: "exact_path",
            match: `/${named(name)}`,
            description,
            ...args,
          });
        const slow = output(later("canary-slow")).apply(later);
        const logged = { "deep.er": { token: secret("canary-config"), n: 1 } };
        route("plain", {
          backend: { backendId: "id-1" },
          ipRestriction: { ipPolicyIds: ["id-2"] },
        });
        route("object", {
          backend: { backendId: output("id-3") },
          ipRestriction: secret({ ipPolicyIds: ["canary-in-object"] }),
        });
        route("nested", { backend: { backendId: secret("canary-nested") } });
        route("promised", { backend: later({ backendId: secret("canary-promised") }) });
        route("slow", {
          backend: { backendId: secret(slow) },
          ipRestriction: { ipPolicyIds: [slow.apply(() => "id-4")] },
        });
        route("joined", { backend: { backendId: interpolate`${secret("canary-joined")}-x` } });
        route("header", {
          requestHeaders: { add: { "X-Secret.a": secret("canary-header"), "X-Clear": "clear" } },
        });
        route("config", { policy: { inbound: { actions: { type: "log", config: logged } } } });
        route("place", { edgeId: secret("canary-edge"), backend: { backendId: "id-5" } });
        const certificateAuthorityIds = ["id-6", secret("canary-listed")];
        new edge.HttpsEdgeMutualTls(named("listed"), { edgeId, certificateAuthorityIds });
        const merged = { additionalSecretOutputs: ["enabled"] };
        new edge.TcpEdgeBackend(
          named("merged"),
          {
            edgeId,
            backendId: all([secret("canary-merged"), "x"]).apply((parts) => parts.join("-")),
          },
          { transformations: [({ props, opts }) => ({ props, opts: mergeOptions(merged, opts) })] },
        );
        new edge.AgentIngress(
          named("domain"),
          { domain: secret("canary.example.com"), description },
          { additionalSecretOutputs: ["nsTargets"] },
        );
      }

      for (const form of forms) inForm(form, () => declareAll(form));
    },
    { forms: FORMS, description },
  );

/** The encrypted values in the state, by resource. */
const encrypted = {
  plain: [],
  object: ["ipPolicies", "ipRestriction"],
  nested: ["backend", "backendRef"],
  promised: ["backend", "backendRef"],
  slow: ["backend", "backendRef"],
  joined: ["backend", "backendRef"],
  header: ["requestHeaders"],
  config: ["policy"],
  place: ["edgeId", "uri"],
  listed: ["certificateAuthorities", "certificateAuthorityIds"],
  merged: ["backend", "backendId"],
  domain: ["domain", "nsTargets", "regionDomains"],
};

async function expectEncrypted(stack: TestStack) {
  const stored = await stack.storedOutputs();
  const isSecret = (value: unknown) =>
    JSON.stringify(value).includes("4dabf18193072939515e22adb298388d");
  const secretsOf = (name: string) =>
    Object.entries(stored[name] ?? {}).flatMap(([key, value]) => (isSecret(value) ? [key] : []));
  for (const form of FORMS) {
    const found = Object.keys(encrypted).map((name) => [name, secretsOf(`${name}-${form}`).sort()]);
    expect(Object.fromEntries(found), form).toEqual(encrypted);
  }
  expect(`${await stack.written()}${stack.printed}`.match(/canary[\w.-]*/g)).toBeNull();
}

/** Lets another party change a module of the routes with a name: a refresh shows only that change, and no secret. */
async function expectDrift(
  { emulator, stack }: StackFixtures,
  name: string,
  module: string,
  members: Values,
  paths: string[],
) {
  for (const { path, body } of emulator.objects())
    if (String(body.match).startsWith(`/${name}`)) emulator.edit(`${path}/${module}`, members);
  const drifted = FORMS.map((form) => ({ op: "update", name: `${name}-${form}`, paths }));
  expectInAnyOrder((await stack.refresh()).steps, drifted);
  await expectEncrypted(stack);
}

it.beforeAll(({ stack }) => stack.up(program("one")));

it("secret arguments are encrypted in state with the outputs that repeat them, and nothing else is", async ({
  stack,
}) => {
  await expectEncrypted(stack);
  const stored = await stack.storedOutputs();
  const encryptedMember = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  };
  for (const form of FORMS) {
    expect(stored[`header-${form}`]?.requestHeaders).toMatchObject({
      add: { "X-Secret.a": encryptedMember, "X-Clear": "clear" },
    });
    const config = { "deep.er": { token: encryptedMember, n: 1 } };
    expect(stored[`config-${form}`]?.policy).toMatchObject({ inbound: { actions: { config } } });
  }
});

it("secret members of a map stay encrypted when another party renames them", async ({
  emulator,
  stack,
}) => {
  const paths = ['requestHeaders.add["X-Renamed"]', 'requestHeaders.add["X-Secret.a"]'];
  const members = { add: { "X-Renamed": "canary-header", "X-Clear": "clear" } };
  await expectDrift({ emulator, stack }, "header", "request_headers", members, paths);
  await stack.up(program("one"));
  await expectEncrypted(stack);
});

it("secret ids stay encrypted when another party or the program changes them", async ({
  emulator,
  stack,
}) => {
  const members = { backend: { id: "canary-by-hand" } };
  await expectDrift({ emulator, stack }, "nested", "backend", members, ["backend.backendId"]);
  await stack.up(program("two"));
  await expectEncrypted(stack);
});
