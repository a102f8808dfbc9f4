import { parse } from "yaml";
import { z } from "zod";
import { list, nearestName, quote } from "../../core/schema/problem";
import { type ProtectionName, protectionNames } from "../ingress/modules";

/** Versions of TLS, the oldest first. */
export const tlsVersions = ["1.0", "1.1", "1.2", "1.3"] as const;

const names = z
  .array(z.string().min(1), { error: "must be a list of texts, such as [example]" })
  .min(1);

const allows = z
  .strictObject({
    emailAddresses: names.optional().describe("E-mail addresses that the login (OAuth) may admit."),
    emailDomains: names.optional().describe("E-mail domains that the login (OAuth) may admit."),
    teams: names.optional().describe("Teams that the login (OAuth) may admit."),
    organizations: names.optional().describe("Organizations that the login (OAuth) may admit."),
    groups: names.optional().describe("Groups that the login (SAML) may admit."),
  })
  .refine((lists) => Object.values(lists).some((list) => list !== undefined), {
    error: "must name emailAddresses, emailDomains, teams, organizations or groups",
  })
  .meta({
    description: "The only users whom logins may admit. Any other user is a failure.",
    minProperties: 1,
  });

/** YAML reads `tls: 1.2` as a number. */
const oldestTls = z.union(
  [
    z.enum(tlsVersions),
    z
      .literal([1, 1.1, 1.2, 1.3])
      .transform((version) => version.toFixed(1) as (typeof tlsVersions)[number]),
  ],
  { error: `must be ${list(tlsVersions.map(quote), "disjunction")}` },
);

const HOST_RULE =
  "must be the name of one host, such as app.example.com, without a scheme, a path or a star; leave it out for every host";

/** The name of one host. A request has a host and no pattern, so an expectation with a pattern would never be judged. */
const host = z
  .string()
  .regex(/^[^\s*/\\?#@]+$/, HOST_RULE)
  .refine((name) => URL.canParse(`http://${name}`), HOST_RULE);

const path = z
  .string()
  .regex(/^\//, "must begin with a slash, such as /admin")
  .regex(/^[^*]*$/, "must be the path of one request, without a star");

/** A claim that is left out claims nothing. `exactOptional` refuses a claim that is `undefined`: it would hold of every request. */
const claims = z.strictObject({
  protectedBy: z
    .array(z.enum([...protectionNames, "any"] as [ProtectionName, ...ProtectionName[], "any"]), {
      error: "must be a list of modules, such as [oauth] or [any]",
    })
    .min(1)
    .exactOptional()
    .describe(
      "Modules of which the route or its edge must have at least one, at full strength unless `strength` says less.",
    ),
  strength: z
    .enum(["weak", "real"])
    .exactOptional()
    .describe(
      "The least strength of `protectedBy`. `weak` also accepts logins without a list of users.",
    ),
  allows: allows.exactOptional(),
  servedBy: z
    .string()
    .min(1)
    .exactOptional()
    .describe("Name of the route's resource, or id of the backend."),
  tls: oldestTls.exactOptional().describe("The oldest version of TLS that the edge may accept."),
  open: z
    .literal(true)
    .exactOptional()
    .describe("The path must be reachable without a protection."),
});

const expectation = z.strictObject({
  edge: z.string().min(1).describe("Id of the HTTPS edge."),
  path: path.describe("Path of the request."),
  host: host.optional().describe("Host of the request. Default: every host."),
  stack: z
    .string()
    .min(1)
    .optional()
    .describe("Name of the only stack for which it is. Default: every stack."),
  routes: z
    .enum(["narrowest", "every"])
    .optional()
    .describe(
      "The API's reference does not show which of several matching routes serves a request. `narrowest` (default): the route " +
        "with the narrowest match; `every`: the expectation must hold for each of them.",
    ),
  reason: z.string().min(1).optional().describe("Why it must stay true. Reports show it."),
  expect: claims.describe("What must be true."),
});

const file = z.strictObject({
  $schema: z.string().optional(),
  expectations: z.array(expectation).min(1),
});

/** An expectation of the requests to a path, which must stay true. */
export type Expectation = z.infer<typeof expectation>;

/** The claims of an expectation about a request. */
export type Claims = Expectation["expect"];

/** Lists of the only users whom logins may admit. */
export type AllowedUsers = NonNullable<Claims["allows"]>;

/**
 * Checks the host of a request.
 *
 * @throws {Error} if it is a pattern, or an address.
 */
export function checkedHost(name: string): string {
  const { error } = host.safeParse(name);
  if (error) throw new Error(`the host ${error.issues[0]?.message}: ${name}`);
  return name;
}

/**
 * Reads a file, in YAML or JSON.
 *
 * @throws {Error} that names the path, or the line, of the first problem.
 */
export const readExpectations = (text: string): readonly Expectation[] =>
  checkedExpectations(documentOf(text));

/** The number of times that anchors may be used: a short text could stand for a document that fills the memory. */
const MOST_ALIASES = 10_000;

function documentOf(text: string): unknown {
  try {
    return parse(text, { merge: true, maxAliasCount: MOST_ALIASES });
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    throw new Error(`the expectations are neither YAML nor JSON: ${line.replace(/:$/, "")}`);
  }
}

/**
 * Checks expectations that a file or a program has.
 *
 * @throws {Error} that names the path of the first problem.
 */
export function checkedExpectations(value: unknown): readonly Expectation[] {
  const { success, data, error } = file.safeParse(value);
  if (!success) throw new Error(problemText(error.issues));
  const empty = data.expectations.findIndex(({ expect }) =>
    Object.keys(expect).every((name) => name === "strength"),
  );
  if (empty < 0) return data.expectations;
  throw new Error(
    `expectations[${empty}].expect: must state protectedBy, allows, servedBy, tls or open`,
  );
}

/** The first problem. An unknown member comes first: it is often a misspelling of the member that is missing. */
function problemText(issues: readonly z.core.$ZodIssue[]): string {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const where = z.core.toDotPath(issue?.path ?? []);
  const reason = issue?.code === "unrecognized_keys" ? unknownMember(issue) : issue?.message;
  return `${where || "the expectations"}: ${reason ?? "not valid"}`;
}

/** The known members at each depth of a path: `[]`, `expectations`, `expectations[0]`, `.expect`, `.expect.allows`. */
const membersByDepth = [file.shape, {}, expectation.shape, claims.shape, allows.shape].map(
  (shape) => Object.keys(shape),
);

function unknownMember({ keys: [key = ""], path: at }: z.core.$ZodIssueUnrecognizedKeys): string {
  const members = membersByDepth[at.length] ?? [];
  const nearest = nearestName(key, members);
  const advice =
    nearest === undefined ? `the members are ${members.join(", ")}` : `did you mean ${nearest}?`;
  return `there is no member ${key}; ${advice}`;
}

/** The JSON schema of a file, by which editors check it: docs/expectations.schema.json. */
export const expectationsSchema = (): object => ({
  title: "Expectations of an ingress, for `edge-ingress test`",
  ...z.toJSONSchema(file, { target: "draft-7", io: "input" }),
});
