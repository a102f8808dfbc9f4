import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Lock, npm } from "../tools/base/packages.mjs";
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
  // Without the development dependencies, among which are two versions of Pulumi's SDK: npm lists no such conflict.
  const options = [
    "--sbom-format=cyclonedx",
    "--package-lock-only",
    "--omit=dev",
    "--loglevel=silent",
  ];
  const installed: Sbom = JSON.parse(await npm(["sbom", ...options], stage.folder));
  const published = {
    ...installed,
    components: [...installed.components, ...(await bundledPackages(stage, "dist"))],
  };
  await write(join(out, "sbom-npm.cdx.json"), "pulumi-edge-ingress", published, stage);
  const components = [...(await bundledPackages(stage, "plugin")), await nodeComponent(stage)];
  const executable = { ...installed, components, dependencies: [] };
  await write(join(out, "sbom-plugin.cdx.json"), "pulumi-resource-edge-ingress", executable, stage);
}

/** The packages in a bundle, as the file of their licences names them. They are dependencies of development. */
async function bundledPackages({ folder }: Stage, bundle: "dist" | "plugin") {
  const licenses = await readFile(join(folder, bundle, "licenses.txt"), "utf8");
  const lock: Lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const bundled = [...licenses.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.*)\)$/gm)];
  return bundled.map(([, name = "", version = "", license]) => {
    const entries = Object.entries(lock.packages);
    const found = entries.find(
      ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
    );
    const integrity = found?.[1].integrity?.replace("sha512-", "");
    if (!integrity)
      throw new Problem(`package-lock.json does not have ${name} ${version} of the bundle.`);
    return {
      ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, scope: "required" },
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity, "base64").toString("hex") }],
      licenses: [{ expression: license }],
    };
  });
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
