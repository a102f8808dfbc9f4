import { UNKNOWN, type Values } from "../../src/core/schema/values";
import type { Ingress } from "../../src/insight/ingress/ingress";
import { readIngress } from "../../src/insight/review/read";

/** Stacks as the engine writes them, trimmed. */

/** A resource of a stack: its class, its name, and its arguments. */
export interface Declared {
  readonly type: string;
  readonly name: string;
  readonly args: Values;
}

const urnOf = ({ type, name }: Declared): string => `urn:pulumi:dev::shop::edge-ingress:index:${type}::${name}`;

const idOf = ({ name }: Declared): string => `id-${name}`;

const stateOf = (each: Declared, id: string): Values => {
  const { owner, ...args } = each.args;
  const isOwned = typeof owner === "string";
  const route = { type: "HttpsEdgeRoute", name: String(owner), args: {} };
  return {
    ...{ urn: urnOf(each), type: `edge-ingress:index:${each.type}`, custom: true, id },
    inputs: { ...args, ...(isOwned && { edgeId: "edge_1", routeId: id === "" ? UNKNOWN : idOf(route) }) },
    ...(isOwned && { propertyDependencies: { routeId: [urnOf(route)] } }),
  };
};

/** The output of `pulumi stack export`. */
export const exportOf = (resources: readonly Declared[]): string =>
  JSON.stringify({
    version: 3,
    deployment: {
      resources: resources.map((each) => {
        const state = stateOf(each, idOf(each));
        return { ...state, outputs: state.inputs };
      }),
    },
  });

/** The output of `pulumi preview --json`, of a change that creates all resources. */
export const previewOf = (resources: readonly Declared[]): string => {
  const stack = { op: "create", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", newState: {} };
  const steps = resources.map((each) => ({ op: "create", urn: urnOf(each), newState: stateOf(each, "") }));
  return JSON.stringify({ steps: [stack, ...steps], changeSummary: { create: steps.length } });
};

export const ingressIn = (text: string): Ingress => readIngress("it", text);

export const route = (name: string, match: string, more: Values = {}): Declared => ({
  type: "HttpsEdgeRoute",
  name,
  args: { edgeId: "edge_1", matchType: "path_prefix", match, backend: { backendId: `bkd_${name}` }, ...more },
});

export const onEdge = (type: string, args: Values): Declared => ({
  type,
  name: type,
  args: { edgeId: "edge_1", ...args },
});

/** A login for people with addresses in these domains. */
export const login = (...emailDomains: string[]): Values => ({ provider: { provider3: { emailDomains } } });

export { UNKNOWN };
