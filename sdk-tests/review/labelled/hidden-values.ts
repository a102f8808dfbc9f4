import { mutual, of, ROUTE, resource, route, tls } from "../declared";
import { addresses, at, disabled, github, type Label, locked, loginOn, risky, tokens, users, validated } from "./label";

const hidden = (value: unknown) => ({ $secret: value });
const SECRET = "The preview hides the value, which decides who gets in.";
const clients = (certificateAuthorityIds: unknown) => mutual("HttpsEdgeMutualTls", { certificateAuthorityIds });

/** Secrets as values of what decides who gets in. */
export const hiddenValues: readonly Label[] = [
  risky("hidden-login-enabled", "medium", SECRET, of(locked, { oauth: { ...locked.oauth, enabled: hidden(false) } })),
  risky("hidden-resource-enabled", "medium", SECRET, [
    [route(), loginOn()],
    [route(), loginOn({ ...locked.oauth, enabled: hidden(false) })],
  ]),
  risky(
    "hidden-addresses-enabled",
    "medium",
    SECRET,
    of(addresses, { ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: hidden(false) } }),
  ),
  risky("hidden-tokens-enabled", "medium", SECRET, of(validated(), validated({ enabled: hidden(false) }))),
  risky(
    "hidden-webhooks-enabled",
    "medium",
    SECRET,
    of(github, { webhookVerification: { ...github.webhookVerification, enabled: hidden(false) } }),
  ),
  risky("hidden-client-certificates-enabled", "medium", SECRET, [
    [clients(["ca_1"])],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: hidden(false) })],
  ]),
  risky(
    "hidden-module",
    "medium",
    SECRET,
    of(locked, { oauth: hidden(users(1, { organizations: ["canary-partner"] }).oauth) }),
  ),
  risky("hidden-provider", "medium", SECRET, of(locked, { oauth: { provider: hidden({ provider2: {} }) } })),
  risky(
    "hidden-mail-domains",
    "medium",
    SECRET,
    of(users(3, { emailDomains: ["example.com"] }), users(3, { emailDomains: hidden(["canary.example"]) })),
  ),
  risky(
    "hidden-mail-domain",
    "medium",
    SECRET,
    of(
      users(3, { emailDomains: ["example.com"] }),
      users(3, { emailDomains: ["example.com", hidden("canary.example")] }),
    ),
  ),
  risky(
    "hidden-algorithms",
    "medium",
    SECRET,
    of(validated(), validated({ jws: { ...tokens.jws, allowedAlgorithms: hidden(["canary-none"]) } })),
  ),
  risky(
    "hidden-issuers",
    "medium",
    SECRET,
    of(validated(), validated({ issuer: { allowList: hidden([{ value: "https://canary.example" }]) } })),
  ),
  risky(
    "hidden-policies-of-addresses",
    "medium",
    SECRET,
    of(addresses, { ipRestriction: { ipPolicyIds: hidden(["ipp_canary"]) } }),
  ),
  risky("hidden-authorities", "medium", SECRET, [[clients(["ca_1"])], [clients(hidden(["ca_canary"]))]]),
  risky(
    "hidden-options-pass",
    "medium",
    "Whether OPTIONS requests need a login is not shown.",
    of(locked, { oauth: { ...locked.oauth, optionsPassthrough: hidden(true) } }),
  ),
  risky(
    "hidden-duration",
    "medium",
    "How long a session lasts is not shown.",
    of(
      { oauth: { ...locked.oauth, maximumDuration: 3600 } },
      { oauth: { ...locked.oauth, maximumDuration: hidden(31_536_000) } },
    ),
  ),
  risky(
    "hidden-metadata-of-provider",
    "medium",
    "Who signs users in is not shown.",
    of(
      { saml: { idpMetadata: "<EntityDescriptor/>" } },
      { saml: { idpMetadata: hidden("<EntityDescriptor entityID='canary'/>") } },
    ),
  ),
  risky("hidden-version", "medium", "Which versions of TLS are accepted is not shown.", [
    [tls("1.2")],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion: hidden("canary-1.0") })],
  ]),
  risky(
    "hidden-match",
    "medium",
    "Which requests the open route takes is not shown.",
    of({}, { match: hidden("/canary") }),
  ),
  risky(
    "hidden-backend-enabled",
    "medium",
    "Whether a route without protection starts to serve is not shown.",
    of(
      { backend: { backendId: "bkdhr_1", ...disabled } },
      { backend: { backendId: "bkdhr_1", enabled: hidden(true) } },
    ),
  ),
  risky(
    "hidden-user-header",
    "medium",
    "Requests are given the name of a user whom the preview does not show.",
    of(locked, { ...locked, requestHeaders: { add: { "x-user": hidden("canary-admin") } } }),
  ),
  risky(
    "hidden-policy",
    "medium",
    SECRET,
    of(
      { policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } },
      { policy: { inbound: { expressions: hidden(["canary-false"]), actions: { type: "deny" } } } },
    ),
  ),
  risky("hidden-resource-elsewhere", "medium", "Which route keeps its login is not shown.", [
    [route(), at("other", "/other"), loginOn(locked.oauth, ROUTE)],
    [route(), at("other", "/other"), loginOn(locked.oauth, { edgeId: "EDGE", routeId: hidden("canary-route") })],
  ]),
];
