// Runs the program of a project as somebody has changed it without a change of the ingress: in another order, with other names, or
// in a component. The text of the program stays as it is; the classes of the package are replaced before it is loaded.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { basename, extname, join } = require("node:path");

/** The packages are those that the project has installed. */
const ofProject = createRequire(join(process.cwd(), "index.js"));

/** @type {typeof import("@pulumi/pulumi")} */
const pulumi = ofProject("@pulumi/pulumi");
const PACKAGE = "pulumi-edge-ingress";
const edge = ofProject(PACKAGE);

/** @typedef {import("@pulumi/pulumi").CustomResourceOptions} Options */
/** @typedef {{ files: string[], values: Record<string, unknown> }} Sources */

/** @type {Sources} */
const { files, values } = JSON.parse(readFileSync(join(process.cwd(), "sources.json"), "utf8"));

const changes = new Set((process.env.EVERYDAY_CHANGES ?? "").split(","));

/** If a project has several programs, their resources have names and edges of their own. */
let scope = "";

/** @param {string} text */
const scoped = (text) => (scope === "" ? text : `${text}-${scope}`);

/** The longest time for which a resource waits for the one that the program declares after it, which may depend on it. */
const PATIENCE_MS = 1_000;

/** When the engine has registered each resource, in the order of the program. @type {Promise<unknown>[]} */
const registrations = [];

/** The moment at which a resource is registered that the program declares at a place: after the next one. @param {number} place */
async function turnOf(place) {
  // Until the program has declared everything.
  await new Promise(setImmediate);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([registrations[place + 1], patience]);
}

/** @type {import("@pulumi/pulumi").ComponentResource | undefined} */
let component;

/**
 * @param {string} name
 * @param {Options} opts
 * @returns {Options}
 */
function changedOptions(name, opts) {
  const changed = {
    ...opts,
    aliases: /** @type {import("@pulumi/pulumi").Alias[]} */ ([...[opts.aliases ?? []].flat()]),
  };
  if (changes.has("renamed")) changed.aliases.push({ name });
  if (changes.has("moved")) {
    changed.aliases.push({ parent: opts.parent ?? pulumi.rootStackResource });
    component ??= new pulumi.ComponentResource("everyday:index:Component", "component");
    changed.parent = component;
  }
  if (changes.has("reordered")) {
    const dependencies = [opts.dependsOn ?? []].flat();
    const later = turnOf(registrations.length).then(() => dependencies);
    changed.dependsOn = /** @type {Promise<import("@pulumi/pulumi").Resource[]>} */ (later);
  }
  return changed;
}

/** @param {any} args */
const changedArgs = (args) =>
  typeof args?.edgeId === "string" ? { ...args, edgeId: scoped(args.edgeId) } : args;

/** @param {any} Class */
const changedClass = (Class) =>
  new Proxy(Class, {
    construct(_, [name, args, opts = {}]) {
      const oldName = scoped(name);
      const newName = changes.has("renamed") ? `${oldName}-renamed` : oldName;
      const resource = new Class(newName, changedArgs(args), changedOptions(oldName, opts));
      registrations.push(resource.urn.promise());
      return resource;
    },
  });

const members = Object.entries(edge).map(([name, member]) => [
  name,
  member.prototype instanceof pulumi.Resource ? changedClass(member) : member,
]);
const changedPackage = Object.fromEntries(members);

const loaded = require.cache[ofProject.resolve(PACKAGE)];
if (!loaded) throw new Error(`${PACKAGE} is not in the cache of modules`);
loaded.exports = changedPackage;

// What pages leave to the reader: imports and constants.
Object.assign(globalThis, changedPackage, { pulumi, config: new pulumi.Config() }, values);

const outputs = files.map((file) => {
  scope = files.length > 1 ? basename(file, extname(file)) : "";
  return ofProject(join(process.cwd(), file));
});

module.exports = outputs.length === 1 ? outputs[0] : {};
