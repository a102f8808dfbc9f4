import { z } from "zod";
import type { Values } from "../../src/core/schema/values";
import { values } from "../support/data";

/** Arguments, and the body of the one request that has to lead to them. */
const stage = z.strictObject({ args: values, body: values });

/** Arguments that are refused, each with one of its problems. */
const invalid = z.array(z.strictObject({ args: values, problem: z.string() }));

/** How one module is put through its life, inline on a route or as a resource of its own. */
export const moduleCase = z.strictObject({
  /** The member of a route on the wire. */
  member: z.string(),
  /** The class of a module with a path of its own. */
  resource: z.string().optional(),
  /** Only what is required. */
  minimal: stage,
  /** Every argument. */
  whole: stage,
  /** Every argument changed. */
  changed: stage,
  /** Other forms that a golden body has to cover. */
  also: z.array(stage).optional(),
  /** What another party does to the whole module, as wire members, and the one path at which it shows. */
  drift: z.strictObject({ members: values, path: z.string() }),
  /** The path of each problem begins with the module. */
  invalid,
  secrets: z.array(z.string()).default([]),
});

/** How one resource is put through its life. */
export const resourceCase = z.strictObject({
  /** Where the server has it. */
  path: z.string(),
  /** The arguments that say where it is, beside those below: none, an edge, or a route of one. */
  place: z.enum(["edge", "route"]).optional(),
  /** Every argument, from the beginning. */
  whole: stage,
  /** An object made with the required arguments alone, then changed in place: every argument that can be set, changed and removed. */
  life: z.strictObject({ minimal: stage, set: stage, changed: stage, removed: stage }),
  /** Other forms that a golden body has to cover. */
  also: z.array(stage).optional(),
  /** Arguments that only a new object can have, from `minimal`; for a resource that has any beside the place. */
  replaced: values.optional(),
  /** What another party does to the object with those arguments, in wire members, and the paths at which a refresh shows it. */
  drift: z.strictObject({
    of: z.enum(["grown", "whole"]),
    members: values,
    paths: z.array(z.string()),
  }),
  invalid,
  /** Arguments in which another resource's unknown text takes the place of TEXT. */
  unknown: values,
  /** Secrets among the arguments and members above. */
  secrets: z.array(z.string()).default([]),
});

export type Stage = z.infer<typeof stage>;
/** With the argument of a route that configures the module, or what it would be called for a module of an edge. */
export type ModuleCase = z.infer<typeof moduleCase> & { readonly argument: string };

export interface ResourceCase extends Omit<z.infer<typeof resourceCase>, "path" | "unknown"> {
  /** Name of the class, the last part of the type token. */
  readonly type: string;
  /** The methods of the requests that make it, and that change it. */
  readonly methods: { readonly create: readonly string[]; readonly update: readonly string[] };
  path(id: string, args: Values): string;
  unknown(text: unknown): Values;
}
