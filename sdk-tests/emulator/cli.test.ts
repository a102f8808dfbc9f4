import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../package.json";
import { OLDEST_NODE } from "../../src/core/requirements/versions";
import { startEmulator } from "../../src/emulator/index";
import { optionDocs } from "../../src/emulator/options/markdown";
import { preload } from "../support/preload";
import { ENDED_BY_SIGNAL } from "../support/system";
import { sendRaw } from "./client";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-cli-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  cpSync("package.json", join(folder, "package.json"));
  transpile("src");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the command serves the API, prints its addresses and stops on a signal", async () => {
  const data = join(folder, "data.sqlite");
  const served = await serve("--data", data, "--option", "pageSize=3");
  expect(served.output.stdout).toContain("API key: local-api-key");
  expect(served.output.stdout).toContain(`Data:    ${data}`);
  expect(await statusWith(served.url, "local-api-key")).toBe(200);
  expect(await (await fetch(`${served.url}/_admin/options`)).json()).toMatchObject({ pageSize: 3 });
  await served.end("SIGTERM");
  expect(served.output.stderr).toBe("");
});

test("keys of the command line are accepted and never printed", async () => {
  const served = await serve("--api-key", "hush-1=first", "--api-key", "hush=2=second");
  const asked = ["hush-1", "hush=2", "local-api-key"].map((key) => statusWith(served.url, key));
  expect(await Promise.all(asked)).toEqual([200, 200, 401]);
  await served.end("SIGINT");
  expect(served.output.stdout + served.output.stderr).not.toContain("hush");
});

test("a port in use is one clear line and a failure", async () => {
  await using emulator = await startEmulator();
  const { port } = new URL(emulator.url);
  const stderr = `error: port ${port} is in use; choose another with --port\n`;
  expect(await run(["emulator", "--port", port])).toMatchObject({ code: 2, stderr });
});

test.each([
  [["--port", "http"], "A port is a number"],
  [["--option", "pageSize=many"], "wrong emulator option: pageSize"],
  [["--fixtures", "missing.json"], "cannot read the fixtures file missing.json"],
  [["--api-key", "hush=="], "--api-key takes KEY or KEY=ACCOUNT"],
  [["--data", ""], "It needs the name of a file."],
])("wrong arguments are refused: %j", async (args, message) => {
  const { code, stderr } = await run(["emulator", ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("hush");
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("the help lists every option with its default", async () => {
  const { code, stdout } = await run(["emulator", "--help"]);
  expect(code).toBe(0);
  for (const { name, fallback, doc } of optionDocs()) {
    expect(stdout).toContain(`${name}=${fallback}`);
    expect(stdout).toContain(doc);
  }
});

test("the command tells the package's version", async () => {
  expect(await run(["--version"])).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
});

test.each(["emulator", "review", "diff"])("a Node.js that is too old is no result of %s", async (command) => {
  const stderr =
    "error: pulumi-edge-ingress needs Node.js 22.19 or newer, and this is 20.18.1: install a newer one and run the command again\n";
  expect(await run([command], preload("old-node"))).toMatchObject({ code: 2, stderr });
});

test("startEmulator names the Node.js that it needs, on an older one", async () => {
  const code = `require(${JSON.stringify(join(folder, "src/emulator/index.js"))}).startEmulator().catch((e) => console.error(e.message))`;
  const stderr = `the local server needs Node.js ${OLDEST_NODE} or newer, and this is 20.18.1: install a newer one\n`;
  expect(await node(["-e", code], preload("old-node"))).toMatchObject({ code: 0, stderr });
});

test("requests for a host name that the command allows are accepted", async () => {
  const served = await serve("--host-name", "api.example.com");
  const statuses = ["API.example.com:4455", "www.example.com"].map(
    async (Host) => (await sendRaw(served, { path: "/openapi.json", headers: { Host } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
  await served.end("SIGTERM");
});

/** Compiles without type checks, so that the real command runs whatever state the built package is in. */
function transpile(source: string): void {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const file = join(folder, source, name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    const code = readFileSync(join(source, name), "utf8");
    writeFileSync(file, ts.transpileModule(code, { compilerOptions: options, fileName: name }).outputText);
  }
}

const main = () => join(folder, "src/cli/main.js");

/** Runs the command until it ends. */
const run = (args: readonly string[], nodeOptions = "") => node([main(), ...args], nodeOptions);

const node = (args: readonly string[], NODE_OPTIONS: string) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const options = { env: { ...process.env, NODE_OPTIONS } };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

/** Starts a server on any free port, and waits until the command has printed all its lines. */
async function serve(...args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [main(), "emulator", "--port", "0", ...args]);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name]?.on("data", (text) => (output[name] += text));
  while (output.stdout.split("\n").length <= 5) {
    if (child.exitCode !== null) throw new Error(`the command ended: ${output.stderr}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)?.[0] ?? "";
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, "close");
    child.kill(signal);
    expect((await ended)[0]).toBe(ENDED_BY_SIGNAL);
  };
  return { url, output, end };
}

const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/agent_ingresses`, { headers: { Authorization: `Bearer ${key}`, "Service-Version": "2" } }))
    .status;
