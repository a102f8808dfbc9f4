import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIN_NODE, root } from "../base/project.mjs";

/** The folder of the plugin, without other files: Pulumi takes the folder as a whole. */
export const pluginDir = join(root, "plugin");

const NAME = "pulumi-resource-edge-ingress";

const NO_NODE = `${NAME} needs Node.js ${MIN_NODE} or newer: install it, and put node on the PATH`;

/**
 * A shell script that runs itself as JavaScript, so that it can report in one line that Node.js is missing. In
 * JavaScript, the second line is a string and a comment. Pulumi copies the folder when it installs the plugin, so the
 * plugin writes nothing into the folder when it starts.
 */
const STARTER = `#!/bin/sh
":" //; command -v node >/dev/null 2>&1 || { echo "${NO_NODE}" >&2; exit 1; }; exec node "$0" "$@"
require("./plugin.cjs");
`;

/** The command for Windows, which does not run a file by its first line. */
const COMMAND = `@echo off\r\nwhere node >nul 2>nul || (echo ${NO_NODE}>&2 & exit /b 1)\r\nnode "%~dp0${NAME}" %*\r\n`;

/**
 * Without this manifest, Node.js loads the file as a module if a package.json in a parent folder declares its scripts
 * as modules.
 */
const MANIFEST = '{ "type": "commonjs" }\n';

/** Writes the files that start the bundle of the plugin. */
export function writePluginStarters() {
  for (const [name, text] of Object.entries({
    "package.json": MANIFEST,
    [`${NAME}.cmd`]: COMMAND,
    [NAME]: STARTER,
  })) {
    const path = join(pluginDir, name);
    // An unchanged file is not written, because a process may be starting it.
    if (!existsSync(path) || readFileSync(path, "utf8") !== text)
      writeFileSync(path, text, { mode: name === NAME ? 0o755 : 0o644 });
  }
}
