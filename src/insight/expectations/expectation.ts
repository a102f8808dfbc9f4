import { parse } from "yaml";
import { z } from "zod";
import { type ProtectionName, protectionNames } from "../ingress/modules";

/** Versions of TLS, the oldest first. */
export const tlsVersions = ["1.0", "1.1", "1.2", "1.3"] as const;

const names = z.array(z.string().min(1)).min(1);

const allows = z
  .strictObject({
    emailAddresses: names.optional().describe("E-mail addresses that the login (OAuth) may admit."),
    emailDomains: names.optional().describe("E-mail domains that the login (OAuth) may admit."),
    teams: names.optional().describe("Teams that the login (OAuth) may admit."),
    organizations: names.optional().describe("Organizations that the login (OAuth) may admit."),
    groups: names.optional().describe("Groups that the login (SAML) may admit."),
  })
  .describe("The only users whom logins may admit. Any other user is a failure.");

const claims = z.strictObject({
  protectedBy: z
    .array(z.enum([...protectionNames, "any"] as [ProtectionName, ...ProtectionName[], "any"]))
    .min(1)
    .optional()
    .describe(
      "Modules of which the route or its edge must have at least one, at full strength unless `strength` says less.",
    ),
  strength: z
    .enum(["weak", "real"])
    .optional()
    .describe("The least strength of `protectedBy`. `weak` also accepts logins without a list of users."),
  allows: allows.optional(),
  servedBy: z.string().min(1).optional().describe("Name of the route's resource, or id of the backend."),
  tls: z.enum(tlsVersions).optional().describe("The oldest version of TLS that the edge may accept."),
  open: z.literal(true).optional().describe("The path must be reachable without a protection."),
});

const expectation = z.strictObject({
  edge: z.string().min(1).describe("Id of the HTTPS edge."),
  path: z.string().regex(/^\//, "must begin with a slash, such as /admin").describe("Path of the request."),
  host: z.string().min(1).optional().describe("Host of the request. Default: every host."),
  stack: z.string().min(1).optional().describe("Name of the only stack for which it is. Default: every stack."),
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

const file = z.strictObject({ $schema: z.string().optional(), expectations: z.array(expectation).min(1) });

/** What must stay true of the requests to a path. */
export type Expectation = z.infer<typeof expectation>;

/** What an expectation says of a request. */
export type Claims = Expectation["expect"];

/** Lists of the only users whom logins may admit. */
export type AllowedUsers = NonNullable<Claims["allows"]>;

/** Reads a file, in YAML or JSON. Throws an error that names the path, or the line, of the first problem. */
export const readExpectations = (text: string): readonly Expectation[] => checkedExpectations(documentOf(text));

function documentOf(text: string): unknown {
  try {
    // No aliases: a short text could stand for a document that fills the memory.
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    throw new Error(`the expectations are neither YAML nor JSON: ${line.replace(/:$/, "")}`);
  }
}

/** Checks expectations that a file or a program has. Throws an error that names the path of the first problem. */
export function checkedExpectations(value: unknown): readonly Expectation[] {
  const { success, data, error } = file.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    throw new Error(`${z.core.toDotPath(issue?.path ?? []) || "the expectations"}: ${issue?.message ?? "not valid"}`);
  }
  const empty = data.expectations.findIndex(({ expect }) => Object.keys(expect).every((name) => name === "strength"));
  if (empty < 0) return data.expectations;
  throw new Error(`expectations[${empty}].expect: it says nothing; state protectedBy, allows, servedBy, tls or open`);
}

export const expectationsSchema = (): object => ({
  title: "Expectations of an ingress, for `edge-ingress test`",
  ...z.toJSONSchema(file, { target: "draft-7" }),
});
