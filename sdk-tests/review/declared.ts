/** A resource of a program; `{ $id }`, `{ $uri }`, `{ $resource }` and `{ $secret }` stand for what JSON cannot say. */
export interface Declared {
  readonly type: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The resource is looked up by the id that it has before the change. */
  readonly isLookedUp?: true;
}

export type Args = Readonly<Record<string, unknown>>;

export const resource =
  (type: string, name: string) =>
  (args: Args = {}, options?: Args): Declared => ({ type, name, args, ...(options && { options }) });

export const route = (args: Args = {}, options?: Args, name = "route"): Declared =>
  resource("HttpsEdgeRoute", name)(
    { edgeId: "EDGE", matchType: "path_prefix", match: "/api", backend: { backendId: "bkdhr_1" }, ...args },
    options,
  );

export const ROUTE = { route: { $resource: "route" } };
export const oauth = { provider: { provider1: { organizations: ["example"] } } };
export const saml = { idpMetadata: "<EntityDescriptor/>" };
export const oidc = { issuer: "https://login.example.com", clientId: "web", clientSecret: "canary-oidc" };
export const jwt = { issuer: { allowList: [{ value: "https://tokens.example.com" }] } };
export const ofJws = (...allowedAlgorithms: string[]) => ({ jwtValidation: { ...jwt, jws: { allowedAlgorithms } } });
export const inbound = (expression: string) => ({ inbound: { expressions: [expression], actions: { type: "deny" } } });
export const google = (...emailDomains: string[]) => ({ oauth: { provider: { provider3: { emailDomains } } } });
export const login = (args: Args = ROUTE, name = "login") =>
  resource("HttpsEdgeRouteOAuth", name)({ ...args, ...oauth });
export const ingress = (args: Args = {}, name = "agents") =>
  resource("AgentIngress", name)({ domain: "DOMAIN", ...args });
export const audit = (target: Args, name = "audit") => resource("EventDestination", name)({ format: "json", target });
export const logs = (logGroupArn: string) => ({ cloudLogs: { logGroupArn, auth: { role: { roleArn: "role" } } } });
export const keys = (cloudSecretAccessKey: string) => ({
  cloudLogs: { logGroupArn: "logs", auth: { creds: { cloudAccessKeyId: "key", cloudSecretAccessKey } } },
});
export const tls = (minVersion: unknown) => resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion });
export const mutual = (type: string, args: Args) => resource(type, "clients")({ edgeId: "EDGE", ...args });
export const ca = (args: Args) => resource("SshCertificateAuthority", "hosts")(args);
export const policy = { authority: "letsencrypt" };
export const retain = resource("Provider", "keep")({ routeDeletion: "retain" });
export const KEEP = { provider: { $resource: "keep" } };
export const component = resource("Component", "group")();

/** The program before a change and after it. */
export type Pair = readonly [before: readonly Declared[], after: readonly Declared[]];

/** A change of a route's arguments. */
export const of = (before: Args, after: Args): Pair => [[route(before)], [route(after)]];
