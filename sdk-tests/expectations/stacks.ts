import { pluginToken } from "../../src/core/definitions/define";
import { UNKNOWN, type Values } from "../../src/core/schema/values";
import type { Ingress } from "../../src/insight/ingress/ingress";
import { readIngress } from "../../src/insight/review/read";
import type { Declared } from "../review/declared";
import { type Made, made } from "../review/previewed";

/** Stacks as the engine writes them, trimmed. */

const stateOf = ({ urn, type, id, args, dependencies }: Made): Values => ({
  ...{ urn, type: pluginToken(type), custom: true, id: id === UNKNOWN ? "" : id },
  ...{ inputs: args, propertyDependencies: dependencies },
});

/** The output of `pulumi stack export`. */
export const exportOf = (resources: readonly Declared[]): string =>
  JSON.stringify({
    version: 3,
    deployment: { resources: made(resources, "plugin").map((each) => ({ ...stateOf(each), outputs: each.args })) },
  });

/** The output of `pulumi preview --json`, of a change that creates all resources. */
export const previewOf = (resources: readonly Declared[]): string => {
  const stack = { op: "create", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", newState: {} };
  const created = made(resources, "plugin", new Map());
  const steps = created.map((each) => ({ op: "create", urn: each.urn, newState: stateOf(each) }));
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
