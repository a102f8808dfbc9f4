import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, root } from "../base/project.mjs";
import { licensesOf } from "./licenses.mjs";

/** The folder of build information that is not published: the modules of each file, and source maps. */
const BUNDLES = join(root, "build", "bundles");

/** undici has its parser of HTTP twice, of which the one without SIMD runs on every processor. */
const PARSER = join(root, "node_modules", "undici", "lib", "llhttp", "llhttp-wasm.js");

/** Files that the bundles contain in place of packages and modules. */
const replacements = {
  "../llhttp/llhttp_simd-wasm.js": PARSER,
  undici: join(import.meta.dirname, "undici.cjs"),
  "@grpc/proto-loader": join(import.meta.dirname, "proto-loader.cjs"),
};

/**
 * Writes the files of a bundle, the licences of the packages in them, and the source maps.
 * @param {import("./bundle.mjs").Bundle} bundle
 */
export async function writeBundle(bundle) {
  const { folder, assets } = bundle;
  const path = join(root, folder);
  const chunks = await build(bundle);
  removeOthers(
    path,
    chunks.map(({ fileName }) => fileName),
  );
  for (const { fileName, code, map } of chunks) {
    write(join(path, fileName), code);
    write(join(BUNDLES, folder, `${fileName}.map`), `${map}`);
  }
  for (const [name, source] of Object.entries(assets)) {
    const text = readFileSync(join(root, source), "utf8");
    write(join(path, name), name.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text);
  }
  const modules = Object.fromEntries(
    chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]),
  );
  write(join(BUNDLES, `${folder}.json`), JSON.stringify(modules));
  // Written last: if the licences exist, the bundle is complete.
  write(join(path, "licenses.txt"), licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
}

/** @param {import("./bundle.mjs").Bundle} bundle */
async function build({ entries, checked, target, external, codeSplitting }) {
  const { rolldown } = await import("rolldown");
  const input = Object.entries(entries).map(([name, file]) => [name, join(root, file)]);
  const build = await rolldown({
    input: Object.fromEntries(input),
    platform: "node",
    external,
    resolve: { alias: replacements },
    // undici omits its experimental parser of HTTP if this name is defined, as in Node.js itself.
    transform: { target, define: { esbuildDetection: "true" } },
  });
  const { output } = await build.generate({
    format: "cjs",
    // As the compiler marks CommonJS modules, for programs that import a namespace.
    esModule: true,
    exports: "named",
    sourcemap: "hidden",
    banner: ({ isEntry, name }) =>
      isEntry && checked.includes(name) ? 'require("./requirements.cjs");' : "",
    // Classes keep their names, which programs and messages show.
    minify: {
      compress: true,
      mangle: { keepNames: { function: false, class: true } },
      codegen: true,
    },
    codeSplitting,
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name].cjs",
  });
  await build.close();
  return output.filter((file) => file.type === "chunk");
}

/**
 * Removes files of an earlier build, such as a chunk that does not exist any more.
 * @param {string} folder
 * @param {readonly string[]} current
 */
function removeOthers(folder, current) {
  mkdirSync(folder, { recursive: true });
  const isOld = (/** @type {string} */ name) => name.endsWith(".cjs") && !current.includes(name);
  for (const name of filesBelow(folder).filter(isOld)) rmSync(join(folder, name));
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
