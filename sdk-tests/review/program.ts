import type { LabelledChange } from "./labelled";

type Change = Pick<LabelledChange, "name" | "before" | "after">;

/** A program that declares the changes' resources, as they are before or after. */
export const program = (changes: readonly Change[]): string => `
const pulumi = require("@pulumi/pulumi");
const ingress = require("pulumi-edge-ingress");
const changes = ${JSON.stringify(changes)};
const phase = process.env.PHASE;
const ids = JSON.parse(process.env.IDS || "{}");

class Component extends pulumi.ComponentResource {
  constructor(name, args, options) { super("test:index:Component", name, args, options); }
}

function valueOf(value, change, made) {
  if (typeof value === "string") return value.replace("EDGE", "edge_" + change).replace(/^(bkd[a-z]+)_/, "$1_" + change + "_").replace("DOMAIN", change + ".example.com").replace("BASE_URL", process.env.EDGE_INGRESS_BASE_URL);
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => valueOf(item, change, made));
  if ("$id" in value) return made[value.$id].id;
  if ("$uri" in value) return made[value.$uri].uri;
  if ("$resource" in value) return made[value.$resource];
  if ("$secret" in value) return pulumi.secret(valueOf(value.$secret, change, made));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueOf(item, change, made)]));
}

for (const change of changes) {
  const made = {};
  const resources = [...change[phase]].sort((a, b) => (a.type === "AgentIngress" ? -1 : 0) - (b.type === "AgentIngress" ? -1 : 0));
  for (const { type, name, args, options, isLookedUp } of resources) {
    const Class = type === "Component" ? Component : ingress[type];
    const fullName = change.name + "." + name;
    if (isLookedUp) {
      made[name] = Class.get(fullName, ids[fullName], valueOf(args, change.name, made));
      continue;
    }
    made[name] = new Class(fullName, valueOf(args, change.name, made), valueOf(options ?? {}, change.name, made));
    if (change.after.some((other) => other.isLookedUp && other.name === name)) exports[fullName] = made[name].id;
  }
}
`;
