import { type Block, isOpaque, textAt, valueAt } from "./blocks";
import { type Flaw, flaw, rows } from "./lint-rows";
import { admittedBy, isForEverybody, providerPath } from "./names";

const LIMITS = ["maximumDuration", "inactivityTimeout", "authCheckInterval"];

/** Flaws of each login. */
export const sessionFlaws = (block: Block): Flaw[] => [
  ...LIMITS.filter((path) => valueAt(block, path) === 0).map((path) =>
    flaw(rows.endless, path, `has ${path} 0`, `its ${path} is 0 s: that may mean without limit`),
  ),
  ...(["optionsPassthrough", "allowIdpInitiated"] as const)
    .filter((path) => valueAt(block, path) === true)
    .map((path) => flaw(rows.passesOptions, path, `has ${path}`, PASSES[path], { isLikelyMistake: false })),
];

const PASSES = {
  optionsPassthrough: "OPTIONS requests pass without login",
  allowIdpInitiated: "the identity provider may start a login by itself",
};

const NO_USER =
  "everyone whom the identity provider authenticates is admitted: no domain, address, team or organization is listed";

const PUBLIC_DOMAIN = "admits an e-mail domain in which anyone can get an address";

export function oauthFlaws(block: Block): Flaw[] {
  const admitted = admittedBy(block);
  const session = sessionFlaws(block);
  if (isOpaque(valueAt(block, "provider")) || !admitted) return session;
  const path = providerPath(block);
  if (admitted.length === 0) {
    return [flaw(rows.emptyList, path, "lists nobody", NO_USER, { strength: "slight" }), ...session];
  }
  const everybody = admitted.filter(isForEverybody).map(({ list, name }) => {
    const [row, phrase, effect] = list.startsWith("email")
      ? [rows.publicDomain, PUBLIC_DOMAIN, `everyone with an address in ${name || '""'} is admitted`]
      : [rows.wildcard, `admits every one of the ${list}`, `every one of the ${list} is admitted`];
    return flaw(row, `${path}.${list}`, phrase, effect, { strength: "slight" });
  });
  return [...everybody, ...session];
}

/** OpenID providers at which everyone can get an account. */
const publicIssuers =
  /^https:\/\/(accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com\/?(common|consumers|organizations|9188040d-6c67-4c5b-b112-36a304b66dad)?(\/v2\.0)?|slack\.com|appleid\.apple\.com|(www\.)?facebook\.com|github\.com|gitlab\.com|(www\.)?linkedin\.com(\/oauth)?|id\.twitch\.tv\/oauth2|access\.line\.me|token\.actions\.githubusercontent\.com|(api\.login\.)?yahoo\.com|www\.amazon\.com|bitbucket\.org)\/?$/i;

export function oidcFlaws(block: Block): Flaw[] {
  const issuer = (textAt(block, "issuer") ?? "")
    .trim()
    .replace(/:443(?=\/|$)/, "")
    .replace(/\/\.well-known\/openid-configuration$/, "");
  const effect = `everyone with an account at ${issuer} is admitted: OpenID Connect has no list of users`;
  const phrase = "admits everyone with an account at a public issuer";
  return [
    ...(publicIssuers.test(issuer) ? [flaw(rows.publicIssuer, "issuer", phrase, effect, { strength: "slight" })] : []),
    ...sessionFlaws(block),
  ];
}
