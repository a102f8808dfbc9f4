import * as pulumi from "@pulumi/pulumi";
import { httpsEdgeRoute } from "../../core/definitions/https-edge-route";
import { isObject } from "../../core/schema/values";
import { isDeclared, isOfType, type Stated } from "./resource-class";
import type { HttpsEdgeRoute } from "./resources";

/** Arguments of a route's module, with the route itself in place of its ids. */
export type OnRoute<Args> = Omit<Args, "edgeId" | "routeId"> & {
  /**
   * The route, where the program declares it: stands for `edgeId` and `routeId`. The module then goes together with its
   * route, and not before. Required, unless the ids are given. Another route replaces the resource; the same one in
   * place of its ids changes nothing.
   */
  route: HttpsEdgeRoute;
  edgeId?: undefined;
  routeId?: undefined;
};

/** Arguments of a route's module, in either form. */
export type RouteModule<Args> = (Args & { route?: undefined }) | OnRoute<Args>;

/**
 * Gives a module the ids of its route, and lets it go with that.
 *
 * @throws {pulumi.RunError} if there are ids beside the route, or it is none.
 */
export function onRoute<Args extends object>(resource: string, stated: Stated<RouteModule<Args>>): Stated<object> {
  if (!isObject(stated.args) || stated.args.route === undefined) return stated;
  const { route, ...args } = stated.args as unknown as OnRoute<Args>;
  if (args.edgeId !== undefined || args.routeId !== undefined)
    throw new pulumi.RunError(`${resource}: specify either route, or both edgeId and routeId`);
  if (!isOfType(httpsEdgeRoute, route))
    throw new pulumi.RunError(`${resource}: route must be an HttpsEdgeRoute; otherwise specify edgeId and routeId`);
  return { args: { ...args, edgeId: route.edgeId, routeId: route.id }, opts: goingWith(route, stated.opts) };
}

/** A route that is only looked up does not go: its module would stay behind. */
const goingWith = (route: HttpsEdgeRoute, opts: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions =>
  isDeclared(route) ? { deletedWith: route, ...opts } : opts;
