import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exe } from "../tools/base/project.mjs";
import { must } from "../tools/base/run.mjs";
import { Problem } from "../tools/base/say.mjs";
import { tarGz } from "./archive.mts";
import { obtainNode, ownSystem } from "./node-binaries.mts";
import type { Stage } from "./stage.mts";

const NAME = "pulumi-resource-edge-ingress";

/** The name of the executable of this system. */
export const executableName = `${NAME}${exe}`;

/** Builds the archive of this system: one executable that contains Node.js and the plugin, the licences of both, and where that Node.js comes from. */
export async function buildPlugin({ folder, version, time, node }: Stage, out: string) {
  if (!ownSystem)
    throw new Problem(`No Node.js for ${process.platform}-${process.arch} is in release/node.`);
  const { executable, license, origin } = await obtainNode(ownSystem, node);
  const work = join(folder, "executable");
  const packed = join(work, "packed");
  await mkdir(packed, { recursive: true });
  await copyFile(join(folder, "LICENSE"), join(packed, "LICENSE"));
  await copyFile(license, join(packed, "LICENSE-nodejs"));
  await writeFile(join(packed, "ORIGIN-nodejs"), `${origin}\n`);
  await copyFile(join(folder, "plugin", "licenses.txt"), join(packed, "LICENSES-libraries"));
  for (const file of ["plugin.cjs", "schema.json"])
    await copyFile(join(folder, "plugin", file), join(work, file));
  await buildExecutable(work, executable, join(packed, executableName));
  await tarGz(join(out, `${NAME}-v${version}-${ownSystem}.tar.gz`), packed, { time });
}

/** @param folder that contains the bundle */
async function buildExecutable(folder: string, node: string, output: string) {
  const config = join(folder, "sea.json");
  // The executable contains the path in `main`.
  const options = { disableExperimentalSEAWarning: true, useCodeCache: true };
  const assets = { "schema.json": "schema.json" };
  const settings = { main: "plugin.cjs", output, executable: node, assets, ...options };
  await writeFile(config, JSON.stringify(settings));
  // Compiled code contains hashes of texts, which V8 makes from a random seed.
  await must(node, ["--random-seed=1", "--build-sea", config], { cwd: folder });
  await chmod(output, 0o755);
  // Apple silicon starts no executable without a signature, and the one of Node.js does not hold any more.
  if (process.platform === "darwin")
    await must("codesign", ["--force", "--sign", "-", output], { cwd: folder });
}
