import type { Input } from "@pulumi/pulumi";
import { fields, items } from "../schema/row-types";
import { boolean, string } from "../schema/rows";

/** The arguments that every resource of the account has. */
export interface DescribedArgs {
  /**
   * Human-readable description, at most 255 bytes of UTF-8. Default: none. If you remove the argument, the field is
   * cleared.
   */
  description?: Input<string | undefined>;
  /**
   * Machine-readable data of your own, at most 4096 bytes of UTF-8. Default: none. If you remove the argument, the
   * field is cleared.
   */
  metadata?: Input<string | undefined>;
}

/** Outputs that every resource has. */
export interface LocatedOutputs {
  /** When the object was made, as an RFC 3339 timestamp. */
  createdAt: string;
  /** URI of the object: a path for an agent ingress, an absolute URL for other objects. */
  uri: string;
}

export const accountFields = fields<DescribedArgs, LocatedOutputs>()({
  description: string({ maxBytes: 255, equalUpTo: "whiteSpace", freeText: true }),
  metadata: string({ maxBytes: 4096, equalUpTo: "whiteSpace", freeText: true }),
  createdAt: string({ output: true }),
  uri: string({ output: true }),
});

/** The arguments that every module has. */
export interface ModuleArgs {
  /** Activates the module. Default: true. */
  enabled?: Input<boolean | undefined>;
}

/** An object of the API by its id and address. */
export interface Ref {
  /** Unique identifier. */
  id: string;
  /** URI of the object. */
  uri: string;
}

export const moduleFields = items<ModuleArgs>()({
  enabled: boolean({ default: true, sentWhenEmpty: true }),
});

export const ref = items<Ref>()({
  id: string({ required: true }),
  uri: string({ required: true }),
});

/** The arguments that every module resource has in addition to those of its module. */
export interface AdoptArgs {
  /**
   * Replaces a different configuration that is in force and that this stack did not create. A module that is
   * disabled, or is configured as the program states, is adopted without this argument. Default: false, which makes a
   * different configuration an error. A change alone does nothing.
   */
  adopt?: Input<boolean | undefined>;
}

/** The arguments for the address of a module of an edge. */
export interface EdgeModuleArgs extends AdoptArgs {
  /** Id of the edge. Required. Forces replacement: the module is set on the new edge, then deleted from the old edge. */
  edgeId: Input<string>;
}

/** The arguments for the address of a module of a route. */
export interface RouteModuleArgs extends EdgeModuleArgs {
  /**
   * Id of the route. Required. Forces replacement: the module is set on the new route, then deleted from the old
   * route. If the program declares the route, set the resource option `deletedWith` to it, so that a destroy keeps the
   * module until the route goes.
   */
  routeId: Input<string>;
}

const pathParameter = { required: true, createOnly: true, pathParameter: true } as const;

export const edgeModule = fields<EdgeModuleArgs>()({
  edgeId: string(pathParameter),
  adopt: boolean({ providerOnly: true }),
});

export const routeModule = fields<RouteModuleArgs>()({
  ...edgeModule,
  edgeId: string({ ...pathParameter, refersTo: "httpsEdge" }),
  routeId: string({ ...pathParameter, refersTo: "httpsEdgeRoute" }),
});

/** A JSON value, in which any part may be an output. */
export type JsonArgs = string | number | boolean | null | Input<JsonArgs>[] | JsonObjectArgs;

/** A JSON object, in which any part may be an output. */
export interface JsonObjectArgs {
  [name: string]: Input<JsonArgs>;
}
