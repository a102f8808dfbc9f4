import { type Ingress, isHidden } from "./model";

/** A token in a request. */
export interface Token {
  /** `nobody` if the token has no signature, otherwise an issuer, or the URL of a key set. */
  readonly signedBy: string;
  /** `undefined`: any required issuer, since the sender writes the claims. */
  readonly issuer?: string;
  readonly audience?: string;
}

/** The sender of a request, with all properties that a module can check. */
export interface Person {
  readonly name: string;
  /** True if the person has no credentials from anybody: anyone can be this person. */
  readonly isStranger: boolean;
  /** True if the person can sign in at identity providers where anyone can get an account. */
  readonly hasAccount: boolean;
  /** True if the person can sign in at an organization's identity providers. */
  readonly isMember: boolean;
  readonly email?: string;
  readonly organizations: readonly string[];
  readonly teams: readonly string[];
  readonly groups: readonly string[];
  readonly authorities: readonly string[];
  readonly ipPolicies: readonly string[];
  readonly signsWebhooks: boolean;
  readonly tokens: readonly Token[];
}

const nothing = {
  ...{
    hasAccount: false,
    organizations: [],
    teams: [],
    groups: [],
    authorities: [],
    ipPolicies: [],
    tokens: [],
  },
  ...{ isMember: false, signsWebhooks: false },
};

type Credentials = Partial<Omit<Person, "name" | "isStranger">>;

const stranger = (name: string, has: Credentials = {}): Person => ({
  ...nothing,
  ...has,
  name,
  isStranger: true,
});
const insider = (name: string, has: Credentials): Person => ({
  ...nothing,
  ...has,
  name,
  isStranger: false,
});

const unsigned: Token = { signedBy: "nobody" };
/** The issuer of a stranger: no settings name it. */
export const OWN_ISSUER = "https://issuer.stranger.example";

export const nobody = stranger("somebody without any credentials");
export const forger = stranger("somebody with an unsigned token", { tokens: [unsigned] });
export const ownIssuer = stranger("somebody with a token of an issuer of their own", {
  tokens: [{ signedBy: OWN_ISSUER, issuer: OWN_ISSUER }],
});
export const anyAccount = stranger("anyone who can sign in", {
  hasAccount: true,
  email: "eve@stranger.example",
});
export const publicMail = stranger("anyone with a public mailbox", {
  hasAccount: true,
  email: "eve@gmail.com",
});

const strangers: readonly Person[] = [nobody, forger, ownIssuer, anyAccount, publicMail];

/** All names in the settings, by argument. */
function mentioned(ingresses: readonly Ingress[]): (argument: string) => string[] {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown, argument: string): void => {
    if (typeof value === "string")
      found.set(argument, (found.get(argument) ?? new Set()).add(value));
    else if (Array.isArray(value)) for (const item of value) visit(item, argument);
    else if (typeof value === "object" && value !== null && !isHidden(value)) {
      for (const [key, member] of Object.entries(value)) {
        visit(member, key === "allowList" || key === "value" ? argument : key);
      }
    }
  };
  for (const ingress of ingresses) visit(ingress, "");
  return (argument) => [...(found.get(argument) ?? [])];
}

/**
 * All people whom the ingresses may treat differently: strangers, and people who lack one credential, or have one of
 * several, and have all others, so that no other module hides the change.
 */
export function peopleOf(...ingresses: readonly Ingress[]): Person[] {
  const of = mentioned(ingresses);
  const audiences = of("audience").length > 0 ? of("audience") : [undefined];
  const signed = of("issuer").flatMap((issuer) =>
    audiences.map((audience) => ({
      signedBy: issuer,
      issuer,
      ...(audience !== undefined && { audience }),
    })),
  );
  const all = {
    ...{
      hasAccount: true,
      isMember: true,
      email: "bob@elsewhere.example",
      signsWebhooks: true,
      tokens: [...signed, unsigned],
    },
    ...{ organizations: of("organizations"), teams: of("teams"), groups: of("authorizedGroups") },
    ...{ authorities: of("certificateAuthorityIds"), ipPolicies: of("ipPolicyIds") },
  };
  const unlisted = { ...all, organizations: [], teams: [], groups: [] };
  const insidersOf = (argument: string, has: (value: string) => Credentials): Person[] =>
    of(argument).map((value) => insider(`${argument} ${value}`, { ...unlisted, ...has(value) }));
  return [
    ...strangers,
    insider("all but a sign-in", { ...all, hasAccount: false, isMember: false }),
    insider("all but a place on a list", unlisted),
    insider("all but a token", { ...all, tokens: [] }),
    insider("all but a signed token", { ...all, tokens: [unsigned] }),
    insider("all but a certificate", { ...all, authorities: [] }),
    insider("all but an address", { ...all, ipPolicies: [] }),
    insider("all but a signed webhook", { ...all, signsWebhooks: false }),
    ...insidersOf("organizations", (name) => ({ organizations: [name] })),
    // "Team slugs qualified with the organization name": the members of a team are members of its organization, too.
    ...insidersOf("teams", (name) => ({
      teams: [name],
      organizations: [name.slice(0, name.indexOf("/"))],
    })),
    ...insidersOf("authorizedGroups", (name) => ({ groups: [name] })),
    ...insidersOf("emailAddresses", (email) => ({ email })),
    ...insidersOf("emailDomains", (domain) => ({ email: `carol@${domain}` })),
    ...insidersOf("certificateAuthorityIds", (id) => ({ authorities: [id] })),
    ...insidersOf("ipPolicyIds", (id) => ({ ipPolicies: [id] })),
    ...insidersOf("additionalJkus", (signedBy) => ({ tokens: [{ signedBy }] })),
    ...signed.map((token) =>
      insider(`a token of ${token.issuer} for ${token.audience}`, { ...all, tokens: [token] }),
    ),
  ];
}
