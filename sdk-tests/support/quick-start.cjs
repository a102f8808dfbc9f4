// For --require: shortens the start of the processes that the CLI starts, which takes most of their time. Pulumi's SDK loads a
// module of the lists below when it uses the module, and not before.
const fs = require("node:fs");
const { basename, dirname, join, sep } = require("node:path");

/** @typedef {{ readonly filename?: string | null }} Parent */
/** @typedef {(request: string, parent?: Parent, ...rest: readonly unknown[]) => any} Load */

const Module = /** @type {typeof import("node:module") & { _load: Load }} */ (
  require("node:module")
);

// Keeps what Node.js compiles, in a folder for each kind of process. Pulumi's SDK sets a flag of V8 while it is loaded, and each
// kind loads its modules in another order: V8 refuses what it has compiled with another flag.
const kind = basename(dirname(process.argv[1] ?? ""));
Module.enableCompileCache(join(__dirname, "../../.edge-ingress/compile-cache", kind));

const SDK = `${sep}@pulumi${sep}pulumi${sep}`;

/** Modules of which the SDK calls functions and constructs classes: to serialize functions with their packages, and to trace. */
const CALLED = [/^@npmcli\/arborist$/, /^normalize-package-data$/, /^@opentelemetry\/(?!api$)/];

/** Modules whose members the SDK reads: to serialize functions, and to run other programs. */
const READ = [/^typescript$/, /^\.\/automation$/];

/** The module by which the SDK connects to the inspector of Node.js when it starts, to serialize functions. */
const INSPECTOR = /\/closure\/v8Hooks$/;

const load = Module._load;
Module._load = (request, parent, ...rest) => {
  const loaded = () => load(request, parent, ...rest);
  const filename = parent?.filename ?? "";
  const isIn = (/** @type {readonly RegExp[]} */ list) =>
    filename.includes(SDK) && list.some((pattern) => pattern.test(request));
  // The SDK also connects when it serializes the first function. Its errors then lack the files of scripts that were loaded before.
  if (isIn([INSPECTOR])) return { ...loaded(), isInitializedAsync: async () => undefined };
  if (!isIn([...CALLED, ...READ])) return loaded();
  const requireOfParent = Module.createRequire(filename);
  // A module that is absent fails now: the SDK then loads another one.
  requireOfParent.resolve(request);
  if (isIn(CALLED)) return loadedWhenCalled(loaded);
  return loadedWhenRead(loaded, () => requireOfParent(`${request}/package.json`).version);
};

/** A module whose members are functions and classes. */
const loadedWhenCalled = (/** @type {() => any} */ loaded) =>
  new Proxy({}, { get: (_, name) => memberLoadedWhenCalled(loaded, name) });

/** @type {(loaded: () => any, name: string | symbol) => object} */
function memberLoadedWhenCalled(loaded, name) {
  const member = () => (name === "default" ? (loaded().default ?? loaded()) : loaded()[name]);
  return new Proxy(function later() {}, {
    apply: (_, self, args) => Reflect.apply(member(), self, args),
    construct: (_, args) => Reflect.construct(member(), args),
  });
}

/**
 * A module whose members are read. The SDK logs the version of TypeScript at its start.
 * @type {(loaded: () => any, version: () => string) => object}
 */
const loadedWhenRead = (loaded, version) => {
  const get = (/** @type {object} */ _, /** @type {string | symbol} */ name) => {
    if (name === "__esModule") return true;
    return name === "version" ? version() : loaded()[name];
  };
  return new Proxy({}, { get });
};

// With this variable, the SDK would trace its calls. The engine sets it always, and the tests collect no traces.
delete process.env.TRACEPARENT;

// With its source maps, the SDK would translate the stack trace that it takes of each call.
const { readFileSync } = fs;
const isMapOfSdk = (/** @type {unknown} */ path) =>
  typeof path === "string" && path.includes(SDK) && path.endsWith(".js.map");
Object.assign(fs, {
  readFileSync: (/** @type {any} */ path, /** @type {any[]} */ ...options) =>
    isMapOfSdk(path) ? "" : readFileSync(path, ...options),
});
