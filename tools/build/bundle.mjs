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

/** The folder that holds the plugin alone: Pulumi takes it as a whole. */
export const pluginDir = join(root, "plugin");

const NAME = "pulumi-resource-edge-ingress";

const NO_NODE = `${NAME} needs Node.js ${MIN_NODE} or newer: install it, and see that node is on the PATH`;

/**
 * The file is a shell script, which runs itself as JavaScript: it can say in a line that there is no Node.js. For JavaScript,
 * the second line is a text and a comment. The folder is copied when the plugin is installed, so a start writes nothing into it.
 */
const STARTER = `#!/bin/sh
":" //; command -v node >/dev/null 2>&1 || { echo "${NO_NODE}" >&2; exit 1; }; exec node "$0" "$@"
require("./plugin.cjs");
`;

/** For Windows, which runs no file by its first line. */
const COMMAND = `@echo off\r\nwhere node >nul 2>nul || (echo ${NO_NODE}>&2 & exit /b 1)\r\nnode "%~dp0${NAME}" %*\r\n`;

/** Without it, Node.js takes the file for a module below a folder whose package.json says so of scripts. */
const MANIFEST = '{ "type": "commonjs" }\n';

/** What is bundled, with all that it needs. */
const bundles = [
  {
    input: "src/fronts/plugin/main.ts",
    file: "plugin/plugin.cjs",
    // So that a Node.js that is too old can read as far as the line that says so.
    target: "es2020",
    minify: true,
  },
  {
    input: "src/provider-v1.ts",
    file: "dist/provider-v1.cjs",
    target: "es2022",
    // Lines stay, which an older Node.js prints of an error.
    minify: { compress: true, mangle: true, codegen: false },
  },
];

/** Bundles the plugin and the provider of dynamic resources, unless they are newer than what they are made of. */
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
    // A file that a process is just starting stays as it is.
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
  // Last: by its time the other is known to be there.
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
