import type { Input } from "@pulumi/pulumi";
import { fields } from "../schema/field";
import { boolean, string } from "../schema/rows";

/** What every module resource takes beside its module's own arguments. */
export interface AdoptArgs {
  /**
   * Whether to replace a different configuration that is in force and that this stack did not create. A module that is
   * disabled, or is configured as the program states, is adopted without this argument. Default: false, which makes a
   * different configuration an error. A change alone does nothing.
   */
  adopt?: Input<boolean | undefined>;
}

/** Where a module of an edge is. */
export interface EdgeModuleArgs extends AdoptArgs {
  /** Id of the edge. Required. Forces replacement: the module is set on the new edge, then deleted from the old edge. */
  edgeId: Input<string>;
}

/** Where a module of a route is. */
export interface RouteModuleArgs extends EdgeModuleArgs {
  /**
   * Id of the route. Required. Forces replacement: the module is set on the new route, then deleted from the old
   * route. If the program declares the route, set the resource option `deletedWith` to it, so that a destroy keeps the
   * module until the route goes.
   */
  routeId: Input<string>;
}

const pathParameter = { required: true, createOnly: true, pathParameter: true } as const;

/** Rows of {@link EdgeModuleArgs}. */
export const edgeModule = fields<EdgeModuleArgs>()({
  edgeId: string(pathParameter),
  adopt: boolean({ providerOnly: true }),
});

/** Rows of {@link RouteModuleArgs}. */
export const routeModule = fields<RouteModuleArgs>()({ ...edgeModule, routeId: string(pathParameter) });
