import { join } from "node:path";
import { readJson } from "../base/project.mjs";
import { isOutdated } from "./outdated.mjs";
import { writePluginStarters } from "./plugin-starters.mjs";
import { writeBundle } from "./write-bundle.mjs";

/**
 * @typedef {object} Bundle
 * @property {string} folder The folder of the files of the bundle.
 * @property {Record<string, string>} entries The sources of the entries by the names of their files.
 * @property {readonly string[]} checked Entries that load the entry `requirements` first, which refuses a Node.js that is too old. Other modules may
 *   fail to load on such a Node.js.
 * @property {string} target The syntax of the files. Node.js 16 and newer can parse an entry with an old target, and refuse to run it.
 * @property {RegExp[]} external Packages that the bundle does not contain.
 * @property {Record<string, string>} assets The sources of files that the bundle reads from its folder.
 * @property {boolean} codeSplitting True if entries share code, and load parts of it on demand, by files in `chunks`.
 */

const manifest =
  /** @type {{ name: string, dependencies: Record<string, string>, peerDependencies: Record<string, string> }} */ (
    readJson("package.json")
  );

/** The packages that npm installs with this package, and this package itself, in which Node.js finds `package.json`. */
const installed = [
  manifest.name,
  ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
].map((name) => new RegExp(`^${name}(/|$)`));

/** @type {Bundle[]} */
const bundles = [
  {
    folder: "dist",
    entries: {
      index: "src/index.ts",
      "provider-v1": "src/provider-v1.ts",
      cli: "src/cli/main.ts",
      emulator: "src/emulator/index.ts",
      expectations: "src/insight/expectations/index.ts",
      policy: "src/insight/policy/index.ts",
      requirements: "src/core/requirements/node.ts",
    },
    // The command checks Node.js itself, and reports the problem with its exit code.
    checked: ["index", "provider-v1", "emulator", "expectations", "policy"],
    target: "es2022",
    external: installed,
    assets: { "chunks/page.html": "src/insight/map/page.html" },
    codeSplitting: true,
  },
  {
    folder: "plugin",
    entries: { plugin: "src/fronts/plugin/main.ts" },
    checked: [],
    target: "es2020",
    // Pulumi copies the folder when it installs the plugin, so the bundle contains all packages that it needs.
    external: [],
    assets: { "schema.json": "src/fronts/plugin/schema.json" },
    codeSplitting: false,
  },
];

/** Bundles the package and the plugin, unless the bundles, whose licences are written last, are newer than their sources. */
export async function bundle() {
  await Promise.all(
    bundles
      .filter(({ folder }) => isOutdated(join(folder, "licenses.txt"), SOURCES))
      .map(writeBundle),
  );
  writePluginStarters();
}

const SOURCES = ["src", "tools/build", "package.json", "package-lock.json"];
