import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { version } from "../../package.json";
import { ownSystem } from "../../release/node-binaries.mts";
import { pluginInstallArgs } from "../../release/rehearsal/installation.mts";
import { type Emulator, startEmulator } from "../../src/emulator";
import { root } from "../../tools/base/project.mjs";
import { finished } from "../setup/in-background.mts";
import { Example } from "../support/example";
import { folderOfTests } from "../support/folders";
import { npmInstall, pythonVersion } from "../support/published";
import { withoutNode } from "../support/without-node";

/**
 * Tests of the installation with only the files of a release: each in an empty folder, with a separate home of the
 * Pulumi CLI.
 */

const { first: release, finished: file, url, repository } = inject("releases");
const { wheelDir, goProgram } = inject("languageHosts");

const windows = process.platform === "win32";
const archive = `pulumi-resource-edge-ingress-v${version}-${ownSystem}.tar.gz`;
const npmPackage = { path: join(release, `pulumi-edge-ingress-${version}.tgz`), files: [] };
const installedPlugin = `home/plugins/resource-edge-ingress-v${version}/pulumi-resource-edge-ingress`;

const folder = folderOfTests();
/** The PATH without Node.js. */
let path: string;
let emulator: Emulator;

beforeAll(async () => {
  await finished(file);
  path = withoutNode(process.env.PATH ?? "", join(folder, "path"));
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

/** An example of the repository, on a machine without Node.js on which Pulumi may download plugins. */
const exampleOf = (language: string): Promise<Example> =>
  Example.create(join(root, "examples", language), {
    PATH: path,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
  });

/** Deploys the first program, which has one agent ingress, and destroys it. */
async function deploy(example: Example): Promise<void> {
  await example.pulumi(".", "stack", "init", "dev");
  await example.up();
  expect(emulator.objects().map(({ body }) => body.domain)).toEqual(["connect.example.com"]);
  expect(await example.preview("--expect-no-changes")).toContain("2 unchanged");
  const plugin = readFileSync(
    join(example.program, "..", `${installedPlugin}${windows ? ".exe" : ""}`),
  );
  expect(plugin.length).toBeGreaterThan(50_000_000);
  await example.destroy();
  expect(emulator.objects()).toEqual([]);
}

it("the PATH of these tests has no Node.js", () => {
  expect(spawnSync("node", ["--version"], { env: { PATH: path } }).error).toMatchObject({
    code: "ENOENT",
  });
  expect(spawnSync("pulumi", ["version"], { env: { ...process.env, PATH: path } }).status).toBe(0);
});

it("the script of the workflow starts the plugin of this system", () => {
  const printed = execFileSync(
    process.execPath,
    ["tools/base/command.mjs", "release/start.mts", release],
    {
      encoding: "utf8",
    },
  );
  expect(printed).toMatch(new RegExp(`^The plugin for ${ownSystem} listens on port \\d+\\.\n$`));
});

it("a program in YAML is deployed by the plugin that the CLI installs from the server of the release", async () => {
  await using example = await exampleOf("yaml");
  await example.prepare("pulumi", ...pluginInstallArgs(version, url));
  await deploy(example);
});

it("a program in Python is deployed by the wheel, whose plugin Pulumi downloads", async () => {
  await using example = await exampleOf("python");
  await example.prepare(windows ? "python" : "python3", "-m", "venv", "venv");
  const commands = join(example.program, "venv", windows ? "Scripts" : "bin");
  const wheel = join(release, `pulumi_edge_ingress-${pythonVersion}-py3-none-any.whl`);
  await example.prepare(
    join(commands, "pip"),
    "install",
    "--no-index",
    "--find-links",
    wheelDir,
    wheel,
  );
  example.setEnvironment({ PATH: `${commands}${delimiter}${path}` });
  await deploy(example);
});

/** The module of a clone whose publisher has no repository. */
const UNPUBLISHED = "example.com/pulumi-edge-ingress/sdk/go";

const module = `github.com/${repository}/sdk/go`;

/** Serves the module from a folder, like a module proxy, and lets Go verify and unpack it. */
function goModule(): string {
  const served = join(folder, "goproxy", module, "@v");
  mkdirSync(served, { recursive: true });
  cpSync(join(release, `edge-ingress-sdk-go-v${version}.zip`), join(served, `v${version}.zip`));
  const goMod = `module ${module}\n\ngo 1.25\n`;
  writeFileSync(join(served, `v${version}.mod`), goMod);
  writeFileSync(join(served, `v${version}.info`), JSON.stringify({ Version: `v${version}` }));
  const env = {
    ...process.env,
    GOPROXY: pathToFileURL(join(folder, "goproxy")).href,
    GOMODCACHE: join(folder, "gomodcache"),
    GONOSUMDB: "*",
    GOFLAGS: "-modcacherw",
  };
  const printed = execFileSync("go", ["mod", "download", "-json", `${module}@v${version}`], {
    cwd: folder,
    env,
  });
  return JSON.parse(printed.toString()).Dir;
}

it("a program in Go is deployed by the module that Go reads from the zip file, whose plugin Pulumi downloads", async () => {
  await using example = await exampleOf("go");
  cpSync(goModule(), join(example.program, "sdks/edge-ingress"), { recursive: true });
  for (const file of ["go.mod", "main.go"]) {
    const source = join(example.program, file);
    writeFileSync(source, readFileSync(source, "utf8").replaceAll(UNPUBLISHED, module));
  }
  example.setEnvironment(goProgram);
  await deploy(example);
});

it("a program in JavaScript is deployed by the npm package, which also installs the archive of the release", async () => {
  await using example = await exampleOf("javascript");
  await npmInstall(example.program, npmPackage);
  const command = join(example.program, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
  await example.prepare(
    process.execPath,
    command,
    "plugin",
    "install",
    "--archive",
    join(release, archive),
  );
  await example.pulumi(".", "stack", "init", "dev");
  const settings = { "edge-ingress:plugin": "true", edgeId: "edghts_1", backendId: "bkdhr_1" };
  for (const [key, value] of Object.entries(settings))
    await example.pulumi(".", "config", "set", key, value);
  example.setEnvironment({ PATH: process.env.PATH ?? "" });
  await example.up();
  expect(example.printed).toContain("edge-ingress:index:");
  await example.destroy();
  expect(emulator.objects()).toEqual([]);
});
