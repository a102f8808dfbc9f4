import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { Example } from "./example";
import { root } from "./files";
import { commandBlocks } from "./walkthrough";
import { COMMAND } from "./workspace";

const LOCAL_URL = "http://127.0.0.1:4455";

/** The commands in each README that configure the stack. */
const CONFIGURE = [
  "pulumi stack init dev",
  "pulumi config set edgeId edghts_1",
  "pulumi config set backendId bkdhr_1",
  "pulumi config set clientId ingress",
  "pulumi config set --secret clientSecret secret-of-login",
  `pulumi config set securityBaseUrl ${LOCAL_URL}`,
  "pulumi config set --secret securityApiKey key-of-security",
  "pulumi config set --secret monitoringApiKey key-of-monitoring",
];

const SECRETS = /secret-of-login|key-of-security|key-of-monitoring/;

interface LargerExample {
  /** Prepares the program in addition to its files. */
  readonly prepare?: (example: Example) => Promise<void>;
  /** The command of the README that runs the unit tests, and what it prints if they pass. */
  readonly unitTests?: { readonly command: string; readonly passed: RegExp };
}

/**
 * Tests a larger example, with a server for the account of its routes and a second server for the account of its audit
 * log.
 */
export async function expectToWork(
  name: string,
  { prepare, unitTests }: LargerExample = {},
): Promise<void> {
  await using routes = await startEmulator();
  await using security = await startEmulator({ apiKeys: { "key-of-security": "security" } });
  await using example = await Example.create(join(root, "examples", name), {
    EDGE_INGRESS_BASE_URL: routes.url,
    EDGE_INGRESS_API_KEY: routes.apiKey,
  });
  await example.prepare(process.execPath, COMMAND, "plugin", "install");
  await prepare?.(example);
  const commands = commandBlocks(await readFile(join(example.program, "README.md"), "utf8"))
    .join("")
    .split("\n");
  if (unitTests) await expectTested(example, commands, unitTests);
  await configure(example, commands, security);

  await example.up();
  expectDeployed(routes, security);
  expect(await example.pulumi(".", "stack", "export")).not.toMatch(SECRETS);
  await expectUnchanged(example, [routes, security]);
  await expectDestroyed(example, [routes, security]);
  expect(example.printed).not.toMatch(SECRETS);
}

async function expectTested(
  example: Example,
  commands: readonly string[],
  { command, passed }: { command: string; passed: RegExp },
): Promise<void> {
  expect(commands).toContain(command);
  const [program = "", ...args] = command.split(" ");
  const { code, text } = await example.begin(program, args).ended;
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(passed) });
}

/** Runs these commands, with the address of the server of the second account. */
async function configure(
  example: Example,
  commands: readonly string[],
  security: Emulator,
): Promise<void> {
  expect(commands.filter((command) => /^pulumi (stack init|config)/.test(command))).toEqual(
    CONFIGURE,
  );
  for (const command of CONFIGURE) {
    const [, ...args] = command.replace(LOCAL_URL, security.url).split(" ");
    await example.pulumi(".", ...args);
  }
}

/**
 * Expects that each path leads to the backend, that only the administration requires a login, and that the other
 * account has only the audit log.
 */
function expectDeployed(routes: Emulator, security: Emulator): void {
  const created = routes.objects().filter(({ kind }) => kind === "https_edge_route");
  expect(created.map(({ body }) => body.match).sort()).toEqual(["/", "/admin", "/api"]);
  for (const { path, body } of created) {
    expect(path).toMatch(/^\/edges\/https\/edghts_1\/routes\//);
    expect(body).toMatchObject({
      match_type: "path_prefix",
      backend: { backend: { id: "bkdhr_1" } },
    });
  }
  const admin = created.find(({ body }) => body.match === "/admin");
  const modules = routes.objects().filter(({ path }) => !/\/(routes\/[^/]+|backend)$/.test(path));
  expect(modules).toMatchObject([
    { path: `${admin?.path}/oauth`, body: { provider: { provider_1: LOGIN } } },
  ]);
  expect(security.objects()).toMatchObject([
    {
      account: "security",
      kind: "event_destination",
      body: { target: { monitoring: { api_key: "key-of-monitoring" } } },
    },
  ]);
}

const LOGIN = {
  client_id: "ingress",
  client_secret: "secret-of-login",
  organizations: ["example"],
};

async function expectUnchanged(example: Example, servers: readonly Emulator[]): Promise<void> {
  for (const server of servers) server.clearRequests();
  await example.preview("--expect-no-changes");
  expect(servers.flatMap((server) => server.requests())).toEqual([]);
}

/** The login goes with its route. */
async function expectDestroyed(example: Example, servers: readonly Emulator[]): Promise<void> {
  await example.destroy();
  expect(servers.flatMap((server) => server.objects())).toEqual([]);
  const sent = servers
    .flatMap((server) => server.requests())
    .filter(({ method }) => method === "DELETE");
  const kinds = sent.map(({ path }) => path.split("/").at(-2)).sort();
  expect(kinds).toEqual(["event_destinations", "routes", "routes", "routes"]);
}
