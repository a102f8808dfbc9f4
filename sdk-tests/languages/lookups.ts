import { join } from "node:path";
import { expect } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { members, newRoute } from "../emulator/client";
import { Example } from "../support/example";
import { COMMAND } from "../support/workspace";

type Ids = Readonly<Record<string, string>>;

/**
 * The preparation of the program of a language in `lookups/`, and its output for the lists of agent ingresses,
 * authorities and destinations.
 */
interface Lookups {
  readonly prepare: (example: Example, ids: Ids) => Promise<void>;
  readonly listed: readonly unknown[];
}

/**
 * Deploys a program that calls every function, with ids that are known in a preview, and with ids that are known only
 * in an apply.
 */
export async function expectLookups(language: string, { prepare, listed }: Lookups): Promise<void> {
  await using emulator = await startEmulator();
  const { ids, uris } = await makeObjects(emulator);
  await using example = await Example.create(join(__dirname, "lookups", language), {
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
    LOOKUP_IDS: JSON.stringify(ids),
  });
  await example.prepare(process.execPath, COMMAND, "plugin", "install");
  await example.pulumi(".", "stack", "init", "dev");
  await prepare(example, ids);

  expect(await example.preview()).toContain("5 to create");
  await example.up();
  const outputs = JSON.parse(
    await example.pulumi(".", "stack", "output", "--json", "--show-secrets"),
  );
  expect(outputs).toMatchObject({
    plain: {
      uris: expect.arrayContaining(uris),
      domain: "found.example.com",
      matchType: "exact_path",
      format: "json",
      rollingWindow: 4_294_967_295,
      listed,
    },
    madeIngress: "made.example.com",
    madeAuthority: "ed25519",
    madeDestination: "canary-made",
    madeRoute: "exact_path",
    // YAML has no function that checks whether a list is empty.
    ...(language !== "yaml" && { listed: [true, true, true] }),
  });
  if (language === "go")
    expect(outputs.refused).toContain("consider using the output-versioned variant");
  expect(await example.pulumi(".", "stack", "export")).not.toMatch(/canary-/);
  expect(await example.preview("--expect-no-changes")).toContain("5 unchanged");
  expect(example.printed.replaceAll(/^.*"madeDestination.*$/gm, "")).not.toMatch(/canary-/);
}

/** Creates an object of each kind, under the names of their ids in the programs. */
async function makeObjects(emulator: Emulator): Promise<{ ids: Ids; uris: unknown[] }> {
  const created = {
    agentIngress: await members(emulator, "POST", "/agent_ingresses", {
      domain: "found.example.com",
    }),
    authority: await members(emulator, "POST", "/ssh_certificate_authorities", {
      private_key_type: "ed25519",
    }),
    destination: await members(emulator, "POST", "/event_destinations", {
      format: "json",
      target: { monitoring: { api_key: "canary-found" } },
    }),
  };
  const route = await newRoute(emulator, { circuit_breaker: { rolling_window: 4_294_967_295 } });
  const ids = Object.entries(created).map(([name, { id }]) => [name, String(id)]);
  const uris = emulator
    .objects()
    .flatMap(({ kind, body }) => (kind.endsWith("module") ? [] : [body.uri]));
  return { ids: { ...Object.fromEntries(ids), route: String(route.split("/").at(-1)) }, uris };
}
