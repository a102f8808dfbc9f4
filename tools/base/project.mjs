import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** The folder of all data of `npm start`: server data, stacks, passphrase, Pulumi's files. */
export const dataDir = join(root, ".edge-ingress");

/** The folder of Pulumi's logs and settings. The CLI itself is in the cache that it shares with other projects. */
export const pulumiHome = join(dataDir, "pulumi-home");

/** The ending of the name of an executable. */
export const exe = process.platform === "win32" ? ".exe" : "";

/** The command that runs Python. */
export const python = exe === "" ? "python3" : "python";

/** The Node.js of the devDependency `node`, whatever the machine has. */
export const projectNode = join(root, "node_modules", "node", "bin", `node${exe}`);

/**
 * A JSON file of the project.
 * @param {string} path relative to the root
 * @returns {unknown}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/**
 * The files below a folder in the order of their names, relative to it, with slashes.
 * @param {string} folder
 */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();

/** The oldest Node.js that the package runs on, such as `22.19`. */
export const MIN_NODE = /** @type {{ engines: { node: string } }} */ (
  readJson("package.json")
).engines.node.replace(">=", "");

/**
 * PATH with these folders first, so that Pulumi finds this CLI and runs programs and providers on this Node.js.
 * @param {string[]} folders
 */
export function pathWith(...folders) {
  return [...folders, process.env.PATH].filter(Boolean).join(delimiter);
}
