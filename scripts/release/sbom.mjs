import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../lib/packages.mjs";
import { Problem } from "../lib/say.mjs";
import { nodeVersion, systems } from "./node-binaries.mjs";

/**
 * The part of a CycloneDX document that is read or written here.
 * @typedef {{ "bom-ref": string, name: string, version: string, [key: string]: unknown }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 * @typedef {object} Sbom
 * @property {string} serialNumber
 * @property {{ timestamp: string, component: Component, [key: string]: unknown }} metadata
 * @property {Component[]} components
 * @property {Dependency[]} dependencies
 */

/**
 * Lists what the npm package installs, and what the executables of the plugin contain.
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function writeSboms(stage, out) {
  const installed = await npmSbom(stage);
  await write(join(out, "sbom-npm.cdx.json"), named(installed, "pulumi-edge-ingress"), stage);
  const components = [...(await bundledPackages(stage)), ...systems.map(nodeComponent)];
  const executable = named(containing(installed, components), "pulumi-resource-edge-ingress");
  await write(join(out, "sbom-plugin.cdx.json"), executable, stage);
}

/**
 * What npm installs with the package.
 * @param {import("./stage.mjs").Stage} stage
 * @returns {Promise<Sbom>}
 */
async function npmSbom({ folder }) {
  const format = ["--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", "--loglevel=silent"];
  return JSON.parse(await npm(["sbom", ...format], folder));
}

/**
 * The packages in the bundle of the plugin, as the file of their licences names them. Most are dependencies of development.
 * @param {import("./stage.mjs").Stage} stage
 */
async function bundledPackages({ folder }) {
  const licenses = await readFile(join(folder, "plugin", "plugin.cjs.licenses.txt"), "utf8");
  /** @type {import("../lib/packages.mjs").Lock} */
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const bundled = [...licenses.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.*)\)$/gm)];
  return bundled.map(([, name = "", version = "", license]) => {
    const entries = Object.entries(lock.packages);
    const found = entries.find(([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version);
    if (!found?.[1].integrity) throw new Problem(`package-lock.json does not have ${name} ${version} of the bundle.`);
    return {
      ...component({ name, version, integrity: found[1].integrity }),
      type: "library",
      licenses: [{ expression: license }],
    };
  });
}

/**
 * Node.js in the executable of a system.
 * @param {import("./node-binaries.mjs").System} system
 */
const nodeComponent = ({ system, package: name, integrity }) => ({
  ...component({ name, version: nodeVersion, integrity }),
  type: "platform",
  description: `Node.js in the executable for ${system}`,
});

/** @param {{ name: string, version: string, integrity: string }} of a package of npm */
const component = ({ name, version, integrity }) => ({
  "bom-ref": `${name}@${version}`,
  name,
  version,
  scope: "required",
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
});

/**
 * @param {Sbom} sbom
 * @param {Component[]} components
 * @returns {Sbom}
 */
const containing = (sbom, components) => ({
  ...sbom,
  components,
  dependencies: [
    { ref: sbom.metadata.component["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) },
    ...components.map((each) => ({ ref: each["bom-ref"], dependsOn: [] })),
  ],
});

/**
 * npm takes the name from the folder.
 * @param {Sbom} sbom
 * @param {string} name
 * @returns {Sbom}
 */
const named = (sbom, name) => ({
  ...sbom,
  metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name } },
});

/**
 * npm writes the time of the day and a random serial number, which are made of the contents here.
 * @param {string} file
 * @param {Sbom} sbom
 * @param {import("./stage.mjs").Stage} stage
 */
async function write(file, sbom, { time }) {
  const timestamp = new Date(time * 1000).toISOString();
  const content = { ...sbom, serialNumber: "", metadata: { ...sbom.metadata, timestamp } };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const serialNumber = `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5")}`;
  await writeFile(file, `${JSON.stringify({ ...content, serialNumber }, undefined, 2)}\n`);
}
