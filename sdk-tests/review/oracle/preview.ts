import { UNKNOWN } from "../../../src/core/pulumi/engine-values";
import { replaced } from "../../support/data";
import type { Declared } from "../declared";
import { type Form, previewedText } from "../previewed";
import { type Ingress, isHidden, type ModuleResource, moduleClasses, type Route } from "./model";

/** The preview of a change of an ingress, in a form. */
export function previewText(before: Ingress, after: Ingress, form: Form): string {
  const labelOf = ({ edgeId }: Route) => (isHidden(edgeId) ? edgeId.label : edgeId);
  const edges = new Map(before.routes.map((route) => [route.name, labelOf(route)]));
  // The id of a route stays known, unless the route is new or another edge replaces it.
  const kept = after.routes.filter((route) => edges.get(route.name) === labelOf(route));
  return previewedText(
    { before: programOf(before, before.routes), after: programOf(after, kept) },
    form,
  );
}

/** Returns a program that declares an ingress; the ids of some of its routes are known. */
const programOf = (
  { routes, resources, mutualTls }: Ingress,
  known: readonly Route[],
): Declared[] => {
  const all = [
    ...routes.map(({ name, modules, ...args }) => ({
      type: "HttpsEdgeRoute",
      name,
      args: { ...args, ...modules },
    })),
    ...resources.map((resource) => moduleOf(resource, routes, known)),
    ...mutualTls.map(({ name, edgeId, settings }) => ({
      ...{ type: "HttpsEdgeMutualTls", name, args: { edgeId, ...settings } },
    })),
  ];
  return all.map((resource) => ({
    ...resource,
    args: replaced(resource.args, shown) as Declared["args"],
  }));
};

function shown(value: unknown): unknown {
  if (!isHidden(value)) return value;
  return value.hidden === "unknown" ? UNKNOWN : { $secret: value.label };
}

function moduleOf(
  resource: ModuleResource,
  routes: readonly Route[],
  known: readonly Route[],
): Declared {
  const { name, module, settings, of } = resource;
  const own = { type: moduleClasses[module], name };
  if (!("route" in of)) {
    const args = { edgeId: of.edgeId, routeId: { $id: of.dependsOn }, ...settings };
    return { ...own, args, options: { deletedWith: { $resource: of.dependsOn[0] } } };
  }
  if (of.by === "route") return { ...own, args: { route: { $resource: of.route }, ...settings } };
  const isText = of.by === "texts" && known.some((route) => route.name === of.route);
  const edgeId = routes.find((route) => route.name === of.route)?.edgeId;
  return {
    ...own,
    args: { edgeId, routeId: isText ? `id-${of.route}` : { $id: of.route }, ...settings },
  };
}
