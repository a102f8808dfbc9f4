import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { Release } from "../support/release";

/** The session of docs/import.md, typed word for word in a project that has the package installed. */

const PAGE = join(__dirname, "../../docs/import.md");

let release: Release;
const it = withEmulator();
let folder: string;

beforeAll(async () => {
  release = await Release.create();
  folder = await mkdtemp(join(tmpdir(), "import-session-"));
  await mkdir(join(folder, "state"));
  await mkdir(join(folder, "project"));
  const manifest = { private: true, dependencies: { "pulumi-edge-ingress": "*", "@pulumi/pulumi": "^3.216.0" } };
  await writeFile(join(folder, "project/package.json"), JSON.stringify(manifest));
  await release.install(join(folder, "project"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await release[Symbol.asyncDispose]();
});

/** What the account of the page has; gives the id of the route. */
async function fill(emulator: Emulator): Promise<string> {
  const certificates = { certificate_management_policy: { authority: "letsencrypt" } };
  await members(emulator, "POST", "/agent_ingresses", { domain: "connect.example.com", ...certificates });
  const monitoring = { api_key: "canary-key", service: "edge" };
  const destination = { format: "json", description: "Audit log", target: { monitoring } };
  await members(emulator, "POST", "/event_destinations", destination);
  const authority = { description: "Build hosts", private_key_type: "ed25519" };
  await members(emulator, "POST", "/ssh_certificate_authorities", authority);
  await members(emulator, "PUT", "/edges/https/edghts_1/tls_termination", { min_version: "1.2" });
  const { id } = await members(emulator, "POST", "/edges/https/edghts_1/routes", {
    ...{ match_type: "path_prefix", match: "/api", backend: { backend_id: "bkdhr_1" } },
    webhook_verification: { provider: "github", secret: "canary-hook" },
  });
  return String(id);
}

/** What a command prints, in the order in which it prints it. */
function typed(emulator: Emulator, command: string, cwd: string): Promise<string> {
  const env = {
    ...process.env,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "test",
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
  };
  return new Promise((done) => execFile("sh", ["-c", `${command} 2>&1`], { cwd, env }, (_, printed) => done(printed)));
}

/** Without what differs between two runs and machines: ids, ages, dates, progress, the width of columns, and what npm warns of. */
const comparable = (text: string): string[] =>
  text
    .replaceAll(/\b(agin|evdst|sshca|edghtsrt)_\w+/g, "$1_1")
    .replaceAll(/\b\d+ (?:s|min|h|d)\b/g, "AGE")
    .replaceAll(/\d{4}-\d\d-\d\d/g, "DATE")
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "" && !line.startsWith("npm ") && !/, AGE(, about AGE left)?$/.test(line));

it("the session prints what the page shows, and writes the program that it shows", async ({ emulator }) => {
  const page = await readFile(PAGE, "utf8");
  const [, session = ""] = /```console\n(.*?)```/s.exec(page) ?? [];
  const [, program = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const route = await fill(emulator);
  emulator.clearRequests();
  let cwd = join(folder, "project");
  for (const step of session.split(/^\$ /m).slice(1)) {
    const [line = "", ...shown] = step.split("\n");
    let printed = "";
    for (const command of line.replaceAll("edghtsrt_1", route).split(" && ")) {
      if (command.startsWith("export ")) continue;
      if (command.startsWith("cd ")) cwd = join(cwd, command.slice("cd ".length));
      else if (command === "npm install") await release.install(cwd);
      else printed += await typed(emulator, command, cwd);
    }
    const wanted = comparable(shown.join("\n"));
    // Of what Pulumi prints, the page shows the end.
    const isWhole = line.startsWith("npx ");
    expect(isWhole ? comparable(printed) : comparable(printed).slice(-wanted.length), line).toEqual(wanted);
  }
  const written = await readFile(join(folder, "project/infra/ingress.ts"), "utf8");
  const inPage = (text: string) =>
    text.replace(emulator.url, "https://api.example.com").replace(/\d{4}-\d\d-\d\d/, "DATE");
  expect(inPage(written)).toBe(inPage(program));
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});
