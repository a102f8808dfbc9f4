import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../tools/base/packages.mjs";
import { Problem } from "../tools/base/say.mjs";
import { nodeVersion } from "./node-binaries.mjs";

/**
 * The part of a CycloneDX document that is read or written here.
 * @typedef {{ "bom-ref": string, name: string, version: string, [key: string]: unknown }} Component
 * @typedef {object} Sbom
 * @property {{ timestamp: string, component: Component, [key: string]: unknown }} metadata
 * @property {Component[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/** @type {Component} */
const NODE = {
  "bom-ref": `node@${nodeVersion}`,
  type: "platform",
  name: "node",
  version: nodeVersion,
  scope: "required",
  purl: `pkg:generic/node@${nodeVersion}`,
};

/**
 * Lists what the npm package installs, and what the executables of the plugin contain.
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function writeSboms(stage, out) {
  // Without the development dependencies, among which are two versions of Pulumi's SDK: npm lists no such conflict.
  const options = ["--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", "--loglevel=silent"];
  /** @type {Sbom} */
  const installed = JSON.parse(await npm(["sbom", ...options], stage.folder));
  const components = [...(await bundledPackages(stage)), NODE];
  await write(join(out, "sbom-npm.cdx.json"), "pulumi-edge-ingress", installed, stage);
  const executable = { ...installed, components, dependencies: [] };
  await write(join(out, "sbom-plugin.cdx.json"), "pulumi-resource-edge-ingress", executable, stage);
}

/**
 * The packages in the bundle of the plugin, as the file of their licences names them. Most are dependencies of development.
 * @param {import("./stage.mjs").Stage} stage
 */
async function bundledPackages({ folder }) {
  const licenses = await readFile(join(folder, "plugin", "plugin.cjs.licenses.txt"), "utf8");
  /** @type {import("../tools/base/packages.mjs").Lock} */
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const bundled = [...licenses.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.*)\)$/gm)];
  return bundled.map(([, name = "", version = "", license]) => {
    const entries = Object.entries(lock.packages);
    const found = entries.find(([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version);
    const integrity = found?.[1].integrity?.replace("sha512-", "");
    if (!integrity) throw new Problem(`package-lock.json does not have ${name} ${version} of the bundle.`);
    return {
      ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, scope: "required" },
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity, "base64").toString("hex") }],
      licenses: [{ expression: license }],
    };
  });
}

/**
 * npm takes the name from the folder, and writes the time of the day and a random serial number, which is left out.
 * @param {string} file
 * @param {string} name
 * @param {Sbom} sbom
 * @param {import("./stage.mjs").Stage} stage
 */
async function write(file, name, { metadata, ...sbom }, { time }) {
  const timestamp = new Date(time * 1000).toISOString();
  const named = { ...metadata, timestamp, component: { ...metadata.component, name } };
  await writeFile(file, `${JSON.stringify({ ...sbom, serialNumber: undefined, metadata: named }, undefined, 2)}\n`);
}
