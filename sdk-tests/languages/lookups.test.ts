import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { members, newRoute } from "../emulator/client";
import { Example } from "../support/example";
import { folderOfTest } from "../support/folders";
import { generateSdk } from "../support/languages";
import { makeVenv, useVenv } from "../support/python-venv";
import { COMMAND } from "../support/workspace";

/** Every function, called by a program in each language: with ids that a preview knows, and with ids that an apply alone knows. */

const CANARY = "canary-found";

/** An object of each kind, by the names that the programs give their ids. */
async function makeObjects(emulator: Emulator) {
  const made = {
    agentIngress: await members(emulator, "POST", "/agent_ingresses", { domain: "found.example.com" }),
    authority: await members(emulator, "POST", "/ssh_certificate_authorities", { private_key_type: "ed25519" }),
    destination: await members(emulator, "POST", "/event_destinations", {
      ...{ format: "json", target: { monitoring: { api_key: CANARY } } },
    }),
  };
  const route = await newRoute(emulator, { circuit_breaker: { rolling_window: 4_294_967_295 } });
  const ids = Object.entries(made).map(([name, { id }]) => [name, String(id)]);
  const uris = emulator.objects().flatMap(({ kind, body }) => (kind.endsWith("module") ? [] : [body.uri]));
  return { ids: { ...Object.fromEntries(ids), route: route.split("/").at(-1) }, uris };
}

const PREPARATIONS = {
  yaml: async (example: Example, ids: Readonly<Record<string, unknown>>) => {
    for (const [name, id] of Object.entries(ids)) await example.pulumi(".", "config", "set", name, String(id));
  },
  python: async (example: Example) => {
    const folder = folderOfTest();
    await makeVenv(folder);
    useVenv(folder, example);
  },
  go: async (example: Example) => {
    example.setEnvironment(inject("languageHosts").goProgram);
    await generateSdk(example.program, "go");
  },
};

/**
 * What the lists are shown as. In YAML, nothing counts what a list has; what is listed in the form for outputs can have been made
 * meanwhile.
 */
const LISTED = {
  yaml: [expect.stringContaining(".example.com"), "ed25519", "json"],
  python: [1, 1, 1],
  go: [1, 1, expect.any(Number)],
};

const languages = Object.keys(PREPARATIONS) as (keyof typeof PREPARATIONS)[];

it.for(languages)("a program in %s looks up all kinds of objects, and keeps their secrets", async (language) => {
  await using emulator = await startEmulator();
  const { ids, uris } = await makeObjects(emulator);
  await using example = await Example.create(join(__dirname, "lookups", language), {
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
    LOOKUP_IDS: JSON.stringify(ids),
  });
  await example.prepare(process.execPath, COMMAND, "plugin", "install");
  await example.pulumi(".", "stack", "init", "dev");
  await PREPARATIONS[language](example, ids);

  expect(await example.preview()).toContain("5 to create");
  await example.up();
  const outputs = JSON.parse(await example.pulumi(".", "stack", "output", "--json", "--show-secrets"));
  const { refused, ...others } = outputs;
  expect(others).toMatchObject({
    plain: {
      ...{ uris: expect.arrayContaining(uris), domain: "found.example.com", matchType: "exact_path", format: "json" },
      ...{ rollingWindow: 4_294_967_295, listed: LISTED[language] },
    },
    ...{ madeIngress: "made.example.com", madeAuthority: "ed25519", madeRoute: "exact_path" },
    ...{ madeDestination: "canary-made" },
    ...(language !== "yaml" && { listed: [true, true, true] }),
  });
  if (language === "go") expect(refused).toContain("consider using the output-versioned variant");
  expect(await example.pulumi(".", "stack", "export")).not.toMatch(/canary-/);
  expect(await example.preview("--expect-no-changes")).toContain("5 unchanged");
  expect(example.printed.replaceAll(/^.*"madeDestination.*$/gm, "")).not.toMatch(/canary-/);
});
