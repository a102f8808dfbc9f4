// Loaded into every Node.js process of `npm run debug`. A process of a provider loads the bundle with the source map, and waits
// for a debugger; other processes are left alone.

const inspector = require("node:inspector");
const { registerHooks } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

/** The forms of the provider, by the script that their process runs: the module that it loads, and the bundle to load instead. */
const FORMS = [
  {
    script: /[/\\]dynamic-provider([/\\]index\.js)?$/,
    module: "pulumi-edge-ingress/provider-v1",
    bundle: "provider-v1.cjs",
  },
  { script: /[/\\]pulumi-resource-edge-ingress$/, module: "./plugin.cjs", bundle: "plugin.cjs" },
];

const form = FORMS.find(({ script }) => script.test(process.argv[1] ?? ""));

if (form) {
  const file = join(__dirname, "../../.edge-ingress/debug", form.bundle);
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === form.module
        ? { url: pathToFileURL(file).href, format: "commonjs", shortCircuit: true }
        : nextResolve(specifier, context),
  });
  // Standard output of the process is the port that the engine reads; the inspector writes to standard error.
  inspector.open(Number(process.env.EDGE_INGRESS_DEBUG_PORT), "127.0.0.1", true);
}
