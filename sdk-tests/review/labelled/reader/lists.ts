import { google, of, saml } from "../../declared";
import { users, validated } from "../label";
import {
  addressesOf,
  audiences,
  clients,
  groups,
  label,
  organizations,
  type ReaderLabel,
  signed,
  teams,
} from "./label";

/** Lists that name nobody, everybody, or others. */
export const listed: readonly ReaderLabel[] = [
  label(
    "addresses-emptied",
    "high",
    "An empty list restricts nothing, and everybody with an account is a user.",
    of(users(3, { emailAddresses: ["alice@acme.com"] }), users(3, { emailAddresses: [] })),
  ),
  label(
    "organization-blank",
    "high",
    "A blank name is no organization: the login admits everybody, or nobody.",
    of(organizations("acme"), organizations("")),
  ),
  label(
    "groups-emptied",
    "high",
    "No group is required any more, or no one is a member of one: both are not what the list was for.",
    of(groups("staff"), { saml: { ...saml, authorizedGroups: [] } }),
  ),
  label(
    "groups-unset",
    "high",
    "Groups are checked when the list is present, so that everybody whom the identity provider knows gets in.",
    of(groups("staff"), { saml }),
  ),
  label(
    "issuers-emptied",
    "high",
    "Tokens of every issuer are accepted.",
    of(validated(), validated({ issuer: { allowList: [] } })),
  ),
  label(
    "audiences-emptied",
    "high",
    "Tokens that the issuer made for other applications are accepted.",
    of(validated(), validated({ audience: { allowList: [] } })),
  ),
  label(
    "audience-wildcard",
    "high",
    "Tokens for every application are accepted, or those for this one no longer.",
    of(validated(), validated(audiences("*"))),
  ),
  label(
    "ip-policies-emptied",
    "high",
    "No address is kept out any more, or all are.",
    of(addressesOf("ipp_1"), addressesOf()),
  ),
  label(
    "ip-policy-added",
    "medium",
    "The other policy may let further addresses in.",
    of(addressesOf("ipp_1"), addressesOf("ipp_1", "ipp_2")),
  ),
  label(
    "ip-policy-dropped",
    "medium",
    "The policy that goes may have been the one that kept addresses out, or let some in.",
    of(addressesOf("ipp_1", "ipp_2"), addressesOf("ipp_1")),
  ),
  label("authorities-emptied", "high", "No authority checks the certificates of clients any more.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [clients("HttpsEdgeMutualTls")],
  ]),
  label("authority-added", "medium", "Clients with certificates of another authority get in.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [clients("TlsEdgeMutualTls", "ca_1", "ca_2")],
  ]),
  label("authority-dropped", "low", "Fewer clients get in, as is intended when an authority is retired.", [
    [clients("TlsEdgeMutualTls", "ca_1", "ca_2")],
    [clients("TlsEdgeMutualTls", "ca_1")],
  ]),
  label(
    "webhook-secret-dropped",
    "high",
    "A secret is required of every provider but one, so that nothing is verified, or nothing accepted.",
    of(signed(), { webhookVerification: { provider: "github" } }),
  ),
  label(
    "domain-to-address",
    "none",
    "The address is one of those that the domain admitted, so that the list is stricter.",
    of(google("acme.com"), users(3, { emailAddresses: ["alice@acme.com"] })),
  ),
  label(
    "organization-to-team",
    "none",
    "The members of the team are members of the organization, so that the list is stricter.",
    of(organizations("acme"), teams("acme/ops")),
  ),
  label(
    "team-added",
    "medium",
    "Members of another team get in.",
    of(teams("acme/ops"), teams("acme/ops", "acme/dev")),
  ),
  label(
    "team-of-other-organization",
    "medium",
    "The team belongs to another organization, with users of its own.",
    of(teams("acme/ops"), teams("acme/ops", "contractor/ops")),
  ),
  label(
    "address-wildcard",
    "medium",
    "If the star is a wildcard, everybody of the domain gets in.",
    of(
      users(3, { emailAddresses: ["alice@acme.com"] }),
      users(3, { emailAddresses: ["alice@acme.com", "*@acme.com"] }),
    ),
  ),
  label(
    "list-of-teams-dropped-other-kept",
    "medium",
    "The reference does not show whether a user must be in one of the lists or in all.",
    of(users(1, { organizations: ["acme"], teams: ["contractor/ops"] }), users(1, { organizations: ["acme"] })),
  ),
  label(
    "user-agents-unlisted",
    "low",
    "A client states its user agent as it likes, so that the list kept nobody out who wanted in.",
    of({ userAgentFilter: { deny: ["badbot"] } }, { userAgentFilter: { deny: [] } }),
  ),
  label(
    "duplicates-dropped",
    "none",
    "The list names the same domains as before.",
    of(google("acme.com", "acme.com", "acme.org"), google("acme.com", "acme.org")),
  ),
];
