import { type Args, ingress, mutual, type Pair, resource, route, tls } from "../declared";
import { addresses, at, github, type Label, locked, loginOn, risky, tokens, users, validated } from "./label";

/** A change that takes a value from an ingress that is new. */
const later = (before: Args, after: Args): Pair => [[route(before)], [route(after), ingress()]];
const NEW = { $id: "agents" };
const UNKNOWN = "The value is not known until apply, and decides who gets in.";
const clients = (certificateAuthorityIds: unknown) => mutual("HttpsEdgeMutualTls", { certificateAuthorityIds });

/** Outputs of new resources as values of what decides who gets in. */
export const unknownValues: readonly Label[] = [
  risky(
    "unknown-mail-domains",
    "medium",
    UNKNOWN,
    later(users(3, { emailDomains: ["example.com"] }), users(3, { emailDomains: [{ $uri: "agents" }] })),
  ),
  risky(
    "unknown-people",
    "medium",
    UNKNOWN,
    later(users(3, { emailAddresses: ["ann@example.com"] }), users(3, { emailAddresses: [{ $uri: "agents" }] })),
  ),
  risky(
    "unknown-groups",
    "medium",
    UNKNOWN,
    later(
      { saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["admins"] } },
      { saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: [NEW] } },
    ),
  ),
  risky(
    "unknown-policies-of-addresses",
    "medium",
    UNKNOWN,
    later(addresses, { ipRestriction: { ipPolicyIds: [NEW] } }),
  ),
  risky("unknown-authorities", "medium", UNKNOWN, [[clients(["ca_1"])], [clients([NEW]), ingress()]]),
  risky(
    "unknown-issuer",
    "medium",
    UNKNOWN,
    later(validated(), validated({ issuer: { allowList: [{ value: { $uri: "agents" } }] } })),
  ),
  risky(
    "unknown-algorithms",
    "medium",
    UNKNOWN,
    later(validated(), validated({ jws: { ...tokens.jws, allowedAlgorithms: ["RS256", NEW] } })),
  ),
  risky(
    "unknown-webhook-secret",
    "medium",
    "The id of an object is not a secret: others may know it.",
    later(github, { webhookVerification: { provider: "github", secret: NEW } }),
  ),
  risky(
    "unknown-expression",
    "medium",
    UNKNOWN,
    later(
      { policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } },
      { policy: { inbound: { expressions: [NEW], actions: { type: "deny" } } } },
    ),
  ),
  risky("unknown-version", "medium", "Which versions of TLS are accepted is not known until apply.", [
    [tls("1.2")],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion: NEW }), ingress()],
  ]),
  risky(
    "unknown-edge-of-certificates",
    "medium",
    "If the id is another edge's, this edge loses its client certificates.",
    [
      [clients(["ca_1"])],
      [mutual("HttpsEdgeMutualTls", { edgeId: NEW, certificateAuthorityIds: ["ca_1"] }), ingress()],
    ],
  ),
  risky("unknown-route-of-login", "medium", "If the id is another route's, this route loses its login.", [
    [route(), loginOn()],
    [route(), loginOn(locked.oauth, { edgeId: "EDGE", routeId: NEW }), ingress()],
  ]),
  risky(
    "unknown-edge-of-route",
    "medium",
    "Which edge serves the open route is not known until apply.",
    later({}, { edgeId: NEW }),
  ),
  risky(
    "unknown-match-beside",
    "medium",
    "Where the new open route lands is not known, maybe over the protected one.",
    [
      [at("admin", "/admin", locked)],
      [at("admin", "/admin", locked), route({ match: { $uri: "agents" } }, undefined, "open"), ingress()],
    ],
  ),
];
