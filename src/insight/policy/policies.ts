import { checkedExpectations, type Expectation, tlsVersions } from "../expectations/expectation";
import { judgeExpectations, type Result, titleOf } from "../expectations/judge";
import { type Arguments, hiddenAt, isInForce, textAt, valueAt } from "../ingress/arguments";
import { type Flaw, flawKinds } from "../ingress/flaw-kinds";
import { flawsOf } from "../ingress/flaws";
import { edgesOf, type Ingress } from "../ingress/ingress";
import { tlsVersionOf } from "../ingress/tls";
import { ALGORITHMS } from "../ingress/token-flaws";
import { isHidden } from "../ingress/value";
import { accessViolations } from "./access";
import type { PolicyConfigurations, PolicyName } from "./configurations";
import { type IngressPolicy, type Violation, violation } from "./policy";
import { choice, flag, integer, objectList, textList } from "./properties";
import { secretProblem, secretsIn } from "./secrets";
import type { PolicyStack } from "./stack";

/** All policies by their names, which configurations contain. */
export const policies: {
  readonly [Name in PolicyName]: IngressPolicy<PolicyConfigurations[Name]>;
} = {
  "route-protected": {
    title: "Routes are protected",
    description:
      "Every route that serves traffic requires a login, a token, a client certificate, a signature or a source address. The " +
      "protection names whom it admits. A TCP edge with a backend is refused, because no module can protect it.",
    severity: "high",
    properties: {
      strength: choice(
        ["weak", "real"],
        "real",
        "The least strength. `weak` also accepts logins and policies that name no users.",
      ),
      exceptions: textList(
        "Matches of routes that may be open, on every edge, or on one: `edghts_1 /health`. A star at the end stands for anything.",
      ),
    },
    judge: ({ ingress }, config) =>
      ingress.objects.flatMap((object) => accessViolations(object, config)),
  },
  "no-public-mail-domain": {
    title: "Logins admit no public e-mail domain",
    description:
      "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
    severity: "high",
    properties: {},
    judge: ({ ingress }) =>
      flawViolations(
        modulesInForce(ingress),
        ({ kind }) => kind === flawKinds.publicDomain,
        "list e-mail addresses or a domain of your own",
      ),
  },
  "no-weak-algorithm": {
    title: "Tokens have a sound signature",
    description:
      "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm. Each lists its algorithms.",
    severity: "high",
    properties: {},
    judge: ({ ingress }) =>
      flawViolations(
        modulesInForce(ingress),
        acceptsWeakAlgorithm,
        "list algorithms such as RS256 or ES256 only",
      ),
  },
  "tls-minimum": {
    title: "Edges accept no old version of TLS",
    description:
      "Every HTTPS edge whose TLS termination the stack configures states a lowest version that is recent enough.",
    severity: "high",
    properties: {
      version: choice(tlsVersions, "1.2", "The oldest version that edges may accept."),
      required: flag(
        "True if each edge with a serving route of the stack needs an HttpsEdgeTlsTermination in the stack.",
      ),
    },
    judge: ({ ingress }, { version, required }) =>
      edgesOf(ingress).flatMap((edge) => {
        const args = tlsTermination(ingress, edge);
        if (args) return tlsViolations(args, version);
        return required ? missingTlsViolations(ingress, edge) : [];
      }),
  },
  "session-maximum": {
    title: "Session lifetime is limited",
    description:
      "Every login limits how long a session lasts. A login without a limit has the default of the service.",
    severity: "medium",
    properties: {
      maximumDuration: integer(1, 86_400, "Longest session, in seconds."),
      inactivityTimeout: integer(0, 0, "Longest time without a request, in seconds. 0: any."),
    },
    judge: ({ ingress }, limits) =>
      modulesInForce(ingress)
        .filter(([module]) => ["oauth", "saml", "oidc"].includes(module))
        .flatMap(([module, args]) => sessionViolations(module, args, limits)),
  },
  "no-secret-in-metadata": {
    title: "Metadata has no secret",
    description:
      "No metadata or description repeats a secret of the stack, or has the form of a key or password. The API shows both in plaintext.",
    severity: "high",
    properties: {},
    judge: secretViolations,
  },
  "no-adopt": {
    title: "No resource uses `adopt`",
    description:
      "No module resource has `adopt: true`, which replaces what was configured elsewhere.",
    severity: "low",
    properties: {},
    judge: ({ ingress }) =>
      flawViolations(
        modulesIn(ingress),
        ({ kind }) => kind === flawKinds.adopts,
        "remove it after the adoption",
      ),
  },
  expectations: {
    title: "Expectations hold",
    description:
      "The expectations that a team has written down are true: see docs/expectations.md.",
    severity: "high",
    properties: { expectations: objectList<Expectation>("As in a file of expectations.") },
    judge: ({ ingress }, { expectations }) => {
      if (expectations.length === 0) return [];
      const results = judgeExpectations(checkedExpectations({ expectations }), [ingress]);
      // An expectation that is not known until apply is judged after the apply.
      const failures = results.filter(({ outcome }) => outcome === "fails");
      return failures.map((failure) => ({ message: failureText(failure) }));
    },
  },
};

/** A module with its name. */
type NamedModule = readonly [name: string, args: Arguments];

const modulesIn = ({ objects }: Ingress): NamedModule[] =>
  objects.flatMap(({ modules }) => Object.entries(modules));

/** The modules that are in force for certain. If only an apply will know whether a module is, it is judged after the apply. */
const modulesInForce = (ingress: Ingress): NamedModule[] =>
  modulesIn(ingress).filter(
    ([, args]) => isInForce(args) && hiddenAt(args, "enabled") === undefined,
  );

/** A violation for each flaw that a policy refuses, whichever module has the flaw. */
const flawViolations = (
  modules: readonly NamedModule[],
  isRefused: (flaw: Flaw) => boolean,
  advice: string,
): Violation[] =>
  modules.flatMap(([module, args]) =>
    flawsOf(module, args)
      .filter(isRefused)
      .map(({ summary }) => violation(args, `${module} ${summary}; ${advice}`)),
  );

function acceptsWeakAlgorithm({ kind, path }: Flaw): boolean {
  // Only an empty list of algorithms counts here. The path is empty if the module states no list at all.
  if (kind === flawKinds.emptyList) return ["", ALGORITHMS].includes(path);
  return kind === flawKinds.weakAlgorithm || kind === flawKinds.unknownAlgorithm;
}

function tlsTermination({ objects }: Ingress, edge: string): Arguments | undefined {
  const object = objects.find(({ kind, key }) => kind === "httpsEdge" && key === edge);
  return object?.modules.tlsTermination;
}

function tlsViolations(args: Arguments, oldest: string): Violation[] {
  const problem = tlsProblem(args, oldest);
  return problem === undefined ? [] : [violation(args, problem)];
}

function tlsProblem(args: Arguments, oldest: string): string | undefined {
  const version = tlsVersionOf(args);
  const advice = `set minVersion to ${oldest} or newer`;
  if (version === "off") return "has a disabled TLS termination; enable it";
  if (version === "default") return `leaves the lowest version of TLS to the service; ${advice}`;
  if (version === "unknown") return `has a lowest version of TLS that cannot be read; ${advice}`;
  // If the upstream chooses, the API accepts no lowest version.
  const isOlder = typeof version === "number" && version < Number(oldest);
  return isOlder ? `accepts an older version of TLS; ${advice}` : undefined;
}

/** The violation at the first route of an edge without a termination. `required` does not apply to an edge without routes. */
function missingTlsViolations({ objects, serving }: Ingress, edge: string): Violation[] {
  // A termination whose edge only an apply will know may be on this edge, so the edge is judged after the apply.
  const mayHaveTermination = objects.some(
    ({ modules: { tlsTermination } }) => tlsTermination && hiddenAt(tlsTermination, "edgeId"),
  );
  const route = serving.find(({ scope }) => scope.edge === edge)?.route;
  if (mayHaveTermination || !route) return [];
  return [violation(route.args, "its HTTPS edge has no HttpsEdgeTlsTermination; add one")];
}

/** The violations of a login in force. A limit of 0 seconds in the configuration accepts any session. */
const sessionViolations = (
  login: string,
  args: Arguments,
  limits: Readonly<Record<string, number>>,
): Violation[] =>
  Object.entries(limits).flatMap(([argument, limit]) => {
    const value = valueAt(args, argument);
    if (limit === 0 || isHidden(value)) return [];
    const problem = sessionProblem(value, limit);
    if (problem === undefined) return [];
    return [violation(args, `${login}.${argument} ${problem}; set 1 to ${limit} s`)];
  });

function sessionProblem(value: unknown, limit: number): string | undefined {
  if (typeof value !== "number") return "is not set";
  // The API's reference does not show what 0 means: it may be without a limit.
  if (value <= 0) return "may be without a limit";
  return value > limit ? "is too long" : undefined;
}

function secretViolations({ ingress, resources }: PolicyStack): Violation[] {
  const secrets = secretsIn(resources);
  return ingress.objects.flatMap(({ args }) =>
    ["metadata", "description"].flatMap((argument) => {
      const text = args && textAt(args, argument);
      const problem = text === undefined ? undefined : secretProblem(text, secrets);
      if (problem === undefined) return [];
      return [
        violation(args, `${argument} ${problem}, and the API shows it in plaintext; remove it`),
      ];
    }),
  );
}

function failureText({ expectation, failing }: Result): string {
  const title = titleOf(expectation);
  if (failing.length === 0) return `${title}: no route serves the path`;
  return `${title}: does not hold for ${failing.join(", ")}`;
}
