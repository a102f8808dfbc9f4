// For --require: shortens the start of the processes that the CLI starts, which takes most of their time.
const { basename, dirname, join } = require("node:path");

/** @typedef {(request: string, ...rest: readonly unknown[]) => unknown} Load */

const Module = /** @type {typeof import("node:module") & { _load: Load }} */ (
  require("node:module")
);

// Keeps what Node.js compiles, in a folder for each kind of process. Pulumi's SDK sets a flag of V8 while it is loaded, and each
// kind loads its modules in another order: V8 refuses what it has compiled with another flag.
const kind = basename(dirname(process.argv[1] ?? ""));
Module.enableCompileCache(join(__dirname, "../../.edge-ingress/compile-cache", kind));

// Loads the library of npm on first use, and not with Pulumi's SDK, of which it is a third: only functions that are
// serialized with their packages need it.
const load = Module._load;
Module._load = (/** @type {string} */ request, /** @type {readonly unknown[]} */ ...rest) => {
  if (request !== "@npmcli/arborist") return load(request, ...rest);
  return {
    Arborist: function later(/** @type {unknown[]} */ ...args) {
      const { Arborist } = /** @type {{ readonly Arborist: Function }} */ (load(request, ...rest));
      return Reflect.construct(Arborist, args);
    },
  };
};
