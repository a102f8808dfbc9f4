import { tlsVersions } from "../expectations/expectation";
import { type Block, isInForce, isOpaque, valueAt } from "../ingress/blocks";
import { edgesOf } from "../ingress/ingress";
import { tlsVersionOf } from "../ingress/tls";
import { choiceOf, type IngressPolicy, integerOf, type Violation, violationAt } from "./policy";

/** Policies with a limit that a pack chooses. */

/** Configuration of `tls-minimum`. */
export interface TlsMinimum {
  readonly version: (typeof tlsVersions)[number];
  readonly required: boolean;
}

export const tlsMinimum: IngressPolicy<TlsMinimum> = {
  title: "Edges accept no old version of TLS",
  description:
    "Every HTTPS edge whose TLS termination the stack configures states a lowest version that is recent enough.",
  severity: "high",
  properties: {
    version: choiceOf(tlsVersions, "1.2", "The oldest version that edges may accept."),
    required: {
      ...{ type: "boolean", default: false },
      description: "Whether each edge with a route of the stack needs an HttpsEdgeTlsTermination in the stack.",
    },
  },
  judge: ({ ingress }, { version, required }) =>
    edgesOf(ingress).flatMap((edge): Violation[] => {
      const object = ingress.objects.find(({ kind, key }) => kind === "httpsEdge" && key === edge);
      const block = object?.modules.tlsTermination;
      if (block) return tlsProblem(block, version).map((problem) => violationAt(block, problem));
      const route = ingress.serving.find(({ scope }) => scope.edge === edge)?.route.own;
      return required ? [violationAt(route, "its HTTPS edge has no HttpsEdgeTlsTermination; add one")] : [];
    }),
};

function tlsProblem(block: Block, oldest: string): string[] {
  if (!isInForce(block)) return ["has a disabled TLS termination; enable it"];
  const version = tlsVersionOf(block);
  // The upstream chooses, and the API accepts no lowest version.
  if (isOpaque(valueAt(block, "minVersion")) || version === "upstream") return [];
  const todo = `set minVersion to ${oldest} or newer`;
  if (version === "default") return [`leaves the lowest version of TLS to the service; ${todo}`];
  if (version === "unknown") return [`has a lowest version of TLS that cannot be read; ${todo}`];
  return version < Number(oldest) ? [`accepts an older version of TLS; ${todo}`] : [];
}

export const sessionMaximum: IngressPolicy<{ readonly maximumDuration: number; readonly inactivityTimeout: number }> = {
  title: "Session lifetime is limited",
  description: "Every login limits how long a session lasts. A login without a limit has the default of the service.",
  severity: "medium",
  properties: {
    maximumDuration: integerOf(1, 86_400, "Longest session, in seconds."),
    inactivityTimeout: integerOf(0, 0, "Longest time without a request, in seconds. 0: any."),
  },
  judge: ({ ingress }, limits) =>
    ingress.objects.flatMap(({ modules }) =>
      ["oauth", "saml", "oidc"].flatMap((login) =>
        Object.entries(limits).flatMap(([argument, limit]) => {
          const block = modules[login];
          const problem = block && isInForce(block) ? sessionProblem(valueAt(block, argument), limit) : undefined;
          return problem ? [violationAt(block, `${login}.${argument} ${problem}; set 1 to ${limit} s`)] : [];
        }),
      ),
    ),
};

function sessionProblem(value: unknown, limit: number): string | undefined {
  if (limit === 0 || isOpaque(value)) return undefined;
  if (typeof value !== "number") return "is not set";
  // The API's reference does not show what 0 means: it may be without a limit.
  if (value <= 0) return "may be without a limit";
  return value > limit ? "is too long" : undefined;
}
