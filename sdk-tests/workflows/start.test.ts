import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_HOST, DEFAULT_PORT } from "../../src/emulator/defaults";
import { root } from "../support/files";
import { folderOfTests } from "../support/folders";

/** Tests of `npm start` in a separate clone, while another program uses the port of the local server. */

/** The output of a command. */
interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** The parts of the repository that `npm start` needs. */
const PARTS = [
  "tools",
  "src",
  "build",
  "dist",
  "examples",
  "Pulumi.yaml",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** The clone is below the repository, so that no file outside is written. */
const clone = folderOfTests(join(root, ".edge-ingress/tests"));
let first: Printed;
const other = createServer();

beforeAll(async () => {
  // The compiler compares times to detect that nothing has changed.
  const keepTimes = { recursive: true, preserveTimestamps: true };
  await Promise.all(PARTS.map((part) => cp(join(root, part), join(clone, part), keepTimes)));
  await Promise.all(["node_modules", "sdk-tests/oldest-sdk/node_modules"].map(linkPackages));
  other.listen(DEFAULT_PORT, DEFAULT_HOST);
  // If the port is already in use, the test has its precondition.
  await once(other, "listening").catch(() => undefined);
  first = await start("up", "--skip-preview");
}, 300_000);

/** Links the packages separately: if npm removed a package in the clone, it would remove only a link. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(clone, folder), { recursive: true });
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const [from, to] = [join(root, folder, entry.name), join(clone, folder, entry.name)];
    if (entry.isFile()) await cp(from, to);
    else await symlink(from, to, "junction");
  }
}

afterAll(() => other.close());

/** The folder in which `npm start` finds the CLI: the tests have a separate `PULUMI_HOME`, and the CLI in PATH. */
function cliHome(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const bin = folders.find(
    (folder) => /[/\\]versions[/\\][^/\\]+[/\\]bin$/.test(folder) && existsSync(folder),
  );
  if (!bin) throw new Error("the Pulumi CLI of `npm test` is not in PATH");
  return join(bin, "../../..");
}

/** Runs a command to its end, which has to be successful. */
async function run(command: string, args: readonly string[], input = ""): Promise<Printed> {
  const { EDGE_INGRESS_BASE_URL, EDGE_INGRESS_API_KEY, ...others } = process.env;
  // npm has its default log level, whoever runs the tests.
  const loud = { npm_config_loglevel: "notice" };
  const env = { ...others, ...loud, PULUMI_HOME: cliHome(), PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const child = spawn(command, args, { cwd: clone, env, stdio: "pipe" });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect({ code, printed: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, printed: "" });
  return { stdout, stderr };
}

const node = (script: string, args: readonly string[], input?: string) =>
  run(process.execPath, [join(clone, script), ...args], input);

const start = (...args: readonly string[]) =>
  node("tools/base/command.mjs", ["tools/start/start.mts", ...args]);

const addressIn = (stderr: string) => /The local server answers at (\S+)/.exec(stderr)?.[1];

describe("npm start, where another program has the local server's port", {
  timeout: 300_000,
}, () => {
  it("uses a free port each time, and finds its former objects, without a change and without a warning", async () => {
    expect(first.stderr).toContain(`Port ${DEFAULT_PORT} is in use. The local server answers at `);
    expect(first.stdout).toMatch(/\+ 11 created/);

    const second = await start("up", "--skip-preview");
    expect(addressIn(second.stderr)).toBeDefined();
    expect(addressIn(second.stderr)).not.toBe(addressIn(first.stderr));
    expect(second.stdout).toMatch(/Resources:\n +11 unchanged/);
    expect(second.stdout + second.stderr).not.toMatch(/warning|error/);
  });

  it("prints nothing but the JSON that a command of Pulumi is asked for", async () => {
    const exported = JSON.parse((await start("stack", "export")).stdout);
    expect(exported.deployment.resources).toHaveLength(12);
    const outputs = JSON.parse((await start("stack", "output", "--json")).stdout);
    expect(outputs.edges).toEqual({ database: expect.anything(), tlsEndsAt: "edge" });
    const preview = JSON.parse((await start("preview", "--json", "--show-sames")).stdout);
    expect(preview.changeSummary).toEqual({ same: 11 });
  });

  it("previews a change in a form that edge-ingress review reads, with npm's own lines before it", async () => {
    const edges = join(clone, "examples/ingress-stack/edges.ts");
    await writeFile(
      edges,
      (await readFile(edges, "utf8")).replace('minVersion: "1.2"', 'minVersion: "1.0"'),
    );
    const args = ["start", "--", "preview", "--json", "--show-sames"];
    const npm = process.env.npm_execpath;
    const { stdout } = await (npm ? run(process.execPath, [npm, ...args]) : run("npm", args));
    expect(stdout).toMatch(/^\n> pulumi-edge-ingress@/);
    const review = await node("dist/cli.cjs", ["review"], stdout);
    expect(review.stdout).toContain("version 1.0 of TLS is accepted");
  });
});
