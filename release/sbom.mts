// Adds to npm sbom what it leaves out: packages that are in a bundle, and Node.js in the executables.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Lock, type LockEntry, npm } from "../tools/base/packages.mjs";
import { Problem } from "../tools/base/say.mjs";
import { nodeVersion, obtainNode, ownSystem } from "./node-binaries.mts";
import type { Stage } from "./stage.mts";

/** The part of a CycloneDX document that is read or written here. */
type Component = { "bom-ref": string; name: string; version: string; [key: string]: unknown };

interface Sbom {
  metadata: { timestamp: string; component: Component; [key: string]: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Node.js in the executables. The list is made on one system, whose executable has Node.js from the same source as the others. */
async function nodeComponent({ node }: Stage): Promise<Component> {
  const { origin } = await obtainNode(ownSystem ?? "", node);
  return {
    "bom-ref": `node@${nodeVersion}`,
    type: "platform",
    name: "node",
    version: nodeVersion,
    description: origin,
    scope: "required",
    purl: `pkg:generic/node@${nodeVersion}`,
  };
}

/** Lists what the npm package installs and contains, and what the executables of the plugin contain. */
export async function writeSboms(stage: Stage, out: string) {
  const options = ["--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"];
  const document: Sbom = JSON.parse(
    await npm(["sbom", ...options, "--loglevel=silent"], stage.folder),
  );
  const lock: Lock = JSON.parse(await readFile(join(stage.folder, "package-lock.json"), "utf8"));
  const published = [...installedPackages(lock), ...(await bundledPackages(stage, lock, "dist"))];
  const executable = [
    ...(await bundledPackages(stage, lock, "plugin")),
    await nodeComponent(stage),
  ];
  const listOf = (components: Component[]): Sbom => ({ ...document, components, dependencies: [] });
  await write(join(out, "sbom-npm.cdx.json"), "pulumi-edge-ingress", listOf(published), stage);
  const plugin = join(out, "sbom-plugin.cdx.json");
  await write(plugin, "pulumi-resource-edge-ingress", listOf(executable), stage);
}

/** The packages that npm installs with the package. `npm sbom` leaves out a package on which a development dependency depends, too. */
const installedPackages = ({ packages }: Lock): Component[] =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const isPackage = path.startsWith("node_modules/") && !entry.link;
    const isInstalled = isPackage && !entry.dev && !entry.devOptional && !entry.peer;
    return isInstalled ? [component(path.replace(/^.*node_modules\//, ""), entry)] : [];
  });

/** The packages in a bundle, as the file of their licences names them. They are dependencies of development. */
async function bundledPackages({ folder }: Stage, lock: Lock, bundle: "dist" | "plugin") {
  const licenses = await readFile(join(folder, bundle, "licenses.txt"), "utf8");
  const bundled = [...licenses.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \(.*\)$/gm)];
  return bundled.map(([, name = "", version = ""]) => {
    const entries = Object.entries(lock.packages);
    const found = entries.find(
      ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
    );
    if (!found?.[1].integrity)
      throw new Problem(`package-lock.json does not have ${name} ${version} of the bundle.`);
    return component(name, found[1]);
  });
}

function component(
  name: string,
  { version = "", integrity = "", license = "" }: LockEntry,
): Component {
  const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    scope: "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    hashes: [{ alg: "SHA-512", content: hash }],
    licenses: [{ expression: license }],
  };
}

/** npm takes the name from the folder, and writes the time of the day and a random serial number, which is left out. */
async function write(file: string, name: string, { metadata, ...sbom }: Sbom, { time }: Stage) {
  const timestamp = new Date(time * 1000).toISOString();
  const named = { ...metadata, timestamp, component: { ...metadata.component, name } };
  await writeFile(
    file,
    `${JSON.stringify({ ...sbom, serialNumber: undefined, metadata: named }, undefined, 2)}\n`,
  );
}
