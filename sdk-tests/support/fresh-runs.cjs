// Loads the package again for each run, like the engine, without a separate process for each run. A message to the
// process begins the next run, which knows nothing of the previous run.
const METHODS = /** @type {const} */ (["check", "diff", "create", "read", "update", "delete"]);

/** The files of the built package, some of which keep data of a run in memory. */
const REMEMBERS = /[/\\]dist[/\\](chunks[/\\])?[\w-]+\.cjs$/;

/** @typedef {Required<import("@pulumi/pulumi").dynamic.ResourceProvider>} Provider */

/**
 * The request with which the engine configured each provider. @type {Map<string,
 * import("@pulumi/pulumi").dynamic.ConfigureRequest>}
 */
const requests = new Map();
/** @type {Map<string, Provider>} */
let copies = new Map();

/**
 * @param {string} name
 * @returns {Provider}
 */
function current(name) {
  const copy = copies.get(name) ?? load(name);
  copies.set(name, copy);
  return copy;
}

/** @param {string} name */
function load(name) {
  const providers = /** @type {Record<string, unknown>} */ (
    require("pulumi-edge-ingress/provider-v1")
  );
  const provider = /** @type {Provider} */ (providers[name]);
  const request = requests.get(name);
  if (request) void provider.configure(request);
  return provider;
}

/** @param {string} name */
exports.provider = (name) => ({
  /** @param {import("@pulumi/pulumi").dynamic.ConfigureRequest} request */
  configure: async (request) => void requests.set(name, request),
  ...Object.fromEntries(
    METHODS.map((method) => [
      method,
      (/** @type {unknown[]} */ ...args) => Reflect.apply(current(name)[method], undefined, args),
    ]),
  ),
});

process.on("message", () => {
  copies = new Map();
  // The files of a process for other processes of its run are removed when it exits.
  process.emit("exit", 0);
  process.removeAllListeners("SIGINT");
  for (const path of Object.keys(require.cache))
    if (REMEMBERS.test(path)) delete require.cache[path];
  process.send?.("begun");
});
