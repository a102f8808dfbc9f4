import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import exampleState from "../../tools/build/generate/example-state.json";
import { missingSettings } from "../../tools/start/example-config.mts";
import { expectFileSnapshot } from "../support/file-snapshot";
import { root } from "../support/files";
import { isLook } from "../support/looks";
import { sourceProgram } from "../support/program";
import { TestStack } from "../support/stack";

/**
 * The state and the requests of the example stack, as files: a user who upgrades must not see a difference.
 * docs/map.svg is drawn from the state. `npx vitest run sdk-tests/e2e/example-state.test.ts -u` writes the requests
 * again after an intended change.
 */

const example = join(root, "examples/ingress-stack/index.ts");

const SECRET = "4dabf18193072939515e22adb298388d";

/** Replaces values that differ from run to run. */
function normalized<Value>(value: Value, url: string): Value {
  const names = new Map<string, string>();
  const nameOf = (id: string, prefix: string) => {
    if (!names.has(id)) names.set(id, `${prefix}_${names.size + 1}`);
    return String(names.get(id));
  };
  const text = JSON.stringify(value, (key, member) => {
    if (typeof member === "object" && member !== null && SECRET in member) return "[secret]";
    if (key === "publicKey" || key === "knownHosts") return "[generated]";
    return member;
  });
  return JSON.parse(text.replaceAll(url, "[url]").replace(/\b([a-z]+)_[0-9A-Za-z]{27}\b/g, nameOf));
}

const ofProvider = ["type", "id", "inputs", "outputs", "dependencies", "propertyDependencies"];

it("the example stack has the recorded state, and the provider sends the recorded requests", {
  timeout: 300_000,
}, async () => {
  await using emulator = await startEmulator({ now: () => new Date("2026-01-01T00:00:00Z") });
  await using stack = await TestStack.create(emulator, {}, "dynamic", "typescript");
  const settings = missingSettings("") ?? [];
  await stack.pulumi(...settings, "--stack", "test");
  await stack.up(sourceProgram(({ load }, { example }) => load(example), { example }));
  const exported = JSON.parse(
    await stack.pulumi("stack", "export", "--stack", "test", "--show-secrets"),
  );
  const resources = (exported.deployment.resources as { urn: string; type: string }[])
    .filter(({ type }) => type.includes("edge-ingress"))
    .sort((a, b) => (a.urn < b.urn ? -1 : 1))
    .map((resource) => [
      resource.urn.slice(resource.urn.lastIndexOf("::") + 2),
      Object.fromEntries(Object.entries(resource).filter(([key]) => ofProvider.includes(key))),
    ]);
  const sent = emulator
    .requests()
    // The number of lookups that the 404s share varies, so the lookups are not compared.
    .filter((request) => !isLook(request))
    .map(({ method, path, body }) => ({ method, path, body }))
    .sort((a, b) => (JSON.stringify(a.body ?? a.path) < JSON.stringify(b.body ?? b.path) ? -1 : 1));
  const { state, requests } = normalized(
    { state: Object.fromEntries(resources), requests: sent },
    emulator.url,
  );
  expect(state).toEqual(exampleState);
  await expectFileSnapshot(
    `${JSON.stringify(requests, null, 2)}\n`,
    "goldens/example-requests.txt",
  );
});
