/**
 * The programs in which rules show their examples. `{ $id: "httpsEdgeRoute" }` is the id of another resource of the program,
 * `{ $resource: … }` is that resource itself, and `{ $secret: … }` is a secret. `$options` contains resource options, and
 * `$lookedUp` marks a lookup; `null` leaves an argument out. `sdk-tests/review/declared.ts` reads these programs.
 */

/** The arguments of resources by their types and names. A resource without a name is named after its type. */
export type Program = Readonly<Record<string, ResourceArguments>>;

type ResourceArguments = Readonly<Record<string, unknown>>;

/** A change of a program. A program that is left out declares nothing. */
export interface Example {
  readonly before?: Program;
  readonly after?: Program;
}

/** The arguments of a route that admits everyone. */
export const route = {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/admin",
  backend: { backendId: "bkdhr_1" },
};

/** A login that names whom it admits. */
export const oauth = { provider: { provider1: { organizations: ["acme"] } } };

/** A program with a single route. */
export const routeWith = (args: ResourceArguments = {}): Program => ({
  HttpsEdgeRoute: { ...route, ...args },
});

/** A program with a single route, whose login has this provider. */
export const routeWithLogin = (provider: ResourceArguments): Program =>
  routeWith({ oauth: { provider } });

/** A program with a single route, which validates tokens of an issuer. */
export const routeWithTokens = (args: ResourceArguments = {}): Program =>
  routeWith({
    jwtValidation: { issuer: { allowList: [{ value: "https://tokens.acme.com" }] }, ...args },
  });

/** A program with the TLS termination of an edge. */
export const tlsTermination = (args: ResourceArguments): Program => ({
  HttpsEdgeTlsTermination: { edgeId: "edghts_1", ...args },
});

/** A program with a single event destination, which delivers to a log group with the rights of a role. */
export const eventDestination = (target: { logGroup: string; role: string }): Program => ({
  EventDestination: {
    format: "json",
    target: {
      cloudLogs: { logGroupArn: target.logGroup, auth: { role: { roleArn: target.role } } },
    },
  },
});

/** The option that assigns the program's provider to a resource. */
export const ofProvider = { $options: { provider: { $resource: "provider" } } };
