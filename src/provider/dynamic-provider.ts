import type { dynamic } from "@pulumi/pulumi";
import type { Resource } from "../engine/resource";
import { configure } from "./configuration";

/** Loaded by the first call: what it needs would make every start of the process slower. */
const calls = () => import("./calls.js");

/** What the engine calls for one resource type. */
export const dynamicProvider = (resource: Resource): dynamic.ResourceProvider => ({
  // The host does not wait for this before the next call: it has to be done when it returns.
  configure: async ({ config }) => configure((key) => config.get(key)),
  check: async (olds, news) => (await calls()).check(resource, olds, news),
  diff: async (id, olds, news) => (await calls()).diff(resource, id, olds, news),
  create: async (inputs) => (await calls()).create(resource, inputs),
  read: async (id, props) => (await calls()).read(resource, id, props),
  update: async (id, olds, news) => (await calls()).update(resource, id, olds, news),
  delete: async (id, props) => (await calls()).remove(resource, id, props),
});
