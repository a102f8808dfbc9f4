import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { Emulator } from "../../../src/emulator";
import { root } from "../../support/files";
import { InstalledProject } from "../../support/installed";
import { PLUGINS, Place, PROGRAM } from "../../support/place";
import { npm } from "../../support/published";
import { registry } from "../../support/registry";
import type { Row } from "../../support/where-it-runs";

/** The settings and the installation command of a package manager. */
interface Manager {
  /** The folder of the project, below the folder in which the package manager runs. */
  readonly below?: string;
  readonly plugins?: object;
  /** The settings files, by name. */
  readonly settings: (registry: string) => Readonly<Record<string, string>>;
  readonly install: (folder: string) => Promise<unknown>;
}

const PNPM = join(root, "node_modules/pnpm/bin/pnpm.cjs");
const YARN = join(root, "node_modules/@yarnpkg/cli-dist/bin/yarn.js");

/** Runs a package manager, without the settings of the user. */
async function runIn(folder: string, script: string, ...args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    CI: "true",
    HOME: folder,
    NO_PROXY: "127.0.0.1",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: folder,
    env,
  });
  return stdout;
}

const npmWorkspace: Manager = {
  below: "packages/infra",
  plugins: {
    providers: [{ name: "edge-ingress", path: "../../node_modules/pulumi-edge-ingress/plugin" }],
  },
  settings: (url) => ({
    "package.json": JSON.stringify({ private: true, workspaces: ["packages/*"] }),
    ".npmrc": `registry=${url}\nnoproxy=127.0.0.1\n`,
  }),
  install: (folder) => npm(folder, "install", `--cache=${join(folder, "cache")}`),
};

const pnpm: Manager = {
  settings: (url) => ({ ".npmrc": `registry=${url}\nstore-dir=store\n` }),
  install: (folder) => runIn(folder, PNPM, "install"),
};

const yarn = (nodeLinker: "node-modules" | "pnp", plugins?: object): Manager => ({
  ...(plugins && { plugins }),
  settings: (url) => ({
    "yarn.lock": "",
    ".yarnrc.yml": JSON.stringify({
      nodeLinker,
      npmRegistryServer: url,
      unsafeHttpWhitelist: ["127.0.0.1"],
      npmMinimalAgeGate: 0,
      enableGlobalCache: false,
      enableTelemetry: false,
      globalFolder: ".yarn/global",
    }),
  }),
  install: (folder) => runIn(folder, YARN, "install"),
});

/** Installs the packages of a project, and runs an action in it. */
async function inInstalled(
  emulator: Emulator,
  { below = ".", plugins = PLUGINS, settings, install }: Manager,
  action: (place: Place) => Promise<unknown>,
): Promise<void> {
  await using project = await InstalledProject.toInstall(PROGRAM, plugins, below);
  const above = join(project.folder, relative(below, "."));
  await mkdir(join(above, "packed"));
  await using server = await registry(join(above, "packed"));
  for (const [name, text] of Object.entries(settings(server.url)))
    await writeFile(join(above, name), text);
  await install(above);
  await action(await Place.of(project, emulator));
}

const shortLife = (place: string, manager: Manager): Row => ({
  place,
  life: "short",
  run: (emulator) => inInstalled(emulator, manager, (installed) => installed.live()),
});

export const packageManagers: readonly Row[] = [
  shortLife("A workspace of npm, which installs the package above the project", npmWorkspace),
  shortLife("pnpm 10", pnpm),
  shortLife("Yarn 4 with `nodeLinker: node-modules`", yarn("node-modules")),
  {
    place: "Yarn 4 with Plug'n'Play",
    life: "short",
    run: (emulator) =>
      inInstalled(emulator, yarn("pnp", {}), async (place) => {
        const { folder, environment } = place.project;
        const preview = ["pulumi", "preview", "--non-interactive"];
        expect((await place.run(preview)).text).toMatch(/the Pulumi SDK has not been installed/);
        // Yarn unpacks the package because its package.json asks for it: Pulumi finds no plugin in an archive.
        const installed = await place.run([
          process.execPath,
          YARN,
          "edge-ingress",
          "plugin",
          "install",
        ]);
        expect(installed.code, installed.text).toBe(0);
        const byYarn = await place.run([process.execPath, YARN, "exec", ...preview]);
        expect(byYarn.code, byYarn.text).toBe(0);
        environment.NODE_OPTIONS = `--require ${join(folder, ".pnp.cjs")}`;
        await place.live();
      }),
  },
];
