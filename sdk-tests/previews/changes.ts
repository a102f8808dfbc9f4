import { z } from "zod";
import { isObject, type Values } from "../../src/core/schema/values";
import { dataBeside, replaced, text, values } from "../support/data";
import { type AnyResource, declare, secret } from "../support/program";

const change = z.strictObject({ before: values.optional(), after: values.optional() });

/** Typical changes, by name. */
export const { changes } = dataBeside(__filename, { values, changes: z.record(text, change) });

/** The required arguments of a resource, unless the program sets them. */
const DEFAULTS: Readonly<Record<string, Values>> = {
  AgentIngress: { domain: "NAME.example.com" },
  EventDestination: { format: "json" },
  HttpsEdgeRoute: {
    edgeId: "edghts_1",
    matchType: "path_prefix",
    match: "/",
    backend: { backendId: "bkdhr_1" },
  },
};

/** Declares the resources of a program under the name of its change. */
export function declareAll(name: string, program: Values | undefined): void {
  if (!program) return;
  const isTyped = Object.keys(program).some((key) => /^[A-Z]/.test(key));
  const resources = new Map<string, AnyResource>();
  for (const [key, stated] of Object.entries(
    isTyped ? program : { "HttpsEdgeRoute NAME": program },
  )) {
    const [type = "", own = ""] = key.replace("NAME", name).split(" ");
    const args = replaced({ ...DEFAULTS[type], ...(stated as Values) }, (value) => {
      if (typeof value === "string") return value.replace("NAME", name);
      if (!isObject(value)) return value;
      if ("$secret" in value) return secret(value.$secret);
      if ("$uri" in value) return resources.get(String(value.$uri))?.uri;
      return "$resource" in value ? resources.get(String(value.$resource)) : value;
    });
    resources.set(own, declare(type, own, args as Values));
  }
}
