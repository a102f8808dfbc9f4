import { all, interpolate, mergeOptions, output, secret } from "@pulumi/pulumi";
import { AgentIngress, HttpsEdgeMutualTls, HttpsEdgeRoute, TcpEdgeBackend } from "pulumi-edge-ingress";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { TestStack } from "../support/stack";

/** Arguments that are secrets because the program says so, and the outputs that repeat them, on the real engine. */

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

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));

/** Ids in every form in which a program may have them; those that are secrets are canaries, and stand beside others. */
const program = (description: string) => async () => {
  const route = (name: string, args: object) =>
    new HttpsEdgeRoute(name, { edgeId: "edge_1", matchType: "exact_path", match: `/${name}`, description, ...args });
  const slow = output(later("canary-slow")).apply(later);
  route("plain", { backend: { backendId: "id-1" }, ipRestriction: { ipPolicyIds: ["id-2"] } });
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
  route("place", { edgeId: secret("canary-edge"), backend: { backendId: "id-5" } });
  new HttpsEdgeMutualTls("listed", { edgeId: "edge_1", certificateAuthorityIds: ["id-6", secret("canary-listed")] });
  const merged = { additionalSecretOutputs: ["enabled"] };
  new TcpEdgeBackend(
    "merged",
    { edgeId: "edge_2", backendId: all([secret("canary-merged"), "x"]).apply((parts) => parts.join("-")) },
    { transformations: [({ props, opts }) => ({ props, opts: mergeOptions(merged, opts) })] },
  );
  new AgentIngress(
    "domain",
    { domain: secret("canary.example.com"), description },
    { additionalSecretOutputs: ["nsTargets"] },
  );
  return undefined;
};

/** What is encrypted in the state, by resources. */
const encrypted = {
  plain: [],
  object: ["ipPolicies", "ipRestriction"],
  nested: ["backend", "backendRef"],
  promised: ["backend", "backendRef"],
  slow: ["backend", "backendRef"],
  joined: ["backend", "backendRef"],
  place: ["edgeId", "uri"],
  listed: ["certificateAuthorities", "certificateAuthorityIds"],
  merged: ["backend", "backendId"],
  domain: ["domain", "nsTargets", "regionDomains"],
};

async function expectEncrypted() {
  const stored = await stack.storedOutputs();
  const isSecret = (value: unknown) => JSON.stringify(value).includes("4dabf18193072939515e22adb298388d");
  const secretsOf = (name: string) =>
    Object.entries(stored[name] ?? {}).flatMap(([key, value]) => (isSecret(value) ? [key] : []));
  const found = Object.keys(encrypted).map((name) => [name, secretsOf(name).sort()]);
  expect(Object.fromEntries(found)).toEqual(encrypted);
  expect(`${await stack.written()}${stack.printed}`.match(/canary[\w.-]*/g)).toBeNull();
}

it("are encrypted in state with the outputs that repeat them, and nothing else is", async () => {
  await stack.up(program("one"));
  await expectEncrypted();
});

it("stay so when another party changes what they name, and when the program does", async () => {
  const { path } = emulator.objects().find(({ body }) => body.match === "/nested") ?? { path: "" };
  emulator.edit(`${path}/backend`, { backend: { id: "canary-by-hand" } });
  expect((await stack.refresh()).steps).toEqual([{ op: "update", name: "nested", paths: ["backend.backendId"] }]);
  await expectEncrypted();
  await stack.up(program("two"));
  await expectEncrypted();
});
