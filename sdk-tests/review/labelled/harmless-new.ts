import { audit, ca, inbound, ingress, KEEP, logs, mutual, oidc, policy, resource, route, saml, tls } from "../declared";
import {
  addresses,
  at,
  github,
  harmless,
  idle,
  type Label,
  locked,
  loginOn,
  tokensOn,
  validated,
  webhooksOn,
} from "./label";

const NEW = "Nothing that was protected changes, and what is new is protected.";
const deleting = (routeDeletion: string) => resource("Provider", "keep")({ routeDeletion });
const admin = at("admin", "/admin", locked);

/** Objects that are new, and changes behind a protection that stays. */
export const additions: readonly Label[] = [
  harmless("new-saml-route", NEW, [[], [route({ saml })]]),
  harmless("new-oidc-route", NEW, [[], [route({ oidc })]]),
  harmless("new-token-route", NEW, [[], [route(validated())]]),
  harmless("new-webhook-route", NEW, [[], [route(), webhooksOn()]]),
  harmless("new-address-route", NEW, [[], [route(addresses)]]),
  harmless("new-policy-route", NEW, [[], [route({ ...locked, policy: inbound("a") })]]),
  harmless("new-idle-route", "The new route serves nothing.", [[], [route(idle)]]),
  harmless("new-protected-beside-open", "What is new is protected, and what was public stays so.", [
    [at("open", "/public")],
    [at("open", "/public"), admin],
  ]),
  harmless("new-protected-below-open", "Some of what was public may require a login now.", [
    [at("open", "/")],
    [at("open", "/"), admin],
  ]),
  harmless("new-route-of-unknown-backend", "The backend is not known until apply; the login is.", [
    [],
    [route({ ...locked, backend: { backendId: { $id: "agents" } } }), ingress()],
  ]),
  harmless("new-resources-at-once", NEW, [[], [route(), loginOn(), tokensOn()]]),
  harmless("new-ingress-described-by-another", "The description is not known until apply.", [
    [],
    [ingress(), ingress({ domain: "second.DOMAIN", description: { $id: "agents" } }, "second")],
  ]),
  harmless("new-authority-of-modern-type", "A new authority is trusted by nobody yet.", [
    [],
    [ca({ privateKeyType: "ed25519" })],
  ]),
  harmless("new-destination-beside", "A new destination applies to nothing until it is associated.", [
    [audit(logs("logs"))],
    [audit(logs("logs")), audit(logs("archive"), "archive")],
  ]),
  harmless("new-edge-modules", NEW, [
    [],
    [tls("1.3"), mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] })],
  ]),
  harmless("certificates-managed", "Certificates are renewed from now on.", [
    [ingress()],
    [ingress({ certificateManagementPolicy: policy })],
  ]),
  harmless("backend-behind-login", "The same people get in, to another backend.", [
    [route(locked)],
    [route({ ...locked, backend: { backendId: "bkdhr_2" } })],
  ]),
  harmless("backend-behind-webhooks", "The same senders get in, to another backend.", [
    [route(github)],
    [route({ ...github, backend: { backendId: "bkdhr_2" } })],
  ]),
  harmless("served-with-login", "The route starts to serve the people whom its login allows.", [
    [route({ ...locked, ...idle })],
    [route(locked)],
  ]),
  harmless("converter-behind-login", "Those who get in may use websockets as TCP.", [
    [route(locked)],
    [route(locked), resource("HttpsEdgeRouteWebsocketTcpConverter", "sockets")({ route: { $resource: "route" } })],
  ]),
  harmless("new-open-elsewhere", "The new public route has no request in common with the protected one.", [
    [admin],
    [admin, at("health", "/health")],
  ]),
  harmless("open-narrowed", "Fewer paths are public than before.", [
    [at("open", "/public")],
    [at("open", "/public/docs")],
  ]),
  harmless("open-prefix-to-exact", "Fewer paths are public than before.", [
    [at("open", "/public")],
    [at("open", "/public", { matchType: "exact_path" })],
  ]),
  harmless("deletion-policy-stricter", "The setting applies to deletions alone, and none is asked for.", [
    [deleting("delete"), route(locked, KEEP)],
    [deleting("require"), route(locked, KEEP)],
  ]),
];
