import {
  type Args,
  audit,
  ca,
  component,
  ingress,
  KEEP,
  logs,
  mutual,
  oauth,
  of,
  policy,
  resource,
  route,
  tls,
} from "../declared";
import {
  at,
  github,
  harmless,
  idle,
  type Label,
  locked,
  loginOn,
  renamed,
  tokensOn,
  validated,
  webhooksOn,
  withOptions,
} from "./label";

const SAME = "The same module asks for the same path of the API, whichever resource states it.";
const ALIAS = "With the alias, Pulumi takes it for the object that it was.";
const inGroup = { parent: { $resource: "group" } };
const IDS = { edgeId: "EDGE", routeId: { $id: "route" } };
const other = at("other", "/other", locked);
const clients = mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"] });
const tcp = resource("TcpEdgeBackend", "upstream")({ edgeId: "EDGE", backendId: "bkdtc_1" });
const converter = (place: Args) => resource("HttpsEdgeRouteWebsocketTcpConverter", "sockets")(place);
const kept = { retainOnDelete: true };
const managed = ingress({ certificateManagementPolicy: policy });
const disabling = resource("Provider", "keep")({ routeDeletion: "disable" });

/** Moves, renames and deletions after which the ingress is as before, or serves less. */
export const moves: readonly Label[] = [
  harmless("moved-tokens-to-resource", SAME, [[route(validated())], [route(), tokensOn()]]),
  harmless("moved-tokens-to-argument", SAME, [[route(), tokensOn()], [route(validated())]]),
  harmless("moved-webhooks-to-resource", SAME, [
    [route(github)],
    [route({ retainRemovedModules: true }), webhooksOn()],
  ]),
  harmless("moved-converter-to-resource", SAME, [
    [route({ ...locked, websocketTcpConverter: {} })],
    [route(locked), converter({ route: { $resource: "route" } })],
  ]),
  harmless("moved-to-ids", "The ids name the same route.", [
    [route(), loginOn()],
    [route(), loginOn(oauth, IDS)],
  ]),
  harmless("moved-from-ids", "The route has the same ids.", [
    [route(), tokensOn(undefined, IDS)],
    [route(), tokensOn()],
  ]),
  harmless("moved-login-renamed-with-alias", ALIAS, [
    [route(), loginOn()],
    [
      route(),
      withOptions(renamed(loginOn(), "sign-in"), { aliases: [{ name: "moved-login-renamed-with-alias.login" }] }),
    ],
  ]),
  harmless("moved-route-renamed-with-alias", ALIAS, [
    [route(locked)],
    [route(locked, { aliases: [{ name: "moved-route-renamed-with-alias.route" }] }, "renamed")],
  ]),
  harmless("moved-ingress-renamed-with-alias", ALIAS, [
    [managed],
    [withOptions(renamed(managed, "addresses"), { aliases: [{ name: "moved-ingress-renamed-with-alias.agents" }] })],
  ]),
  harmless("moved-authority-renamed-with-alias", ALIAS, [
    [ca({ privateKeyType: "ed25519" })],
    [
      withOptions(renamed(ca({ privateKeyType: "ed25519" }), "servers"), {
        aliases: [{ name: "moved-authority-renamed-with-alias.hosts" }],
      }),
    ],
  ]),
  harmless("moved-destination-renamed-with-alias", ALIAS, [
    [audit(logs("logs"))],
    [withOptions(audit(logs("logs"), "events"), { aliases: [{ name: "moved-destination-renamed-with-alias.audit" }] })],
  ]),
  harmless("moved-route-into-component", "Edge and match are the same, and so is the protection.", [
    [route(locked)],
    [component, route(locked, inGroup)],
  ]),
  harmless("moved-login-into-component", SAME, [
    [route(), loginOn()],
    [component, route(), withOptions(loginOn(), inGroup)],
  ]),
  harmless("moved-tokens-out-of-component", SAME, [
    [component, route(), withOptions(tokensOn(), inGroup)],
    [route(), tokensOn()],
  ]),
  harmless("moved-edge-module-into-component", SAME, [[clients], [component, withOptions(clients, inGroup)]]),
  harmless("moved-tls-renamed", SAME, [[tls("1.2")], [renamed(tls("1.2"), "termination")]]),
  harmless("moved-tcp-renamed", SAME, [[tcp], [renamed(tcp, "servers")]]),
  harmless("moved-webhooks-renamed", SAME, [
    [route(), webhooksOn()],
    [route(), renamed(webhooksOn(), "hooks")],
  ]),
  harmless("moved-route-and-tokens-renamed", "Edge and match are the same, and so is the protection.", [
    [route(), tokensOn()],
    [at("renamed", "/api"), renamed(tokensOn(undefined, { route: { $resource: "renamed" } }), "checks")],
  ]),
  harmless("moved-all-to-arguments", SAME, [[route(), loginOn(), tokensOn()], [route({ ...locked, ...validated() })]]),
  harmless("protect-option", "The option guards the resource against deletion.", [
    [route(locked)],
    [route(locked, { protect: true })],
  ]),
  harmless("deleted-with-option", "The option orders deletions.", [
    [route(), loginOn(oauth, IDS)],
    [route(), withOptions(loginOn(oauth, IDS), { deletedWith: { $resource: "route" } })],
  ]),
  harmless("adopt-added", "The argument does nothing by itself.", [
    [route(), loginOn()],
    [route(), loginOn({ ...oauth, adopt: true })],
  ]),
  harmless(
    "retain-added",
    "The argument does nothing by itself.",
    of(locked, { ...locked, retainRemovedModules: true }),
  ),
  harmless("ingress-kept", "Pulumi forgets the ingress, which stays on the server.", [
    [withOptions(managed, kept)],
    [],
  ]),
  harmless("authority-kept", "Pulumi forgets the authority, which stays on the server.", [
    [withOptions(ca({}), kept)],
    [],
  ]),
  harmless("destination-kept", "Pulumi forgets the destination, which stays on the server.", [
    [withOptions(audit(logs("logs")), kept)],
    [],
  ]),
  harmless("client-certificates-kept", "Pulumi forgets the module, which stays on the server.", [
    [withOptions(clients, kept)],
    [],
  ]),
  harmless("route-deleted-beside-protected", "The other route does not match its requests, and needs a login anyway.", [
    [route(locked), other],
    [other],
  ]),
  harmless("open-route-deleted", "A public route is gone.", [[route()], []]),
  harmless("route-deleted-by-disabling", "The backend is disabled, so that the route serves nothing.", [
    [disabling, route(locked, KEEP), withOptions(tokensOn(undefined, IDS), KEEP)],
    [disabling],
  ]),
  harmless("route-and-all-deleted", "The modules go with a route that is deleted.", [
    [route(), loginOn(oauth, IDS), tokensOn(undefined, IDS)],
    [],
  ]),
  harmless("fallback-protected-too", "The requests of the deleted route need the same login on the other.", [
    [at("admin", "/admin", locked), at("all", "/", locked)],
    [at("all", "/", locked)],
  ]),
  harmless("swapped-both-protected", "Both routes have the same login and the same backend.", [
    [at("first", "/a", locked), at("second", "/b", locked)],
    [at("first", "/b", locked), at("second", "/a", locked)],
  ]),
  harmless("idle-tokens-removed", "The route serves nothing.", of({ ...idle, ...validated() }, idle)),
];
