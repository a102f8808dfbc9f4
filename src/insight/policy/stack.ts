import type { PolicyResource } from "@pulumi/policy";
import { classIn } from "../../core/definitions/define";
import { segmentOf } from "../../core/schema/definition";
import { parseUrn } from "../../core/schema/urn";
import { isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { resourceOf, type StackResource } from "../engine/resource";
import { ingressOf } from "../ingress/ingress";

/** What policies judge: the ingress as it will be, and the resources that declare it. */
export type PolicyStack = ReturnType<typeof policyStackOf>;

/** What of a resource a policy pack is given. */
export type Judged = Pick<PolicyResource, "type" | "urn" | "props" | "propertyDependencies" | "provider">;

/** The ingress of the resources that a stack policy is given, of either form. */
export function policyStackOf(all: readonly Judged[]) {
  const read = all.filter(({ type }) => classIn(type) !== undefined).map(stackResourceOf);
  const routes = new Map(read.flatMap(({ type, id, urn }) => (type === ROUTE && id !== "" ? [[id, urn]] : [])));
  const resources = read.map((each) => withOwner(each, routes));
  return { resources, ingress: ingressOf(parseUrn(all[0]?.urn ?? ""), resources) };
}

const ROUTE = "HttpsEdgeRoute";

function stackResourceOf({ urn, props, propertyDependencies, provider }: Judged): StackResource {
  // A policy is given plaintext: what the program has marked as secret is judged like all else.
  const { __secrets: _, ...values } = plain(props) as Values;
  const sources = Object.entries(propertyDependencies ?? {}).map(([name, all]) => [name, all.map((each) => each.urn)]);
  // A policy is not given the ids of resources: an id is the last part of an address.
  const id = values.uri === UNKNOWN ? "" : segmentOf(String(values.uri ?? ""));
  const state = { id, inputs: values, outputs: values, propertyDependencies: Object.fromEntries(sources) };
  return { ...resourceOf(urn, state), provider: provider?.urn ?? "" };
}

/** A module with the URN of its route in place of the id: of the only route that the id comes from, or that has the id. */
function withOwner(resource: StackResource, routes: ReadonlyMap<string, string>): StackResource {
  const { routeId } = resource.outputs;
  if (!isSet(routeId)) return resource;
  const sources = (resource.dependencies.routeId ?? []).filter((urn) => classIn(parseUrn(urn).type) === ROUTE);
  const owner = sources.length === 1 ? sources[0] : routes.get(String(routeId));
  return owner === undefined ? resource : { ...resource, outputs: { ...resource.outputs, routeId: owner } };
}

/** A value as data. If a value is known at apply, reading it from what the policy is given throws. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const members = Object.keys(value).map((key): [string, unknown] => {
    try {
      return [key, plain((value as Values)[key])];
    } catch {
      return [key, UNKNOWN];
    }
  });
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}
