import type { PolicyResource } from "@pulumi/policy";
import { resourceClassName } from "../../core/definitions/define";
import { UNKNOWN } from "../../core/pulumi/engine-values";
import { parseUrn } from "../../core/pulumi/urn";
import { lastSegment } from "../../core/schema/definition";
import { digestTexts } from "../../core/schema/digest";
import { isSet, type Values } from "../../core/schema/values";
import { readResource, type StackResource } from "../engine/resource";
import { type Ingress, ingressOfResources } from "../ingress/ingress";

/** The stack that policies judge: the ingress as it will be, and the resources that declare it. */
export interface PolicyStack {
  readonly resources: readonly StackResource[];
  readonly ingress: Ingress;
}

/** The members that this package reads of the resources that Pulumi passes to a policy. */
export type PolicyInput = Pick<
  PolicyResource,
  "type" | "urn" | "props" | "propertyDependencies" | "provider"
>;

/** A resource as plain data, so that two copies of the same resource have equal JSON. */
interface ResourceData {
  readonly urn: string;
  readonly values: Values;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly provider: string;
}

/**
 * Makes a reader of the resources that the policies of a pack receive, whether dynamic resources or resources of the plugin. Pulumi
 * passes a copy of all resources to each policy, so the reader keeps the last stack, and returns it for an equal copy. It recognizes an
 * equal copy by a digest, so that it keeps no second copy. The stack itself contains secrets in plaintext, as policies receive them:
 * nothing may print it.
 */
export function policyStackReader(): (resources: readonly PolicyInput[]) => PolicyStack {
  let digest: string | undefined;
  let stack: PolicyStack | undefined;
  return (resources) => {
    const firstUrn = resources[0]?.urn ?? "";
    const data = dataOf(resources);
    const digestOfData = digestTexts(firstUrn, JSON.stringify(data));
    if (stack && digestOfData === digest) return stack;
    digest = digestOfData;
    stack = readPolicyStack(firstUrn, data);
    return stack;
  };
}

const dataOf = (resources: readonly PolicyInput[]): ResourceData[] =>
  resources.filter(({ type }) => resourceClassName(type) !== undefined).map(resourceData);

function resourceData({ urn, props, propertyDependencies, provider }: PolicyInput): ResourceData {
  const dependencies = Object.entries(propertyDependencies ?? {}).map(([name, sources]) => [
    name,
    sources.map((source) => source.urn),
  ]);
  // The values are in plaintext, so a policy judges values that the program marked as secret like all others.
  const { __secrets: _, ...values } = plainValue(props) as Values;
  return {
    urn,
    values,
    dependencies: Object.fromEntries(dependencies),
    provider: provider?.urn ?? "",
  };
}

/** @param urn The URN of any resource of the stack, which contains the names of the project and the stack. */
function readPolicyStack(urn: string, data: readonly ResourceData[]): PolicyStack {
  const read = data.map(stackResource);
  const routes = read.filter(({ type, id }) => type === ROUTE && id !== "");
  const routeUrns = new Map(routes.map((route) => [route.id, route.urn]));
  const resources = read.map((resource) => withRouteUrn(resource, routeUrns));
  return { resources, ingress: ingressOfResources(parseUrn(urn), resources) };
}

const ROUTE = "HttpsEdgeRoute";

function stackResource({ urn, values, dependencies, provider }: ResourceData): StackResource {
  // A policy does not receive the id of a resource, which is the last segment of its address.
  const id = values.uri === UNKNOWN ? "" : lastSegment(String(values.uri ?? ""));
  const state = { id, inputs: values, outputs: values, propertyDependencies: dependencies };
  return { ...readResource(urn, state), provider };
}

/**
 * A module with the URN of its route in place of `routeId`, because a policy does not receive the ids of new routes; the ingress
 * finds a route by its URN as well. The route is the only route on which `routeId` depends. If it depends on none or several, the
 * route is the route with that id. Any other resource is returned as it is.
 */
function withRouteUrn(
  resource: StackResource,
  routeUrns: ReadonlyMap<string, string>,
): StackResource {
  const { routeId } = resource.outputs;
  if (!isSet(routeId)) return resource;
  const sources = resource.dependencies.routeId ?? [];
  const sourceRoutes = sources.filter((urn) => resourceClassName(parseUrn(urn).type) === ROUTE);
  const urn = sourceRoutes.length === 1 ? sourceRoutes[0] : routeUrns.get(String(routeId));
  if (urn === undefined) return resource;
  return { ...resource, outputs: { ...resource.outputs, routeId: urn } };
}

/** A value as plain data. Pulumi throws an error when a policy reads a value that is known only at apply. */
function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const members = Object.keys(value).map((key): [string, unknown] => {
    try {
      return [key, plainValue((value as Values)[key])];
    } catch {
      return [key, UNKNOWN];
    }
  });
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}
