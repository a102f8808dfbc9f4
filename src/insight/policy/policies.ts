import { checkedExpectations, type Expectation } from "../expectations/expectation";
import { judge, titleOf } from "../expectations/judge";
import { ALGORITHMS, flawsOf } from "../ingress/lint";
import { type Flaw, rows } from "../ingress/lint-rows";
import { routeProtected, sessionMaximum, tlsMinimum } from "./limits";
import { type IngressPolicy, listOf, policyOf, violationAt } from "./policy";
import { noSecretInMetadata } from "./secrets";

/** A policy that refuses flaws of the lint, whichever module has them. */
const lintPolicy = (
  severity: IngressPolicy["severity"],
  title: string,
  description: string,
  todo: string,
  isRefused: (flaw: Flaw) => boolean,
): IngressPolicy => ({
  ...{ title, description, severity, properties: {} },
  judge: ({ ingress }) =>
    ingress.objects.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([module, block]) =>
        flawsOf(module, block)
          .filter(isRefused)
          .map(({ phrase }) => violationAt(block, `${module} ${phrase}; ${todo}`)),
      ),
    ),
});

/** The expectations of `edge-ingress test`. What is known at apply is judged after the apply. */
const expected = policyOf({
  title: "Expectations hold",
  description: "The expectations that a team has written down are true: see docs/expectations.md.",
  severity: "high",
  properties: { expectations: listOf<Expectation>("object", "As in a file of expectations.") },
  judge: ({ ingress }, { expectations }) => {
    if (expectations.length === 0) return [];
    return judge(checkedExpectations({ expectations }), [ingress])
      .filter(({ outcome }) => outcome === "fails")
      .map(({ expectation, failing }) => ({
        message: `${titleOf(expectation)}: ${failing.length > 0 ? `does not hold for ${failing.join(", ")}` : "no route serves the path"}`,
      }));
  },
});

/** All policies by their names, which configurations contain. */
export const policies = {
  "route-protected": routeProtected,
  "no-public-mail-domain": lintPolicy(
    "high",
    "Logins admit no public e-mail domain",
    "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
    "list e-mail addresses or a domain of your own",
    ({ row }) => row === rows.publicDomain,
  ),
  "no-weak-algorithm": lintPolicy(
    "high",
    "Tokens have a sound signature",
    "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm. Each lists its algorithms.",
    "list algorithms such as RS256 or ES256 only",
    ({ row, path }) =>
      row === rows.weakAlgorithm ||
      row === rows.unknownAlgorithm ||
      (row === rows.emptyList && (path === "" || path === ALGORITHMS)),
  ),
  "tls-minimum": tlsMinimum,
  "session-maximum": sessionMaximum,
  "no-secret-in-metadata": noSecretInMetadata,
  "no-adopt": lintPolicy(
    "low",
    "No resource uses `adopt`",
    "No module resource has `adopt: true`, which replaces what was configured elsewhere.",
    "remove it after the adoption",
    ({ row }) => row === rows.adopts,
  ),
  expectations: expected,
} as const;

/** The name of a policy. */
export type PolicyName = keyof typeof policies;

/** What of a policy can be configured. */
export type ConfigOf<Name extends PolicyName> = Parameters<(typeof policies)[Name]["judge"]>[1];
