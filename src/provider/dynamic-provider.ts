import type { dynamic } from "@pulumi/pulumi";
import type { Resource } from "../engine/resource";
import { configure } from "./configuration";
import { Run } from "./run";

/** Loaded by the first call: what it needs would make every start of the process slower. */
const calls = () => import("./calls.js");

const run = new Run();

/** What the engine calls for one resource type. */
export const dynamicProvider = (resource: Resource): dynamic.ResourceProvider => ({
  // The host does not wait for this before the next call: it has to be done when it returns.
  configure: async ({ config }) => configure((key) => config.get(key)),
  check: async (olds, news) => (await calls()).check(run, resource, olds, news),
  diff: async (id, olds, news) => (await calls()).diff(run, resource, id, olds, news),
  create: async (inputs) => (await calls()).create(run, resource, inputs),
  read: async (id, props) => (await calls()).read(run, resource, id, props),
  update: async (id, olds, news) => (await calls()).update(run, resource, id, olds, news),
  delete: async (id, props) => (await calls()).remove(run, resource, id, props),
});
