import { pluginToken } from "../../src/core/definitions/define";
import type { Values } from "../../src/core/schema/values";
import { readIngress } from "../../src/insight/change/read";
import type { Ingress } from "../../src/insight/ingress/ingress";
import type { Declared } from "../review/declared";
import { previewedText, registeredResources } from "../review/previewed";

/** Stacks as the engine writes them, trimmed. */

/** The output of `pulumi stack export`. */
export function exportOf(program: readonly Declared[]): string {
  const resources = registeredResources(program, "plugin").map(
    ({ urn, type, id, args, dependencies }) => ({
      ...{ urn, type: pluginToken(type), custom: true, id, inputs: args, outputs: args },
      propertyDependencies: dependencies,
    }),
  );
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** The output of `pulumi preview --json`, of a change that creates all resources. */
export const previewOf = (program: readonly Declared[]): string =>
  previewedText({ before: [], after: program }, "plugin");

export const ingressIn = (text: string): Ingress => readIngress("it", text);

export const route = (name: string, match: string, more: Values = {}): Declared => ({
  type: "HttpsEdgeRoute",
  name,
  args: {
    edgeId: "edge_1",
    matchType: "path_prefix",
    match,
    backend: { backendId: `bkd_${name}` },
    ...more,
  },
});

export const onEdge = (type: string, args: Values): Declared => ({
  type,
  name: type,
  args: { edgeId: "edge_1", ...args },
});

/** A login for people with addresses in these domains. */
export const login = (...emailDomains: string[]): Values => ({
  provider: { provider3: { emailDomains } },
});
