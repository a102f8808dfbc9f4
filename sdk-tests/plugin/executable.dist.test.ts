import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { root } from "../support/files";
import { temporaryFolder } from "../support/folders";
import { preload } from "../support/preload";
import { lacks } from "../support/system";

/** Tests of the plugin in the form that the engine runs: an executable file. */

const executable = join(root, "plugin/pulumi-resource-edge-ingress");

const empty = temporaryFolder("executable-");

/** Starts the plugin with the address of an engine, in a folder in which no package can be found. */
function start(environment: Record<string, string> = {}, file = executable) {
  const env = { ...process.env, ...environment };
  // Node.js runs a command of Windows only in a shell.
  const [command, shell] = process.platform === "win32" ? [`"${file}.cmd"`, true] : [file, false];
  const child = spawn(command, ["127.0.0.1:1"], {
    cwd: empty(),
    env,
    shell,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code, stdout, stderr: stderr.replaceAll("\r\n", "\n") }),
  );
  return { child, ended };
}

/** Copies the plugin and starts the copy, which prints its port and ends without its engine. */
async function expectStart(
  name: string,
  environment: Record<string, string> = {},
  prepare = (_: string) => {},
) {
  const installed = empty(name);
  cpSync(dirname(executable), installed, { recursive: true });
  prepare(installed);
  const { child, ended } = start(environment, join(installed, basename(executable)));
  child.stdout.once("data", () => child.stdin.end());
  expect(await ended).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: "" });
  return installed;
}

it("the executable writes nothing into its folder, which others install", async () => {
  const installed = await expectStart("kept", { NODE_COMPILE_CACHE: "" });
  expect(readdirSync(installed)).toEqual(readdirSync(dirname(executable)));
});

it.skipIf(lacks.modes)("the executable starts in a folder that cannot be written", async () => {
  await expectStart("read-only", {}, (folder) => chmodSync(folder, 0o555));
});

it("the executable starts below a folder whose package.json declares scripts as modules", async () => {
  writeFileSync(empty("package.json"), '{ "type": "module" }');
  await expectStart("plugins/edge-ingress");
});

it("the executable reports in one line that Node.js is missing", async () => {
  const stderr =
    "pulumi-resource-edge-ingress needs Node.js 22.19 or newer: install it, and put node on the PATH\n";
  expect(await start({ PATH: empty() }).ended).toEqual({ code: 1, stdout: "", stderr });
});

it("the executable starts by a Node.js that is too old, so that its calls can report that", async () => {
  await expectStart("old", { NODE_OPTIONS: preload("old-node") });
});

/**
 * The modules that a script loads by a call that is not a method: their names, or the beginning of an argument that is
 * not a plain text.
 */
const loadedBy = (script: string): string[] =>
  [...script.matchAll(/(?<![\w$.])(?:require|import)\((?:(["'`])([^"'`]*)\1\)|(.{0,40}))/g)].map(
    ([, , name, other]) => name ?? `(${other}`,
  );

it("a script's loads are found in whichever way they are written", () => {
  const script = 'require("a");b.require("b");x(require(`c`),import(\'d\'),require(e))';
  expect(loadedBy(script)).toEqual(["a", "c", "d", "(e))"]);
});

it("the file needs no package, and knows nothing of the machine that made it", () => {
  const script = readFileSync(join(dirname(executable), "plugin.cjs"), "utf8");
  const loaded = loadedBy(script);
  expect(loaded).toContain("node:http2");
  expect(loaded.filter((name) => !isBuiltin(name))).toEqual([]);
  expect(script).not.toContain(root);
  expect(script).not.toContain("node_modules/");
});

it("the command for Windows has the line ends of Windows, and runs the adjacent file", () => {
  const command = readFileSync(`${executable}.cmd`, "utf8");
  expect(command.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(command).toContain('node "%~dp0pulumi-resource-edge-ingress" %*\r\n');
});
