import { at, users } from "../label";
import { admin, label, lockedSite, type ReaderLabel, site } from "./label";

/** Routes that take over requests of others. */
export const takeovers: readonly ReaderLabel[] = [
  label(
    "open-exact-under-locked-prefix",
    "medium",
    "Both routes match /admin, and the reference does not show which one serves it.",
    [[lockedSite], [lockedSite, at("admin", "/admin", { matchType: "exact_path" })]],
  ),
  label("locked-route-removed-above-open", "high", "Requests for /admin fall to the open route.", [
    [site, admin()],
    [site],
  ]),
  label("prefix-to-exact-above-open", "high", "Requests below /admin fall to the open route.", [
    [site, admin()],
    [site, admin({ matchType: "exact_path" })],
  ]),
  label("prefix-to-exact-alone", "low", "The route serves fewer requests, which is less than its deletion.", [
    [admin()],
    [admin({ matchType: "exact_path" })],
  ]),
  label(
    "open-exact-to-prefix",
    "medium",
    "Both routes match what is below /admin/help, and the reference does not show which one serves it.",
    [
      [admin(), at("help", "/admin/help", { matchType: "exact_path" })],
      [admin(), at("help", "/admin/help")],
    ],
  ),
  label("slash-at-the-end", "medium", "Requests for /admin itself may fall to the open route.", [
    [site, admin()],
    [site, admin({ match: "/admin/" })],
  ]),
  label("open-part-of-a-name", "medium", "A prefix of letters may take requests for /admin, which has a login.", [
    [admin()],
    [admin(), at("adm", "/adm")],
  ]),
  label("open-twin", "medium", "Two routes have the same match, and the reference does not show which one serves.", [
    [admin()],
    [admin(), at("twin", "/admin")],
  ]),
  label("open-host", "medium", "Whether a host goes before a path, the reference does not say.", [
    [admin()],
    [admin(), at("host", "app.example.com")],
  ]),
  label("open-other-case", "medium", "A backend that does not know letter case serves the same without the login.", [
    [admin()],
    [admin(), at("capital", "/Admin")],
  ]),
  label("open-escaped", "medium", "The escaped path is the same path to the backend, without the login.", [
    [admin()],
    [admin(), at("escaped", "/%61dmin")],
  ]),
  label("open-on-other-edge", "medium", "The backend can be reached by another edge without the login.", [
    [admin()],
    [admin(), at("admin-elsewhere", "/admin", { edgeId: "EDGE_other" })],
  ]),
  label(
    "weaker-login-below",
    "medium",
    "Both routes match /admin/reports, and the reference does not show which one serves it.",
    [[admin()], [admin(), at("reports", "/admin/reports", users(1, {}))]],
  ),
  label("locked-exact-under-locked-prefix", "low", "The same login is asked for the same requests.", [
    [lockedSite],
    [lockedSite, admin({ matchType: "exact_path" })],
  ]),
  label("locked-new", "low", "The new route asks for a login.", [[], [admin()]]),
  label("routes-reordered", "none", "The order of declarations has no meaning.", [
    [site, admin()],
    [admin(), site],
  ]),
];
