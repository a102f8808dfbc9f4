import type { PolicyResource } from "@pulumi/policy";
import { resourceClassName } from "../../core/definitions/define";
import { UNKNOWN } from "../../core/pulumi/engine-values";
import { parseUrn } from "../../core/pulumi/urn";
import { lastSegment } from "../../core/schema/definition";
import { digestTexts } from "../../core/schema/digest";
import { isSet, type Values } from "../../core/schema/values";
import { resourceOf, type StackResource } from "../engine/resource";
import { type Ingress, ingressOf } from "../ingress/ingress";

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

/** A resource as data, whose equality can be checked. */
interface ResourceData {
  readonly urn: string;
  readonly values: Values;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly provider: string;
}

/**
 * Makes a reader of the resources that the policies of a pack receive, of either form. Pulumi gives each policy a copy of all resources, so the reader keeps the last stack
 * and returns it for equal copies. Of the copies themselves, which contain secrets, it keeps a digest alone.
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
    stack = policyStackOf(firstUrn, data);
    return stack;
  };
}

const dataOf = (resources: readonly PolicyInput[]): ResourceData[] =>
  resources
    .filter(({ type }) => resourceClassName(type) !== undefined)
    .map(({ urn, props, propertyDependencies, provider }) => {
      const sources = Object.entries(propertyDependencies ?? {}).map(([name, all]) => [
        name,
        all.map((each) => each.urn),
      ]);
      // A policy receives plaintext, so that values that the program marked as secret are judged like all others.
      const { __secrets: _, ...values } = plainValue(props) as Values;
      return {
        urn,
        values,
        dependencies: Object.fromEntries(sources),
        provider: provider?.urn ?? "",
      };
    });

/** @param firstUrn The URN of any resource of the stack, which contains the names of the project and the stack. */
function policyStackOf(firstUrn: string, data: readonly ResourceData[]): PolicyStack {
  const read = data.map(stackResourceOf);
  const routes = new Map(
    read.flatMap(({ type, id, urn }) => (type === ROUTE && id !== "" ? [[id, urn]] : [])),
  );
  const resources = read.map((resource) => withRouteUrn(resource, routes));
  return { resources, ingress: ingressOf(parseUrn(firstUrn), resources) };
}

const ROUTE = "HttpsEdgeRoute";

function stackResourceOf({ urn, values, dependencies, provider }: ResourceData): StackResource {
  // A policy does not receive the ids of resources. An id is the last part of an address.
  const id = values.uri === UNKNOWN ? "" : lastSegment(String(values.uri ?? ""));
  const state = { id, inputs: values, outputs: values, propertyDependencies: dependencies };
  return { ...resourceOf(urn, state), provider };
}

/** A module with the URN of its route in place of the id: of the only route that the id comes from, or that has the id. */
function withRouteUrn(resource: StackResource, routes: ReadonlyMap<string, string>): StackResource {
  const { routeId } = resource.outputs;
  if (!isSet(routeId)) return resource;
  const sources = (resource.dependencies.routeId ?? []).filter(
    (urn) => resourceClassName(parseUrn(urn).type) === ROUTE,
  );
  const route = sources.length === 1 ? sources[0] : routes.get(String(routeId));
  return route === undefined
    ? resource
    : { ...resource, outputs: { ...resource.outputs, routeId: route } };
}

/** A value as data. If a value is known at apply, Pulumi throws an error when a policy reads it. */
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
