import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Everything that `npm start` keeps: server data, stacks, passphrase, Pulumi's own files. */
export const dataDir = join(root, ".edge-ingress");

/** Where Pulumi logs and remembers things; the CLI itself stays in the cache that it shares with other projects. */
export const pulumiHome = join(dataDir, "pulumi-home");

const exe = process.platform === "win32" ? ".exe" : "";

/** The Node that the devDependency `node` brings, whatever the machine has. */
export const projectNode = join(root, "node_modules", "node", "bin", `node${exe}`);

/**
 * A JSON file of the project.
 * @param {string} path relative to the root
 * @returns {unknown}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/** The oldest Node.js that the package runs on, such as `22.19`. */
export const MIN_NODE = /** @type {{ engines: { node: string } }} */ (readJson("package.json")).engines.node.replace(
  ">=",
  "",
);

/**
 * PATH with these folders first, so that Pulumi finds this CLI and runs programs and providers on this Node.
 * @param {string[]} folders
 */
export function pathWith(...folders) {
  return [...folders, process.env.PATH].filter(Boolean).join(delimiter);
}
