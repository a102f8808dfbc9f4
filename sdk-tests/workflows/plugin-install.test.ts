import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { version } from "../../package.json";
import { withEmulator } from "../support/fixtures";
import { folderOfTests } from "../support/folders";
import { InstalledProject, sdks } from "../support/installed";
import { preload } from "../support/preload";
import { continueFromPrevious } from "../support/sequence";
import { until } from "../support/until";

/**
 * Tests of the installation of the plugin where the engine finds it, in a user's project without settings for it.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const PROGRAM = `
const { AgentIngress } = require("pulumi-edge-ingress");
const { domain } = new AgentIngress("agents", { domain: "a.example.com" });
module.exports = { domain };
`;

const NEXT =
  "Next, run `pulumi package add edge-ingress` in your Python, Go, .NET or Java project. A YAML project needs nothing more. " +
  "In a TypeScript or JavaScript project, run `pulumi config set edge-ingress:plugin true`; a stack " +
  "that uses the plugin cannot switch back to dynamic resources.\n";

const it = withEmulator();
const home = folderOfTests();
/** The path at which the CLI installs the plugin. */
const installed = join(
  home,
  `plugins/resource-edge-ingress-v${version}/pulumi-resource-edge-ingress`,
);
let project: InstalledProject;

it.beforeAll(async ({ emulator }) => {
  // This is the package.json of a project whose scripts are modules, if CI keeps the CLI's home in the project.
  await writeFile(join(home, "package.json"), '{ "type": "module" }');
  project = await InstalledProject.create(PROGRAM, sdks.newest);
  project.use(emulator);
  // Downloads are disabled, so that the engine has no other plugins than the installed plugins.
  const own = { PULUMI_HOME: home, PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" };
  Object.assign(project.environment, own);
  return () => project[Symbol.asyncDispose]();
});

async function install(args: readonly string[] = [], environment: Record<string, string> = {}) {
  const { code, text } = await project.edgeIngress(["plugin", "install", ...args], environment);
  return { code, text };
}

it("a package that was not built has no plugin, and the command explains in a line how to build it", async () => {
  const { code, text } = await install();
  expect(code).toBe(2);
  expect(text).toMatch(
    /^error: .*plugin does not contain the plugin: in a clone of the repository, run `npm run build` first\n$/,
  );
  await project.addPlugin();
});

it("the command reports in a line that the CLI is missing", async () => {
  expect(await install([], { PATH: home })).toEqual({
    code: 2,
    text: "error: the Pulumi CLI is not on the PATH: install it (https://www.pulumi.com/docs/install) and try again\n",
  });
});

it("the command refuses an archive of another version or system, a folder, and a file that does not exist", async () => {
  const archive = join(home, "pulumi-resource-edge-ingress-v0.0.1-plan9-amd64.tar.gz");
  await writeFile(archive, "");
  const other = await install(["--archive", archive]);
  expect(other.code).toBe(2);
  const named =
    /is not named as the plugin of this version and system: pass (\S+) of the release\n$/.exec(
      other.text,
    )?.[1] ?? "";
  expect(named).toContain(`pulumi-resource-edge-ingress-v${version}-`);
  for (const path of [home, join(home, named)]) {
    expect(await install(["--archive", path])).toEqual({
      code: 2,
      text: `error: ${path} is not a file: pass the path of the downloaded archive\n`,
    });
  }
});

it("a failure of the CLI is shown, and its exit code is the command's", async () => {
  const file = join(home, "file");
  await writeFile(file, "");
  const { code, text } = await install([], { PULUMI_HOME: file });
  const direct = await project.pulumi(
    ["plugin", "install", "resource", "other", "1.0.0", "--file", home],
    {
      PULUMI_HOME: file,
    },
  );
  expect(direct.code).not.toBe(0);
  expect(code).toBe(direct.code);
  expect(text.match(/error: /g)).toHaveLength(1);
  expect(text).not.toContain("Next");
});

it("the command installs the complete, executable plugin, and prints the next step", async () => {
  const { code, text } = await install();
  expect(code).toBe(0);
  expect(text).toContain(`[resource plugin edge-ingress-${version}] installing`);
  expect(text).toMatch(new RegExp(`${NEXT}$`));
  const source = join(project.folder, "node_modules/pulumi-edge-ingress/plugin");
  expect(await readdir(dirname(installed))).toEqual(await readdir(source));
  for (const name of await readdir(source)) {
    expect(await readFile(join(dirname(installed), name), "utf8")).toBe(
      await readFile(join(source, name), "utf8"),
    );
  }
  if (process.platform !== "win32") expect((await stat(installed)).mode & 0o100).toBe(0o100);
});

it("the command leaves the same build of the plugin alone, and reports it", async () => {
  const text = `edge-ingress ${version} is already installed; use --reinstall to overwrite it.\n${NEXT}`;
  expect(await install()).toEqual({ code: 0, text });
  const again = await install(["--reinstall"]);
  expect(again).toEqual({ code: 0, text: expect.stringContaining("installing") });
});

it.each(["plugin.cjs", "pulumi-resource-edge-ingress"])(
  "the command replaces another build of the same version, of which %s differs",
  async (name) => {
    const file = join(dirname(installed), name);
    const own = await readFile(file, "utf8");
    await writeFile(file, `${own}// Another build.`);
    expect(await install()).toEqual({ code: 0, text: expect.stringContaining("installing") });
    expect(await readFile(file, "utf8")).toBe(own);
  },
);

it("programs of the stack then use the plugin, though their project does not contain its path", async ({
  emulator,
}) => {
  await project.init("test", "plugin");
  const { code, text } = await project.pulumi(["up", "--stack=test", "--yes", "--skip-preview"]);
  expect(text).toContain("edge-ingress:index:AgentIngress");
  expect(code).toBe(0);
  expect(emulator.objects()).toHaveLength(1);
});

it("the CLI reads the package's schema from it", async () => {
  const { code, text } = await project.pulumi(["package", "get-schema", "edge-ingress"]);
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ name: "edge-ingress", version });
});

it("the plugin ends by itself when the engine is killed", async () => {
  const end = join(home, "end");
  await project.pulumi(["package", "get-schema", "edge-ingress"], {
    NODE_OPTIONS: preload("kill-engine"),
    PLUGIN_END_FILE: end,
  });
  const noted = async () => (existsSync(end) ? readFile(end, "utf8") : "");
  await until("the plugin has ended", async () => (await noted()) !== "");
  expect(await noted()).toBe("ended with 0");
});
