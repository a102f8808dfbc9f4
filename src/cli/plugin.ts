import type { StdioOptions } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { createCommand, type FlagValues, flagOption, textOption } from "./command";
import { PACKAGE_FOLDER } from "./package-folder";
import { pulumi, pulumiWithStreams } from "./pulumi";

/** The folder of the plugin in this package. */
const FOLDER = join(PACKAGE_FOLDER, "plugin");

const NAME = "edge-ingress";

const NEXT =
  "Next, run `pulumi package add edge-ingress` in your Python, Go, .NET or Java project. A YAML project needs nothing more. In a " +
  "TypeScript or JavaScript project, run `pulumi config set edge-ingress:plugin true`; a stack that uses the plugin cannot switch " +
  "back to dynamic resources.";

const HELP = `
Programs in YAML, Python, Go and other Pulumi languages need the plugin, and so do TypeScript programs that set
edge-ingress:plugin. The command copies the plugin to the folder in which the Pulumi CLI keeps plugins, and replaces a copy of
another build of the same version. The plugin of this package runs on Node.js. The archives of a release contain a plugin that does not need Node.js: pass an archive of the same
version with --archive.

Exit codes: 0; that of the Pulumi CLI if its installation fails; 2 if there is nothing to install or no CLI.

  edge-ingress plugin install && pulumi package add edge-ingress
`;

const options = {
  reinstall: flagOption("overwrite an installed copy of the same version"),
  archive: textOption(
    "<file>",
    "install from this archive of a release instead of from the package",
  ),
};

/** `edge-ingress plugin install`: installs the plugin for the Pulumi CLI. */
export const subcommands = (version: string): Command[] => {
  const description = `Install version ${version} of the plugin, which this package contains.`;
  return [createCommand("install [options]", description, version, { options, help: HELP, run })];
};

async function run(
  { reinstall, archive }: FlagValues<typeof options>,
  version: string,
): Promise<number> {
  requireSource(version, archive);
  if (!reinstall && (await isInstalled(version, archive))) {
    const from = archive === undefined ? "" : ` with ${basename(archive)}`;
    console.log(`${NAME} ${version} is already installed; use --reinstall to overwrite it${from}.`);
  } else {
    const code = await install(version, archive ?? FOLDER, "inherit");
    if (code !== 0) return code;
  }
  console.log(NEXT);
  return 0;
}

/** Installs the plugin, unless this build of this version is installed. */
export async function ensurePlugin(version: string): Promise<void> {
  requireSource(version);
  if (await isInstalled(version)) return;
  const code = await install(version, FOLDER, ["ignore", "pipe", "inherit"]);
  if (code !== 0)
    throw new Error("the plugin cannot be installed: run `edge-ingress plugin install`");
}

/** Installs the plugin. Without `--reinstall`, the CLI would silently keep another build of the same version. */
async function install(version: string, file: string, stdio: StdioOptions): Promise<number> {
  const args = `plugin install resource ${NAME} ${version} --reinstall --file`.split(" ");
  return (await pulumiWithStreams([...args, file], stdio)).code;
}

/**
 * Checks the plugin to install. The CLI would also install a plugin for another version or system,
 * which fails when a program runs.
 */
function requireSource(version: string, archive?: string): void {
  if (archive === undefined) {
    if (existsSync(join(FOLDER, "pulumi-resource-edge-ingress"))) return;
    throw new Error(
      `${FOLDER} does not contain the plugin: in a clone of the repository, run \`npm run build\` first`,
    );
  }
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${archive} is not a file: pass the path of the downloaded archive`);
  const { platform, arch } = process;
  const system = `${platform === "win32" ? "windows" : platform}-${arch === "x64" ? "amd64" : arch}`;
  const name = basename(archive);
  const expected = `pulumi-resource-${NAME}-v${version}-${system}.tar.gz`;
  if (name !== expected)
    throw new Error(
      `${name} is not named as the plugin of this version and system: pass ${expected} of the release`,
    );
}

/** The folder of the Pulumi CLI; empty if the user has no home folder, which the CLI reports itself. */
function pulumiHome(): string {
  try {
    return process.env.PULUMI_HOME || join(homedir(), ".pulumi");
  } catch {
    return "";
  }
}

/**
 * Checks whether this version is installed. Without an archive, the installed files must also be
 * equal to those of this package.
 */
async function isInstalled(version: string, archive?: string): Promise<boolean> {
  // If the CLI does not work, the installation reports it.
  const { code, stdout } = await pulumi(["plugin", "ls", "--json"]);
  const plugins: readonly Record<string, unknown>[] = code === 0 ? JSON.parse(stdout) : [];
  const hasVersion = plugins.some(
    (plugin) => plugin.kind === "resource" && plugin.name === NAME && plugin.version === version,
  );
  if (!hasVersion || archive !== undefined) return hasVersion;
  // A version in development has many builds, so all files are compared.
  const installed = join(pulumiHome(), "plugins", `resource-${NAME}-v${version}`);
  const files = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.every(({ name }) => {
    const path = join(installed, name);
    return existsSync(path) && readFileSync(path).equals(readFileSync(join(FOLDER, name)));
  });
}
