import { audit, ca, ingress, logs, mutual, policy, resource, route, tls } from "../declared";
import { changed, drift, gone, type LabelledDrift } from "./drift";
import { at, disabled, locked, loginOn, tokensOn, users, webhooksOn } from "./label";

const clients = (type = "HttpsEdgeMutualTls") => mutual(type, { certificateAuthorityIds: ["ca_1"] });
const managed = ingress({ certificateManagementPolicy: policy });
const tcp = resource("TcpEdgeBackend", "upstream")({ edgeId: "EDGE", backendId: "bkdtc_1" });
const admin = at("admin", "/admin", locked);
const open = at("open", "/");
const OPEN = "The route serves everybody now.";

/** Changes by hand of module resources, edges and objects that opened or broke something, or may have. */
export const objectDrifts: readonly LabelledDrift[] = [
  drift("drift-login-resource-deleted", "high", OPEN, [route(), loginOn()], gone("login")),
  drift("drift-login-resource-disabled", "high", OPEN, [route(), loginOn()], changed("login", disabled)),
  drift(
    "drift-login-resource-emptied",
    "high",
    "Every account of the platform gets in now.",
    [route(), loginOn()],
    changed("login", { provider: users(1, {}).oauth.provider }),
  ),
  drift("drift-tokens-resource-deleted", "high", OPEN, [route(), tokensOn()], gone("tokens")),
  drift("drift-tokens-resource-disabled", "high", OPEN, [route(), tokensOn()], changed("tokens", disabled)),
  drift(
    "drift-webhooks-resource-deleted",
    "high",
    "Unsigned webhooks are accepted now.",
    [route(), webhooksOn()],
    gone("signed"),
  ),
  drift("drift-client-certificates-deleted", "high", "Clients need no certificate now.", [clients()], gone("clients")),
  drift(
    "drift-client-certificates-disabled",
    "high",
    "Clients need no certificate now.",
    [clients("TlsEdgeMutualTls")],
    changed("clients", disabled),
  ),
  drift(
    "drift-client-authorities-empty",
    "high",
    "No client certificate is validated now.",
    [clients()],
    changed("clients", { certificateAuthorityIds: [] }),
  ),
  drift(
    "drift-client-authority-added",
    "medium",
    "Certificates of another authority are accepted now.",
    [clients()],
    changed("clients", { certificateAuthorityIds: ["ca_1", "ca_2"] }),
  ),
  drift(
    "drift-tls-obsolete",
    "high",
    "A deprecated version is accepted now.",
    [tls("1.2")],
    changed("tls", { minVersion: "1.0" }),
  ),
  drift(
    "drift-tls-lowered",
    "medium",
    "An older version is accepted now.",
    [tls("1.3")],
    changed("tls", { minVersion: "1.2" }),
  ),
  drift(
    "drift-tls-deleted",
    "medium",
    "The default of the service applies now, which may be an older version.",
    [tls("1.3")],
    gone("tls"),
  ),
  drift(
    "drift-fallback",
    "high",
    "Requests for /admin match the open route alone, which has the same backend.",
    [admin, open],
    gone("admin"),
  ),
  drift(
    "drift-fallback-after-move",
    "high",
    "Requests for /admin match the open route alone, which has the same backend.",
    [admin, open],
    changed("admin", { match: "/admin-v2" }),
  ),
  drift(
    "drift-matches-swapped",
    "high",
    "What was protected is served by the open route now.",
    [admin, at("open", "/public")],
    changed("admin", { match: "/public" }),
    changed("open", { match: "/admin" }),
  ),
  drift("drift-route-deleted", "medium", "The route serves nobody now.", [route(locked)], gone("route")),
  drift("drift-ingress-deleted", "high", "Agents no longer reach its addresses.", [managed], gone("agents")),
  drift(
    "drift-certificates-off",
    "high",
    "Certificates are no longer renewed.",
    [managed],
    changed("agents", { certificateManagementPolicy: null }),
  ),
  drift(
    "drift-authority-deleted",
    "high",
    "The private key is lost, and no host trusts a new one.",
    [ca({})],
    gone("hosts"),
  ),
  drift("drift-destination-deleted", "high", "Events are no longer delivered.", [audit(logs("logs"))], gone("audit")),
  drift(
    "drift-events-redirected",
    "medium",
    "Whoever reads the other group gets the events now.",
    [audit(logs("logs"))],
    changed("audit", { target: logs("other") }),
  ),
  drift(
    "drift-events-to-vendor",
    "medium",
    "The events leave the cloud account now.",
    [audit(logs("logs"))],
    changed("audit", { target: { monitoring: { apiKey: "canary-api-key", site: "us" } } }),
  ),
  drift(
    "drift-tcp-other-backend",
    "medium",
    "Another service is reachable over TCP now.",
    [tcp],
    changed("upstream", { backendId: "bkdtc_2" }),
  ),
  drift("drift-tcp-backend-deleted", "medium", "Connections no longer reach a backend.", [tcp], gone("upstream")),
  drift(
    "drift-login-deleted-another-widened",
    "high",
    "One route serves everybody now, and another one more people than before.",
    [route(), at("other", "/other", locked), loginOn()],
    gone("login"),
    changed("other", { oauth: users(1, { organizations: ["example", "partner"] }).oauth }),
  ),
];
