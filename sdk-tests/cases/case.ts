import { z } from "zod";
import type { Values } from "../../src/core/schema/values";
import { values } from "../support/data";

/** Arguments, and the body of the only request that they have to lead to. */
const stage = z.strictObject({ args: values, body: values });

/** Arguments that are refused, with one of their problems. */
const invalid = z.array(z.strictObject({ args: values, problem: z.string() }));

/** The stages in the life of a module, inline on a route or as a separate resource. */
export const moduleCase = z.strictObject({
  /** The member of a route on the wire. */
  member: z.string(),
  /** The class of a module with a separate path. */
  resource: z.string().optional(),
  /** The required arguments alone. */
  minimal: stage,
  /** Every argument. */
  whole: stage,
  /** Every argument changed. */
  changed: stage,
  /** Other forms that a golden body has to cover. */
  also: z.array(stage).optional(),
  /** The out-of-band change of the whole module, as wire members, and the only path that shows it. */
  drift: z.strictObject({ members: values, path: z.string() }),
  /** The path of each problem begins with the module. */
  invalid,
  secrets: z.array(z.string()).default([]),
});

/** The stages in the life of a resource. */
export const resourceCase = z.strictObject({
  /** The path of the resource on the server. */
  path: z.string(),
  /** The arguments that locate the object, in addition to those below: none, an edge, or a route of an edge. */
  place: z.enum(["edge", "route"]).optional(),
  /** Every argument, in the create. */
  whole: stage,
  /**
   * An object that is created with the required arguments alone, then changed in place: every argument that can be set,
   * changed and removed.
   */
  life: z.strictObject({ minimal: stage, set: stage, changed: stage, removed: stage }),
  /** Other forms that a golden body has to cover. */
  also: z.array(stage).optional(),
  /**
   * Arguments that only a new object can have, from `minimal`; for a resource with such arguments in addition to its
   * place.
   */
  replaced: values.optional(),
  /**
   * The out-of-band change of the object with those arguments, as wire members, and the paths at which a refresh shows
   * it.
   */
  drift: z.strictObject({
    of: z.enum(["updated", "whole"]),
    members: values,
    paths: z.array(z.string()),
  }),
  invalid,
  /** Arguments in which the unknown text of another resource replaces TEXT. */
  unknown: values,
  /** Secrets among the arguments and members above. */
  secrets: z.array(z.string()).default([]),
});

export type Stage = z.infer<typeof stage>;
/**
 * A module with the argument of a route that configures it, or the name that the argument would have for a module of an
 * edge.
 */
export type ModuleCase = z.infer<typeof moduleCase> & { readonly argument: string };

export interface ResourceCase extends Omit<z.infer<typeof resourceCase>, "path" | "unknown"> {
  /** Name of the class, the last part of the type token. */
  readonly type: string;
  /** The methods of the requests that create the resource, and that update it. */
  readonly methods: { readonly create: readonly string[]; readonly update: readonly string[] };
  path(id: string, args: Values): string;
  unknown(text: unknown): Values;
}
