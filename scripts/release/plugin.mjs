import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../lib/run.mjs";
import { Problem } from "../lib/say.mjs";
import { tarGz } from "./archive/tar.mjs";
import { signAdHoc } from "./mach-o.mjs";
import { isWindows, nodeBinary, nodeLicense, ownSystem, systems } from "./node-binaries.mjs";

const NAME = "pulumi-resource-edge-ingress";

/** Each takes half a gigabyte of memory. */
const AT_ONCE = 2;

/** @param {{ version: string, system: string }} of */
export const archiveName = ({ version, system }) => `${NAME}-v${version}-${system}.tar.gz`;

/** @param {string} system */
export const executableName = (system) => (isWindows(system) ? `${NAME}.exe` : NAME);

/**
 * Builds the archive of each system: one executable that contains Node.js and the plugin, and the licences of both.
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function buildPlugins(stage, out) {
  const licenses = [
    { name: "LICENSE", content: await readFile(join(stage.folder, "LICENSE")) },
    { name: "LICENSE-nodejs", content: await nodeLicense() },
    { name: "LICENSES-libraries", content: await readFile(join(stage.folder, "plugin", "plugin.cjs.licenses.txt")) },
  ];
  // One after the other, before several need the same.
  for (const { system } of systems) await nodeBinary(system);
  for (let index = 0; index < systems.length; index += AT_ONCE) {
    const some = systems.slice(index, index + AT_ONCE);
    await Promise.all(some.map(({ system }) => buildArchive(stage, system, licenses, out)));
  }
}

/**
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} system
 * @param {readonly import("./archive/files.mjs").Entry[]} licenses
 * @param {string} out
 */
async function buildArchive(stage, system, licenses, out) {
  const executable = { name: executableName(system), content: await executableFor(stage, system), executable: true };
  const archive = await tarGz([...licenses, executable], stage.time);
  await writeFile(join(out, archiveName({ version: stage.version, system })), archive);
}

/**
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} system
 */
async function executableFor(stage, system) {
  const folder = join(stage.folder, "executables", system);
  await mkdir(folder, { recursive: true });
  const output = join(folder, NAME);
  const config = join(folder, "sea.json");
  const configuration = {
    // The executable contains this path.
    main: "plugin.cjs",
    output,
    executable: await nodeBinary(system),
    disableExperimentalSEAWarning: true,
    // V8 reads only what it has compiled for the same processor and system.
    useCodeCache: system === ownSystem,
  };
  await writeFile(config, JSON.stringify(configuration));
  await buildSingleExecutable(config, join(stage.folder, "plugin"));
  const built = await readFile(output);
  return system.startsWith("darwin-") ? signAdHoc(built, NAME) : built;
}

/**
 * @param {string} config
 * @param {string} cwd
 */
async function buildSingleExecutable(config, cwd) {
  if (!ownSystem) throw new Problem(`No Node.js for ${process.platform}-${process.arch} is in node-binaries.json.`);
  // Compiled code contains hashes of texts, which V8 makes from a random seed.
  const args = ["--random-seed=1", "--build-sea", config];
  const { code, output } = await run(await nodeBinary(ownSystem), args, { cwd, capture: true });
  if (code !== 0) throw new Problem(`node --build-sea failed: ${output.trim()}`);
}
