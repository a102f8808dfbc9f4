// Runs the program of a project in a form in which a user might change it without a change of the ingress: in a
// different order, with other names, or in a component. The text of the program is not changed; the classes of the
// package are replaced before it is loaded.
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

/** If a project has several programs, their resources have distinct names and edges. */
let scope = "";

/** @param {string} text */
const scoped = (text) => (scope === "" ? text : `${text}-${scope}`);

/** The longest time for which a resource waits for the next resource of the program, which may depend on it. */
const PATIENCE_MS = 1_000;

/** The registration of each resource by the engine, in the order of the program. @type {Promise<unknown>[]} */
const registrations = [];

/**
 * The time at which the engine registers the resource at a place in the program: after the next. @param {number} place
 */
async function turnOf(place) {
  // The resource waits until the program has declared all resources.
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

// Pages leave imports and constants to the reader.
Object.assign(globalThis, changedPackage, { pulumi, config: new pulumi.Config() }, values);

const outputs = files.map((file) => {
  scope = files.length > 1 ? basename(file, extname(file)) : "";
  return ofProject(join(process.cwd(), file));
});

module.exports = outputs.length === 1 ? outputs[0] : {};
