import { of, type Pair } from "../declared";
import { disabled, type Label, locked, risky } from "./label";

const HSTS = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
const CSP = { "content-security-policy": "default-src 'self'" };
const response = (before: object, after: object): Pair =>
  of({ ...locked, responseHeaders: before }, { ...locked, responseHeaders: after });
/** Headers that requests to a route with a login are given. */
const request = (add: Readonly<Record<string, unknown>>): Pair => of(locked, { ...locked, requestHeaders: { add } });
const BELIEVED = "If the backend believes the header, every user";

/** Headers that backends and browsers rely on. */
export const headers: readonly Label[] = [
  risky("hsts-not-added", "medium", "Browsers may connect without TLS again.", response({ add: HSTS }, { add: {} })),
  risky(
    "hsts-removed",
    "medium",
    "The backend's header no longer reaches browsers, which may connect without TLS again.",
    of(locked, { ...locked, responseHeaders: { remove: ["Strict-Transport-Security"] } }),
  ),
  risky(
    "hsts-zero",
    "medium",
    "A maximum age of zero makes browsers forget that they have to use TLS.",
    response({ add: HSTS }, { add: { "strict-transport-security": "max-age=0" } }),
  ),
  risky(
    "headers-module-dropped",
    "medium",
    "With the module goes the content security policy.",
    of({ ...locked, responseHeaders: { add: CSP } }, locked),
  ),
  risky(
    "headers-module-disabled",
    "medium",
    "With the module go the content security policy and HSTS.",
    response({ add: { ...CSP, ...HSTS } }, { add: { ...CSP, ...HSTS }, ...disabled }),
  ),
  risky(
    "csp-weakened",
    "medium",
    "Scripts of any origin, and scripts in the page, may run.",
    response({ add: CSP }, { add: { "content-security-policy": "default-src * 'unsafe-inline' 'unsafe-eval'" } }),
  ),
  risky(
    "csp-removed-among-others",
    "medium",
    "The backend's policy no longer reaches browsers.",
    response({ remove: ["server"] }, { remove: ["server", "content-security-policy"] }),
  ),
  risky(
    "cors-foreign-origin",
    "medium",
    "Pages of another origin can read responses with the user's session.",
    of(locked, {
      ...locked,
      responseHeaders: {
        add: { "access-control-allow-origin": "https://evil.example.net", "access-control-allow-credentials": "true" },
      },
    }),
  ),
  risky(
    "cors-null-origin",
    "medium",
    "Every sandboxed frame has the origin null, and can read responses with the user's session.",
    response(
      { add: { "Access-Control-Allow-Credentials": "true" } },
      { add: { "Access-Control-Allow-Credentials": "true", "Access-Control-Allow-Origin": "null" } },
    ),
  ),
  risky(
    "cache-public",
    "medium",
    "Shared caches may store what the login protects.",
    of(locked, { ...locked, responseHeaders: { add: { "cache-control": "public, max-age=31536000" } } }),
  ),
  risky("user-asserted", "medium", `${BELIEVED} is an administrator.`, request({ "x-user": "admin" })),
  risky("user-asserted-upper-case", "medium", `${BELIEVED} is an administrator.`, request({ "X-Remote-User": "root" })),
  risky("mail-asserted", "medium", `${BELIEVED} is Ann.`, request({ "x-auth-request-email": "ann@example.com" })),
  risky(
    "address-asserted",
    "medium",
    `${BELIEVED} seems to come from the backend's own host.`,
    request({ "x-forwarded-for": "127.0.0.1" }),
  ),
  risky(
    "real-address-asserted",
    "medium",
    `${BELIEVED} seems to be in the network.`,
    request({ "X-Real-IP": "10.0.0.1" }),
  ),
  risky(
    "certificate-asserted",
    "medium",
    `${BELIEVED} seems to have a client certificate.`,
    request({ "x-forwarded-client-cert": "Subject=CN=admin" }),
  ),
  risky(
    "credentials-given-to-all",
    "medium",
    "On a route without protection, everybody is given the backend's credentials.",
    of({}, { requestHeaders: { add: { authorization: { $secret: "canary-basic" } } } }),
  ),
  risky(
    "cookie-given-to-all",
    "medium",
    "On a route without protection, everybody is given a session of the backend.",
    of({}, { requestHeaders: { add: { Cookie: "session=1" } } }),
  ),
  risky(
    "other-host-asserted",
    "medium",
    "Requests may reach another site of the backend.",
    request({ host: "admin.internal" }),
  ),
  risky(
    "user-no-longer-removed",
    "medium",
    "Clients can send the header by which the backend may know its users.",
    of({ requestHeaders: { remove: ["x-user", "via"] } }, { requestHeaders: { remove: ["via"] } }),
  ),
  risky(
    "removal-dropped",
    "medium",
    "Clients can send the header by which the backend may know its users.",
    of({ ...locked, requestHeaders: { remove: ["X-Remote-User"] } }, locked),
  ),
  risky(
    "removal-disabled",
    "medium",
    "Clients can send the header by which the backend may know the client's address.",
    of(
      { ...locked, requestHeaders: { remove: ["x-forwarded-for"] } },
      { ...locked, requestHeaders: { remove: ["x-forwarded-for"], ...disabled } },
    ),
  ),
  risky(
    "cors-any-origin",
    "medium",
    "Browsers refuse the asterisk with credentials, but whoever writes both wants every page to read responses.",
    of(locked, {
      ...locked,
      responseHeaders: { add: { "access-control-allow-origin": "*", "access-control-allow-credentials": "true" } },
    }),
  ),
];
