import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIN_NODE, root } from "./project.mjs";

/** The folder that holds the plugin alone: Pulumi takes it as a whole. */
export const pluginDir = join(root, "plugin");

const NAME = "pulumi-resource-edge-ingress";

const NO_NODE = `${NAME} needs Node.js ${MIN_NODE} or newer: install it, and see that node is on the PATH`;

/**
 * The file is a shell script, which runs itself as JavaScript: it can say in a line that there is no Node.js. For JavaScript,
 * the second line is a text and a comment.
 */
const BANNER = [
  "#!/bin/sh",
  `":" //; command -v node >/dev/null 2>&1 || { echo "${NO_NODE}" >&2; exit 1; }; exec node "$0" "$@"`,
].join("\n");

/** For Windows, which runs no file by its first line. */
const COMMAND = `@echo off\r\nwhere node >nul 2>nul || (echo ${NO_NODE}>&2 & exit /b 1)\r\nnode "%~dp0${NAME}" %*\r\n`;

/** Without it, Node.js takes the file for a module below a folder whose package.json says so of scripts. */
const MANIFEST = '{ "type": "commonjs" }\n';

/** Bundles the plugin, with all that it needs, unless it is newer than what it is made of. */
export async function bundlePlugin() {
  const file = join(pluginDir, NAME);
  const packages = ["package.json", "package-lock.json"].map((name) => join(root, name));
  if (isNewer(file, [join(root, "src"), ...packages, import.meta.filename])) return;
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: join(root, "src/fronts/plugin/main.ts"),
    platform: "node",
    // So that a Node.js that is too old can read as far as the line that says so.
    transform: { target: "es2020" },
  });
  const { output } = await bundle.generate({ format: "cjs", codeSplitting: false, minify: true });
  await bundle.close();
  mkdirSync(pluginDir, { recursive: true });
  writeFileSync(join(pluginDir, "package.json"), MANIFEST);
  writeFileSync(`${file}.cmd`, COMMAND);
  // Last: by its time the others are known to be there.
  writeFileSync(file, `${BANNER}\n${output[0].code}`, { mode: 0o755 });
}

/**
 * @param {string} file
 * @param {readonly string[]} sources files, or folders with all that is in them
 */
function isNewer(file, sources) {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => newest(source) < made);
}

/**
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
