import { type Args, saml } from "../declared";
import { at, idle, type Label, locked, loginOn, risky, users, validated } from "./label";

const admin = (args: Args = locked) => at("admin", "/admin", args);
const open = (match: string, args: Args = {}) => at("open", match, args);
const exact = { matchType: "exact_path" };

/** Requests that end up at another route because theirs is gone, or takes fewer. */
export const fallbacks: readonly Label[] = [
  risky(
    "fallback-after-deletion",
    "high",
    "Requests for /admin now match the open route alone, which has the same backend.",
    [[admin(), open("/")], [open("/")]],
  ),
  risky(
    "fallback-after-deletion-other-backend",
    "medium",
    "Requests for /admin now reach the backend of the open route.",
    [[admin(), open("/", { backend: { backendId: "bkdhr_2" } })], [open("/", { backend: { backendId: "bkdhr_2" } })]],
  ),
  risky(
    "fallback-after-move",
    "high",
    "Requests for /admin now match the open route alone, which has the same backend.",
    [
      [admin(), open("/")],
      [at("admin", "/admin-v2", locked), open("/")],
    ],
  ),
  risky("fallback-after-edge-move", "high", "On the first edge the open route alone matches requests for /admin.", [
    [admin(), open("/")],
    [admin({ ...locked, edgeId: "EDGE-2" }), open("/")],
  ]),
  risky("fallback-after-narrowing", "high", "Requests below /admin now match the open route alone.", [
    [admin(), open("/")],
    [admin({ ...locked, ...exact }), open("/")],
  ]),
  risky(
    "fallback-after-narrowed-host",
    "high",
    "Requests for /admin by other host names now match the open route alone.",
    [
      [admin(), open("/")],
      [at("admin", "www.example.com/admin", locked), open("/")],
    ],
  ),
  risky("fallback-after-disabling", "medium", "The open route may serve what the disabled route no longer does.", [
    [admin(), open("/")],
    [admin({ ...locked, ...idle }), open("/")],
  ]),
  risky(
    "fallback-of-tokens",
    "high",
    "Requests for /admin now match the open route alone, which has the same backend.",
    [[admin(validated()), open("/")], [open("/")]],
  ),

  risky(
    "fallback-of-login-resource",
    "high",
    "Requests for /admin now match the open route alone, which has the same backend.",
    [[admin({}), open("/"), loginOn(locked.oauth, { route: { $resource: "admin" } })], [open("/")]],
  ),
  risky(
    "fallback-of-host",
    "high",
    "Requests for the host now match the open route alone, which has the same backend.",
    [[at("host", "admin.example.com", { saml }), open("/")], [open("/")]],
  ),
  risky("fallback-to-user-agents", "high", "Requests for /admin now match a route that checks a header alone.", [
    [admin(), open("/", { userAgentFilter: { deny: ["bot"] } })],
    [open("/", { userAgentFilter: { deny: ["bot"] } })],
  ]),
  risky("fallback-to-wider-login", "medium", "Requests for /admin now match a route that admits more people.", [
    [admin(), at("all", "/", users(3, { emailDomains: ["example.com"] }))],
    [at("all", "/", users(3, { emailDomains: ["example.com"] }))],
  ]),
  risky("overlap-served", "high", "A route without protection, below a protected one, starts to serve.", [
    [admin(), open("/admin/export", idle)],
    [admin(), open("/admin/export")],
  ]),
];
