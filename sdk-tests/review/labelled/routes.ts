import { KEEP, oauth, of, type Pair, retain, route } from "../declared";
import { at, disabled, type Label, locked, loginOn, risky, tokensOn, withOptions } from "./label";

const admin = (args: Readonly<Record<string, unknown>> = locked) => at("admin", "/admin", args);
const open = (match: string, args: Readonly<Record<string, unknown>> = {}) => at("open", match, args);
const exact = { matchType: "exact_path" };
const IDS = { edgeId: "EDGE", routeId: { $id: "route" } };
/** A new open route beside a protected one. */
const beside = (match: string, args = {}): Pair => [[admin()], [admin(), open(match, args)]];
const MAY = "The reference does not show which of two routes serves a request that both match.";

/** Routes beside each other, routes that stay, and what they serve. */
export const routes: readonly Label[] = [
  risky("matches-swapped", "high", "What was protected is served by the open route, and the other way round.", [
    [admin(), open("/public")],
    [at("admin", "/public", locked), open("/admin")],
  ]),
  risky("open-takes-old-match", "high", "The protected route moves away, and the open one takes its match.", [
    [admin(), open("/public")],
    [at("admin", "/admin-v2", locked), open("/admin")],
  ]),
  risky("protection-swapped", "high", "The login moves to the route that was public, away from the one that was not.", [
    [admin(), open("/public")],
    [admin({}), open("/public", locked)],
  ]),
  risky(
    "beside-exact",
    "medium",
    `The open route names one path of the protected one. ${MAY}`,
    beside("/admin/export", exact),
  ),
  risky("beside-same-match", "medium", `Both routes match all requests. ${MAY}`, beside("/admin")),
  risky("beside-same-match-exact", "medium", MAY, beside("/admin", exact)),
  risky("beside-shorter", "medium", MAY, beside("/adm")),
  risky("beside-root", "medium", MAY, beside("/")),
  risky(
    "beside-with-host",
    "medium",
    `A match with a host is the more special one. ${MAY}`,
    beside("www.example.com/admin"),
  ),
  risky("beside-host-alone", "medium", MAY, beside("www.example.com")),
  risky("beside-letter-case", "medium", "The backend may treat both spellings as the same path.", beside("/Admin")),
  risky(
    "beside-encoded",
    "medium",
    "The backend may decode the path to that of the protected route.",
    beside("/%61dmin"),
  ),
  risky(
    "beside-dots",
    "medium",
    "The backend may resolve the path to that of the protected route.",
    beside("/public/../admin"),
  ),
  risky("beside-two-slashes", "medium", "The backend may treat both spellings as the same path.", beside("//admin")),
  risky("beside-with-empty-tokens", "medium", `The validation of the new route checks nothing. ${MAY}`, [
    [admin()],
    [admin(), open("/admin/export", { jwtValidation: {} })],
  ]),
  risky("beside-with-login-off", "medium", `The login of the new route is disabled. ${MAY}`, [
    [admin()],
    [admin(), open("/admin/export", { oauth: { ...oauth, ...disabled } })],
  ]),
  risky("beside-exact-protected", "medium", "The backend may serve the same page with a slash at the end.", [
    [admin({ ...locked, ...exact })],
    [admin({ ...locked, ...exact }), open("/admin/")],
  ]),
  risky("open-widened-over-protected", "medium", MAY, [
    [admin(), open("/public")],
    [admin(), open("/")],
  ]),
  risky("open-exact-to-prefix", "medium", "All paths below become public, not the one alone.", [
    [open("/", exact)],
    [open("/")],
  ]),
  risky("open-host-widened", "medium", "All paths of the host become public.", [
    [open("www.example.com/public")],
    [open("www.example.com")],
  ]),
  risky("open-other-backend", "medium", "A backend that is not shown becomes public on a route without protection.", [
    [open("/public")],
    [open("/public", { backend: { backendId: "bkdhr_admin" } })],
  ]),
  risky("backend-dropped", "medium", "The route no longer states what serves it.", [
    [route(locked)],
    [{ ...route(), args: { edgeId: "EDGE", matchType: "path_prefix", match: "/api", ...locked } }],
  ]),
  risky(
    "retained-tokens-deleted",
    "high",
    "The route is retained and serves on, but its token validation is deleted.",
    [[retain, route({}, KEEP), withOptions(tokensOn(undefined, IDS), KEEP)], [retain]],
  ),
  risky("retained-by-option-open", "high", "Pulumi keeps the route on the server, but deletes its login.", [
    [route({}, { retainOnDelete: true }), loginOn(undefined, IDS)],
    [],
  ]),
  risky("retained-with-login", "medium", "The route and its login serve on, and no program knows of them.", [
    [retain, route({}, KEEP), withOptions(loginOn(), KEEP)],
    [retain],
  ]),
  risky(
    "retained-argument-dropped",
    "high",
    "Without `retainRemovedModules` the removed login is deleted.",
    of({ ...locked, retainRemovedModules: true }, {}),
  ),
  risky(
    "breaker-trips-at-once",
    "medium",
    "One failing request stops the route for as long as the number can say.",
    of({}, { circuitBreaker: { volumeThreshold: 1, errorThresholdPercentage: 0, trippedDuration: 4_294_967_295 } }),
  ),
  risky(
    "breaker-tightened",
    "medium",
    "The circuit now trips without any error.",
    of(
      { circuitBreaker: { volumeThreshold: 20, errorThresholdPercentage: 0.5 } },
      { circuitBreaker: { volumeThreshold: 0, errorThresholdPercentage: 0 } },
    ),
  ),
];
