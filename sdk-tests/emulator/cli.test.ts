import { type ChildProcess, spawn } from "node:child_process";
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
  const { child, output } = run("--port", "0", "--data", data, "--option", "pageSize=3");
  const printed = await lines(child, output, 5);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  expect(printed).toContain("API key: local-api-key");
  expect(printed).toContain(`Data:    ${data}`);
  const headers = { Authorization: "Bearer local-api-key", "Service-Version": "2" };
  expect((await fetch(`${url}/agent_ingresses`, { headers })).status).toBe(200);
  expect(await (await fetch(`${url}/_admin/options`)).json()).toMatchObject({ pageSize: 3 });
  child.kill("SIGTERM");
  expect(await exit(child)).toBe(ENDED_BY_SIGNAL);
  expect(output.stderr).toBe("");
});

test("keys of the command line are accepted and never printed", async () => {
  const { child, output } = run("--port", "0", "--api-key", "hush-1=first", "--api-key", "hush=2=second");
  const printed = await lines(child, output, 5);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  const asked = ["hush-1", "hush=2", "local-api-key"].map((key) =>
    fetch(`${url}/agent_ingresses`, { headers: { Authorization: `Bearer ${key}`, "Service-Version": "2" } }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 401]);
  child.kill("SIGINT");
  expect(await exit(child)).toBe(ENDED_BY_SIGNAL);
  expect(output.stdout + output.stderr).not.toContain("hush");
});

test("a port in use is one clear line and a failure", async () => {
  await using emulator = await startEmulator();
  const { port } = new URL(emulator.url);
  const { child, output } = run("--port", port);
  expect(await exit(child)).toBe(2);
  expect(output.stderr).toBe(`error: port ${port} is in use; choose another with --port\n`);
});

test.each([
  [["--port", "http"], "A port is a number"],
  [["--option", "pageSize=many"], "wrong emulator option: pageSize"],
  [["--fixtures", "missing.json"], "cannot read the fixtures file missing.json"],
  [["--api-key", "hush=="], "--api-key takes KEY or KEY=ACCOUNT"],
  [["--data", ""], "It needs the name of a file."],
])("wrong arguments are refused: %j", async (args, message) => {
  const { child, output } = run(...args);
  expect(await exit(child)).toBe(2);
  expect(output.stderr).toContain(message);
  expect(output.stderr).not.toContain("hush");
  expect(output.stderr.trim().split("\n")).toHaveLength(1);
});

test("the help lists every option with its default", async () => {
  const { child, output } = run("--help");
  expect(await exit(child)).toBe(0);
  for (const { name, fallback, doc } of optionDocs()) {
    expect(output.stdout).toContain(`${name}=${fallback}`);
    expect(output.stdout).toContain(doc);
  }
});

test("the command tells the package's version", async () => {
  const { child, output } = start(["--version"]);
  expect(await exit(child)).toBe(0);
  expect(output.stdout).toBe(`${manifest.version}\n`);
});

test.each(["emulator", "review", "diff"])("a Node.js that is too old is no result of %s", async (command) => {
  const { child, output } = start([command], preload("old-node"));
  expect(await exit(child)).toBe(2);
  expect(output.stderr).toBe(
    "error: pulumi-edge-ingress needs Node.js 22.19 or newer, and this is 20.18.1: install a newer one and run the command again\n",
  );
});

test("startEmulator names the Node.js that it needs, on an older one", async () => {
  const code = `require(${JSON.stringify(join(folder, "src/emulator/index.js"))}).startEmulator().catch((e) => console.error(e.message))`;
  const { child, output } = node(["-e", code], preload("old-node"));
  expect(await exit(child)).toBe(0);
  expect(output.stderr).toBe(
    `the local server needs Node.js ${OLDEST_NODE} or newer, and this is 20.18.1: install a newer one\n`,
  );
});

test("requests for a host name that the command allows are accepted", async () => {
  const { child, output } = run("--port", "0", "--host-name", "api.example.com");
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await lines(child, output, 5))?.[0] ?? "";
  const statuses = ["API.example.com:4455", "www.example.com"].map(
    async (Host) => (await sendRaw({ url }, { path: "/openapi.json", headers: { Host } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
  child.kill("SIGTERM");
  expect(await exit(child)).toBe(ENDED_BY_SIGNAL);
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

interface Output {
  stdout: string;
  stderr: string;
}

const run = (...args: readonly string[]) => start(["emulator", ...args]);

const start = (args: readonly string[], nodeOptions = "") =>
  node([join(folder, "src/cli/main.js"), ...args], nodeOptions);

function node(args: readonly string[], nodeOptions: string): { child: ChildProcess; output: Output } {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions };
  const child = spawn(process.execPath, args, { env });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.on("data", (text) => {
    output.stderr += text;
  });
  return { child, output };
}

/** Waits until the command has printed so many lines. */
async function lines(child: ChildProcess, output: Output, count: number): Promise<string> {
  while (output.stdout.split("\n").length <= count) {
    if (child.exitCode !== null) throw new Error(`the command ended: ${output.stderr}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return output.stdout;
}

function exit(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    child.on("close", (code) => done(code));
  });
}
