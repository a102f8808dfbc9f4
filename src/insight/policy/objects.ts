import { isSet, jsonObject } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";
import { type Block, isInForce, isOpaque, valueAt } from "../ingress/blocks";
import { edgesOf } from "../ingress/ingress";
import { byType } from "../ingress/kinds";
import { tlsVersionOf } from "../ingress/tls";
import { type IngressPolicy, type Violation, violationAt } from "./policy";
import { looksSecret, repeatsSecret } from "./secrets";
import type { PolicyStack } from "./stack";

/** Policies on edges, objects of the account, and what all of them have. */

/** Configuration of `tls-minimum`. */
export interface TlsMinimum {
  readonly version: "1.0" | "1.1" | "1.2" | "1.3";
  readonly required: boolean;
}

export const tlsMinimum: IngressPolicy<TlsMinimum> = {
  title: "Edges accept no old version of TLS",
  description:
    "Every HTTPS edge whose TLS termination the stack configures states a lowest version that is recent enough.",
  severity: "high",
  properties: {
    version: {
      type: "string",
      enum: ["1.0", "1.1", "1.2", "1.3"],
      default: "1.2",
      description: "The oldest version that edges may accept.",
    },
    required: {
      type: "boolean",
      default: false,
      description: "Whether each edge with a route of the stack needs an HttpsEdgeTlsTermination in the stack.",
    },
  },
  defaults: { version: "1.2", required: false },
  judge: ({ ingress }, { version, required }) =>
    edgesOf(ingress).flatMap((edge): Violation[] => {
      const object = ingress.objects.find(({ kind, key }) => kind === "httpsEdge" && key === edge);
      const block = object?.modules.tlsTermination;
      if (!block) {
        const route = ingress.serving.find(({ scope }) => scope.edge === edge)?.route.own;
        return required ? [violationAt(route, "its HTTPS edge has no HttpsEdgeTlsTermination; add one")] : [];
      }
      return tlsProblem(block, version).map((problem) => violationAt(block, problem));
    }),
};

function tlsProblem(block: Block, oldest: string): string[] {
  if (!isInForce(block)) return ["has a disabled TLS termination; enable it"];
  if (isOpaque(valueAt(block, "minVersion"))) return [];
  const version = tlsVersionOf(block);
  const todo = `set minVersion to ${oldest} or newer`;
  // The upstream chooses, and the API accepts no lowest version.
  if (version === "upstream") return [];
  if (version === "default") return [`leaves the lowest version of TLS to the service; ${todo}`];
  if (version === "unknown") return [`has a lowest version of TLS that cannot be read; ${todo}`];
  return version < Number(oldest) ? [`accepts an older version of TLS; ${todo}`] : [];
}

export const certificatesManaged: IngressPolicy = {
  title: "Certificates are managed",
  description: "The service requests and renews the certificates of every agent ingress.",
  severity: "medium",
  properties: {},
  defaults: {},
  judge: ({ ingress }) =>
    ingress.objects
      .filter(({ kind, own }) => kind === "agentIngress" && own && !valueAt(own, "certificateManagementPolicy"))
      .map(({ own }) => violationAt(own, "has certificates that nothing renews; set certificateManagementPolicy")),
};

export const noSecretInMetadata: IngressPolicy = {
  title: "Metadata has no secret",
  description:
    "No metadata or description repeats a secret of the stack, or has the form of a key or password. The API shows both in plaintext.",
  severity: "high",
  properties: {},
  defaults: {},
  judge: (stack) => {
    const secrets = secretsIn(stack);
    return withTexts(stack, ["metadata", "description"]).flatMap(({ argument, text, block }) => {
      const isRepeated = repeatsSecret(text, secrets);
      if (!isRepeated && !looksSecret(text)) return [];
      const what = isRepeated ? "repeats a secret of the stack" : "looks as if it has a secret";
      return [violationAt(block, `${argument} ${what}, and the API shows it in plaintext; remove it`)];
    });
  },
};

/** The texts of arguments, where they are known. */
const withTexts = ({ ingress }: PolicyStack, names: readonly string[]) =>
  ingress.objects.flatMap(({ own: block }) =>
    names.flatMap((argument) => {
      const text = block && valueAt(block, argument);
      return typeof text === "string" && !isOpaque(text) ? [{ argument, text, block }] : [];
    }),
  );

/** The values of arguments that are always secret. */
function secretsIn({ resources }: PolicyStack): string[] {
  const found: string[] = [];
  for (const { type, inputs } of resources) {
    const fields = byType.get(type)?.fields ?? {};
    walk(fields, inputs, ({ row, value, below }) => {
      if (row?.secret && typeof value === "string") found.push(value);
      return below();
    });
  }
  return found;
}

export const metadataKeys: IngressPolicy<{ readonly keys: readonly string[] }> = {
  title: "Metadata has the required keys",
  description: "The metadata of every route and object is a JSON object with the required keys.",
  severity: "low",
  properties: {
    keys: { type: "array", items: { type: "string" }, default: [], description: "The required keys. Default: none." },
  },
  defaults: { keys: [] },
  judge: ({ ingress }, { keys }) =>
    ingress.objects.flatMap(({ own }) => {
      const text = own && valueAt(own, "metadata");
      if (!own || isOpaque(text)) return [];
      const metadata = jsonObject(typeof text === "string" ? text : "{}") ?? {};
      const missing = keys.filter((key) => !Object.hasOwn(metadata, key) || !isSet(metadata[key]));
      return missing.length > 0 ? [violationAt(own, `metadata lacks ${missing.join(", ")}; add them`)] : [];
    }),
};

export const noRetainedModules: IngressPolicy = {
  title: "No route retains removed modules",
  description: "No route has `retainRemovedModules: true`, by which modules that leave the program stay on the server.",
  severity: "low",
  properties: {},
  defaults: {},
  judge: ({ ingress }) =>
    ingress.objects
      .filter(({ own }) => own && valueAt(own, "retainRemovedModules") === true)
      .map(({ own }) => violationAt(own, "has retainRemovedModules: true; remove it after the handover")),
};

export const eventDestination: IngressPolicy<{ readonly minimum: number }> = {
  title: "Events have a destination",
  description: "A stack with an ingress has an event destination.",
  severity: "medium",
  properties: {
    minimum: { type: "integer", minimum: 1, default: 1, description: "The least number of destinations." },
  },
  defaults: { minimum: 1 },
  judge: ({ ingress: { objects } }, { minimum }) => {
    const number = objects.filter(({ kind }) => kind === "eventDestination").length;
    if (objects.length === 0 || number >= minimum) return [];
    return [{ message: `the stack has ${number} event destinations; declare at least ${minimum}` }];
  },
};
