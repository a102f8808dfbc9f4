// Carries out the program that a test has recorded in `program.json` (see program.ts), as an ordinary Pulumi program: with
// the classes of the built package, in the process that Pulumi's language host starts.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-edge-ingress");

const USES_PLUGIN = "edge-ingress:plugin";

/** @typedef {import("./program").RecordedProgram} RecordedProgram */
/** @typedef {Extract<RecordedProgram, { steps: unknown }>["steps"][number]} Step */

/** @type {RecordedProgram} */
const program = JSON.parse(readFileSync(join(process.cwd(), "program.json"), "utf8"));

/** @type {Map<number, Record<string, unknown>>} */
const resources = new Map();

const classes = /** @type {Record<string, any>} */ ({
  ...edge,
  ComponentResource: pulumi.ComponentResource,
});

/**
 * Returns the value that a recorded value represents.
 * @param {any} value
 * @returns {any}
 */
function decoded(value) {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== "object" || value === null) return value;
  if ("$undefined" in value) return undefined;
  if ("$secret" in value) return pulumi.secret(decoded(value.$secret));
  if ("$output" in value) return pulumi.output(decoded(value.$output));
  if ("$concat" in value) return pulumi.concat(...value.$concat.map(decoded));
  if ("$resource" in value) {
    const resource = resources.get(value.$resource);
    return "member" in value ? resource?.[value.member] : resource;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decoded(member)]));
}

/** @param {Step} step */
function carryOut(step) {
  if ("apply" in step) {
    decoded(step.apply).apply(() => step.steps.forEach(carryOut));
    return;
  }
  const [type = "", isLookup] = step.type.split(".");
  const make = () => {
    const args = step.args.map(decoded);
    return isLookup ? classes[type].get(...args) : new classes[type](...args);
  };
  resources.set(step.id, step.form ? inForm(step.form, make) : make());
}

/**
 * @template T
 * @param {string} form
 * @param {() => T} make
 */
function inForm(form, make) {
  const before = pulumi.runtime.getConfig(USES_PLUGIN);
  pulumi.runtime.setConfig(USES_PLUGIN, String(form === "plugin"));
  try {
    return make();
  } finally {
    pulumi.runtime.setConfig(USES_PLUGIN, before ?? "false");
  }
}

/** @returns The outputs of the stack. */
function run() {
  if ("source" in program) {
    const modules = { edge, pulumi, inForm, load: require };
    return new Function(`return (${program.source})`)()(modules, program.parameters);
  }
  program.steps.forEach(carryOut);
  return decoded(program.outputs ?? {});
}

// A function, since the outputs may be a promise.
module.exports = () => run();
