import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { MIN_NODE, root } from "../base/project.mjs";

/** The folder of the plugin, without other files: Pulumi takes the folder as a whole. */
export const pluginDir = join(root, "plugin");

const NAME = "pulumi-resource-edge-ingress";

const NO_NODE = `${NAME} needs Node.js ${MIN_NODE} or newer: install it, and see that node is on the PATH`;

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

/** The bundles, which include all packages that they need. */
const bundles = [
  {
    input: "src/fronts/plugin/main.ts",
    file: "plugin/plugin.cjs",
    // An old target lets a Node.js that is too old parse the file and report its version.
    target: "es2020",
    minify: true,
  },
  {
    input: "src/provider-v1.ts",
    file: "dist/provider-v1.cjs",
    target: "es2022",
    // Lines are kept, because an older Node.js prints the failing line with an error.
    minify: { compress: true, mangle: true, codegen: false },
  },
];

/** Bundles the plugin and the provider of dynamic resources, unless the bundles are newer than their sources. */
export async function bundle() {
  // Earlier versions of the plugin left compiled code here, which would be installed and published with the plugin.
  rmSync(join(pluginDir, ".cache"), { recursive: true, force: true });
  await Promise.all(bundles.map(write));
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

/** @param {typeof bundles[number]} bundle */
async function write({ input, file, target, minify }) {
  const path = join(root, file);
  const packages = ["package.json", "package-lock.json"].map((name) => join(root, name));
  if (isNewer(path, [join(root, "src"), ...packages, import.meta.filename])) return;
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: join(root, input),
    platform: "node",
    transform: { target },
  });
  const { output } = await bundle.generate({ format: "cjs", codeSplitting: false, minify });
  await bundle.close();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.licenses.txt`, licensesOf(output[0].moduleIds));
  // The bundle is written last: if it exists, its licenses exist too.
  writeFileSync(path, output[0].code);
}

/**
 * The licenses of the packages that a bundle contains.
 * @param {readonly string[]} modules their files
 */
function licensesOf(modules) {
  const folders = new Set(
    modules.flatMap(
      (file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file) ?? [],
    ),
  );
  return [...folders].sort().map(licenseOf).join("\n");
}

/** @param {string} folder of a package */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${[`${name} ${version} (${license})`, ...texts].join("\n\n")}\n`;
}

/**
 * @param {string} file
 * @param {readonly string[]} sources files, or folders with all that is in them
 */
function isNewer(file, sources) {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.flatMap(withContents).every((source) => statSync(source).mtimeMs < made);
}

const withContents = (/** @type {string} */ path) => [
  path,
  ...(statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []).map((name) =>
    join(path, `${name}`),
  ),
];
