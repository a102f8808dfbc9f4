import { checkedExpectations, type Expectation, tlsVersions } from "../expectations/expectation";
import { judgeExpectations, titleOf } from "../expectations/judge";
import { type Access, accessOf } from "../ingress/access";
import { type Arguments, isInForce, textAt, valueAt } from "../ingress/arguments";
import { type Flaw, flawKinds } from "../ingress/flaw-kinds";
import { flawsOf } from "../ingress/flaws";
import { edgesOf, type Ingress, type IngressObject } from "../ingress/ingress";
import { isProtection } from "../ingress/modules";
import { tlsVersionOf } from "../ingress/tls";
import { ALGORITHMS } from "../ingress/token-flaws";
import { isHidden } from "../ingress/value";
import { choiceOf, integerOf, listOf, policyOf, type Violation, violationIf } from "./policy";
import { secretProblem, secretsIn } from "./secrets";

/** All policies by their names, which configurations contain. */
export const policies = {
  "route-protected": policyOf({
    title: "Routes are protected",
    description:
      "Every route that serves traffic requires a login, a token, a client certificate, a signature or a source address. The " +
      "protection names whom it admits.",
    severity: "high",
    properties: {
      strength: choiceOf(
        ["weak", "real"],
        "real",
        "The least strength. `weak` also accepts logins and policies that name no users.",
      ),
      exceptions: listOf<string>(
        "string",
        "Matches of routes that may be open, on every edge, or on one: `edghts_1 /health`. A star at the end stands for anything.",
      ),
    },
    judge: ({ ingress }, config) =>
      ingress.objects.flatMap((object) => accessViolations(object, config)),
  }),
  "no-public-mail-domain": policyOf({
    title: "Logins admit no public e-mail domain",
    description:
      "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
    severity: "high",
    properties: {},
    judge: ({ ingress }) =>
      refused(
        ingress,
        "list e-mail addresses or a domain of your own",
        ({ kind }) => kind === flawKinds.publicDomain,
      ),
  }),
  "no-weak-algorithm": policyOf({
    title: "Tokens have a sound signature",
    description:
      "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm. Each lists its algorithms.",
    severity: "high",
    properties: {},
    judge: ({ ingress }) =>
      refused(ingress, "list algorithms such as RS256 or ES256 only", ({ kind, path }) =>
        kind === flawKinds.emptyList
          ? ["", ALGORITHMS].includes(path)
          : [flawKinds.weakAlgorithm, flawKinds.unknownAlgorithm].includes(kind),
      ),
  }),
  "tls-minimum": policyOf({
    title: "Edges accept no old version of TLS",
    description:
      "Every HTTPS edge whose TLS termination the stack configures states a lowest version that is recent enough.",
    severity: "high",
    properties: {
      version: choiceOf(tlsVersions, "1.2", "The oldest version that edges may accept."),
      required: {
        type: "boolean",
        default: false as boolean,
        description:
          "Whether each edge with a route of the stack needs an HttpsEdgeTlsTermination in the stack.",
      },
    },
    judge: ({ ingress }, { version, required }) =>
      edgesOf(ingress).flatMap((edge): Violation[] => {
        const object = ingress.objects.find(
          ({ kind, key }) => kind === "httpsEdge" && key === edge,
        );
        const args = object?.modules.tlsTermination;
        if (args) return violationIf(args, tlsProblem(args, version));
        const route = ingress.serving.find(({ scope }) => scope.edge === edge)?.route.args;
        return violationIf(
          route,
          required && "its HTTPS edge has no HttpsEdgeTlsTermination; add one",
        );
      }),
  }),
  "session-maximum": policyOf({
    title: "Session lifetime is limited",
    description:
      "Every login limits how long a session lasts. A login without a limit has the default of the service.",
    severity: "medium",
    properties: {
      maximumDuration: integerOf(1, 86_400, "Longest session, in seconds."),
      inactivityTimeout: integerOf(0, 0, "Longest time without a request, in seconds. 0: any."),
    },
    judge: ({ ingress }, limits) =>
      modulesIn(ingress).flatMap(([login, args]) =>
        Object.entries(limits).flatMap(([argument, limit]) => {
          const value = valueAt(args, argument);
          const isLimited =
            ["oauth", "saml", "oidc"].includes(login) && isInForce(args) && limit > 0;
          const problem = isLimited && !isHidden(value) && sessionProblem(value, limit);
          return violationIf(
            args,
            problem && `${login}.${argument} ${problem}; set 1 to ${limit} s`,
          );
        }),
      ),
  }),
  "no-secret-in-metadata": policyOf({
    title: "Metadata has no secret",
    description:
      "No metadata or description repeats a secret of the stack, or has the form of a key or password. The API shows both in plaintext.",
    severity: "high",
    properties: {},
    judge: ({ ingress, resources }) => {
      const secrets = secretsIn(resources);
      return ingress.objects.flatMap(({ args }) =>
        ["metadata", "description"].flatMap((argument) => {
          const problem = secretProblem((args && textAt(args, argument)) ?? "", secrets);
          return violationIf(
            args,
            problem && `${argument} ${problem}, and the API shows it in plaintext; remove it`,
          );
        }),
      );
    },
  }),
  "no-adopt": policyOf({
    title: "No resource uses `adopt`",
    description:
      "No module resource has `adopt: true`, which replaces what was configured elsewhere.",
    severity: "low",
    properties: {},
    judge: ({ ingress }) =>
      refused(ingress, "remove it after the adoption", ({ kind }) => kind === flawKinds.adopts),
  }),
  expectations: policyOf({
    title: "Expectations hold",
    description:
      "The expectations that a team has written down are true: see docs/expectations.md.",
    severity: "high",
    properties: { expectations: listOf<Expectation>("object", "As in a file of expectations.") },
    judge: ({ ingress }, { expectations }) => {
      const checked = expectations.length === 0 ? [] : checkedExpectations({ expectations });
      // Expectations that are not known until apply are judged after the apply.
      const failures = judgeExpectations(checked, [ingress]).filter(
        ({ outcome }) => outcome === "fails",
      );
      return failures.map(({ expectation, failing }) => {
        const reason =
          failing.length > 0
            ? `does not hold for ${failing.join(", ")}`
            : "no route serves the path";
        return { message: `${titleOf(expectation)}: ${reason}` };
      });
    },
  }),
} as const;

export type PolicyName = keyof typeof policies;

/** The configurable properties of a policy. */
export type ConfigOf<Name extends PolicyName> = Parameters<(typeof policies)[Name]["judge"]>[1];

/** The configuration of `route-protected`. */
interface AccessConfig {
  readonly strength: "weak" | "real";
  readonly exceptions: readonly string[];
}

/** The violation of an object that serves requests, and admits more than the configuration allows. */
function accessViolations(
  object: IngressObject,
  { strength, exceptions }: AccessConfig,
): Violation[] {
  const { args, modules, isServing } = object;
  const edge = args && textAt(args, "edgeId");
  const name = nameInExceptions(object);
  // Without a name, the match is known only at apply, and may be an exception: it is judged after the apply.
  if (!isServing || !name || isException(name, edge, exceptions)) return [];
  // An access that is not known is judged after the apply, too.
  const access = accessOf(object);
  const isRefused = access === "open" || (access === "weak" && strength === "real");
  return violationIf(args ?? modules.backend, isRefused && problemOf(access, object));
}

/** The match of a route; the id of a TCP edge with a backend, which no module can protect. */
const nameInExceptions = ({ kind, key, args, modules }: IngressObject) =>
  kind === "tcpEdge" ? modules.backend && key : args && textAt(args, "match");

/** The modules of all objects, with their names. */
const modulesIn = ({ objects }: Ingress) =>
  objects.flatMap(({ modules }) => Object.entries(modules));

/**
 * Whether an exception names a route: by its match or, with a star at its end, by the beginning of the match; after the id of an
 * edge, on that edge alone. A match that only resolves to such a path is not an exception.
 */
const isException = (
  match: string,
  edge: string | undefined,
  exceptions: readonly string[],
): boolean =>
  exceptions.some((exception) => {
    // A match has no blanks.
    const [wanted = "", ofEdge] = exception.trim().split(/\s+/).reverse();
    if (ofEdge !== undefined && ofEdge !== edge) return false;
    return wanted.endsWith("*") ? startsPlainly(match, wanted.slice(0, -1)) : match === wanted;
  });

/** Whether a match has a beginning, also for a backend that resolves dot segments, codes and backslashes in paths. */
const startsPlainly = (match: string, beginning: string): boolean =>
  match.startsWith(beginning) &&
  !/(^|[/\\])\.{1,2}([/\\]|$)|%|\\/.test(match.slice(match.indexOf("/")));

function problemOf(access: Access, { effective }: IngressObject): string {
  const reasons = Object.entries(effective).flatMap(([name, args]) => {
    if (!isProtection(name) || !isInForce(args)) return [];
    const phrases = flawsOf(name, args).flatMap(({ strength, summary }) =>
      strength ? [summary] : [],
    );
    return [`${name} ${[...new Set(phrases)].join(", ") || "names no users or requests"}`];
  });
  const found = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return access === "open"
    ? `is open to everybody${found}; protect it, or list its match in \`exceptions\``
    : `is not protected strongly enough${found}; name whom it admits`;
}

function tlsProblem(args: Arguments, oldest: string): string | undefined {
  const version = tlsVersionOf(args);
  const todo = `set minVersion to ${oldest} or newer`;
  if (version === "off") return "has a disabled TLS termination; enable it";
  if (version === "default") return `leaves the lowest version of TLS to the service; ${todo}`;
  if (version === "unknown") return `has a lowest version of TLS that cannot be read; ${todo}`;
  // If the upstream chooses, the API accepts no lowest version.
  const isOlder = typeof version === "number" && version < Number(oldest);
  return isOlder ? `accepts an older version of TLS; ${todo}` : undefined;
}

function sessionProblem(value: unknown, limit: number): string | undefined {
  if (typeof value !== "number") return "is not set";
  // The API's reference does not show what 0 means: it may be without a limit.
  if (value <= 0) return "may be without a limit";
  return value > limit ? "is too long" : undefined;
}

/** Violations of flaws that a policy refuses, whichever module has them. */
const refused = (ingress: Ingress, todo: string, isRefused: (flaw: Flaw) => boolean): Violation[] =>
  modulesIn(ingress).flatMap(([module, args]) =>
    flawsOf(module, args)
      .filter(isRefused)
      .flatMap(({ summary }) => violationIf(args, `${module} ${summary}; ${todo}`)),
  );
