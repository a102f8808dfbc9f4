import { type Arguments, hiddenAt, isInForce, listAt, textAt, textsIn, valueAt } from "./arguments";
import { ineffectiveFlaws, tlsFlaws, touchyFlaws } from "./lint-connections";
import { type Finds, type Flaw, flaw, rows } from "./lint-rows";
import type { ModuleName } from "./modules";
import { isForEverybody, isWildcard, namesAt, providerPath, usersOf } from "./names";
import { isPlainHttp } from "./urls";

/** What is wrong with a module as it is, whoever asks: the review, a policy, an explanation or a map. */

const textsAt = (args: Arguments, path: string): string[] => textsIn(listAt(args, path) ?? []);

const isEmpty = (args: Arguments, path: string): boolean => namesAt(args, path)?.length === 0;

const emptyList = (args: Arguments, path: string, phrase: string, effect: string, strength: "nothing" | "weak") =>
  isEmpty(args, path) &&
  flaw(rows.emptyList, path, phrase, effect, { strength, isLikelyMistake: strength === "nothing" });

/** A flaw if a list has a wildcard: whoever reads the entry as a pattern admits everybody. */
function wildcards(args: Arguments, path: string, noun: string, strength?: Flaw["strength"]): Flaw | false {
  const effect = `every one of the ${noun} may be admitted: a wildcard or a blank entry is listed`;
  const phrase = "has a wildcard or a blank entry in a list";
  const isFound = textsAt(args, path).some(isWildcard);
  return isFound && flaw(rows.wildcard, path, phrase, effect, strength && { strength });
}

/** The flaws of the only list of a module. */
const listFlaws =
  (path: string, noun: string, ifEmpty: string, strength: "nothing" | "weak"): Finds =>
  (args) => [emptyList(args, path, "lists nobody", ifEmpty, strength), wildcards(args, path, noun, "weak")];

const PASSES = {
  optionsPassthrough: "OPTIONS requests pass without login",
  allowIdpInitiated: "the identity provider may start a login by itself",
};

/** Flaws of each login. */
const sessionFlaws: Finds = (args) => [
  ...["maximumDuration", "inactivityTimeout", "authCheckInterval"]
    .filter((path) => valueAt(args, path) === 0)
    .map((path) => flaw(rows.endless, path, `has ${path} 0`, `its ${path} is 0 s: that may mean without limit`)),
  ...Object.entries(PASSES)
    .filter(([path]) => valueAt(args, path) === true)
    .map(([path, effect]) => flaw(rows.weakLogin, path, `has ${path}`, effect, { isLikelyMistake: false })),
];

const NO_USER =
  "everyone whom the identity provider authenticates is admitted: no domain, address, team or organization is listed";
const PUBLIC_DOMAIN = "admits an e-mail domain in which anyone can get an address";

const oauthFlaws: Finds = (args) => {
  const admitted = usersOf(args).principals;
  if (!admitted) return false;
  const path = providerPath(args);
  const strength = "slight" as const;
  if (admitted.length === 0) return flaw(rows.emptyList, path, "lists nobody", NO_USER, { strength });
  return admitted.filter(isForEverybody).map(({ list, path: at, name }) => {
    const [row, phrase, effect] = list.startsWith("email")
      ? [rows.publicDomain, PUBLIC_DOMAIN, `everyone with an address in ${name || '""'} is admitted`]
      : [rows.wildcard, `admits every one of the ${list}`, `every one of the ${list} is admitted`];
    return flaw(row, at, phrase, effect, { strength });
  });
};

/** OpenID providers at which everyone can get an account. */
const publicIssuers =
  /^https:\/\/(accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com\/?(common|consumers|organizations|9188040d-6c67-4c5b-b112-36a304b66dad)?(\/v2\.0)?|slack\.com|appleid\.apple\.com|(www\.)?facebook\.com|github\.com|gitlab\.com|(www\.)?linkedin\.com(\/oauth)?|id\.twitch\.tv\/oauth2|access\.line\.me|token\.actions\.githubusercontent\.com|(api\.login\.)?yahoo\.com|www\.amazon\.com|bitbucket\.org)\/?$/i;

/** A flaw if everyone can get an account at an issuer, in whatever spelling. */
const publicIssuer = (spelled: string, path: string, reason: string): Flaw | false => {
  const issuer = spelled
    .trim()
    .replace(/:443(?=\/|$)/, "")
    .replace(/\/\.well-known\/openid-configuration$/, "");
  const effect = `everyone with an account at ${issuer} is admitted, because ${reason}`;
  const phrase = "admits everyone with an account at a public issuer";
  return publicIssuers.test(issuer) && flaw(rows.publicIssuer, path, phrase, effect, { strength: "slight" });
};

const oidcFlaws: Finds = (args) =>
  publicIssuer(textAt(args, "issuer") ?? "", "issuer", "OpenID Connect has no list of users");

const ISSUERS = "issuer.allowList";
const AUDIENCES = "audience.allowList";
export const ALGORITHMS = "jws.allowedAlgorithms";

/** How sound a signing algorithm is, in whatever spelling. */
function soundnessOf(algorithm: string): "unsigned" | "weak" | "unknown" | "sound" {
  const spelled = algorithm.normalize("NFKC").toUpperCase().replaceAll(/[ _-]/g, "");
  const name = spelled.replaceAll(/[^A-Z0-9*]/g, "");
  if (/^(NONE|NULL|NIL|NO|UNSIGNED|UNSECURED)$/.test(name)) return "unsigned";
  // With a shared secret, whoever validates a token can create one; SHA-1 is broken; the rest may be every algorithm.
  if (/^(HS\d*|HMAC.*|SYMMETRIC|[RPE]S1|.*SHA1|\**)$/.test(name)) return "weak";
  // A letter that cannot be seen makes another name.
  return /^([RPE]S(256|384|512)|ES256K|EDDSA|ED25519|ED448)$/.test(spelled) ? "sound" : "unknown";
}

const algorithmFlaws: Finds = (args) =>
  textsAt(args, ALGORITHMS).map((algorithm) => {
    const soundness = soundnessOf(algorithm);
    const phrase = "accepts an algorithm without a sound signature";
    const effect = `tokens signed with ${algorithm.trim() || '""'} are accepted`;
    const row = soundness === "unknown" ? rows.unknownAlgorithm : rows.weakAlgorithm;
    const strength = soundness === "unsigned" ? "nothing" : "weak";
    return soundness !== "sound" && flaw(row, ALGORITHMS, phrase, effect, { strength });
  });

const ANY_TOKEN = "every token may be accepted: no issuer, audience or signing algorithm is listed";
const ANY_ISSUER = "tokens of every issuer may be accepted: no issuer is listed";
const ANY_ALGORITHM = "tokens of every signing algorithm may be accepted: none is listed";

const tokenListFlaws: Finds = (args) => {
  const listed = [wildcards(args, ISSUERS, "issuers", "weak"), wildcards(args, AUDIENCES, "audiences")];
  if ([ISSUERS, AUDIENCES, ALGORITHMS].every((path) => isEmpty(args, path))) {
    const phrase = "lists no issuer, audience or signing algorithm";
    return [...listed, flaw(rows.emptyList, "", phrase, ANY_TOKEN, { strength: "nothing" })];
  }
  // Whoever has an account gets tokens that name a service of their own as the audience.
  const isOfAnyAudience = isEmpty(args, AUDIENCES) || textsAt(args, AUDIENCES).some(isWildcard);
  const anyAudience = isOfAnyAudience ? textsAt(args, ISSUERS) : [];
  return [
    ...listed,
    emptyList(args, ISSUERS, "lists no issuer", ANY_ISSUER, "weak"),
    emptyList(args, ALGORITHMS, "lists no signing algorithm", ANY_ALGORITHM, "weak"),
    ...anyAudience.map((issuer) => publicIssuer(issuer, ISSUERS, "no audience is listed")),
  ];
};

const KEYS = "jws.keys.sources.additionalJkus";

/** Addresses of identity providers and of their keys, at which the connection proves who answers. */
const plainHttpFlaws =
  (paths: readonly string[]): Finds =>
  (args) =>
    paths.map((path) => {
      const listed = textsAt(args, path);
      const addresses = listed.length > 0 ? listed : [textAt(args, path) ?? ""];
      const names = addresses.filter(isPlainHttp).join(", ");
      const effect = `anyone on the network path can exchange the keys of ${names}: the address is without TLS`;
      return names !== "" && flaw(rows.plainHttp, path, "trusts an address without TLS", effect);
    });

const webhookFlaws: Finds = (args) => {
  const secret = valueAt(args, "secret");
  const hasSecret = typeof secret === "string" ? secret.trim() !== "" : Boolean(secret);
  // The only provider that the API does not require a secret for is a cloud notification service.
  const needsNone = hiddenAt(args, "provider") || /^\s*sns\s*$/i.test(textAt(args, "provider") ?? "");
  const effect = "forged webhooks are accepted: they are verified without a secret";
  const phrase = "verifies webhooks without a secret";
  return !hasSecret && !needsNone && flaw(rows.unsigned, "secret", phrase, effect, { strength: "nothing" });
};

/** A rule for requests rejects something only by an action. What it does to responses lets the request through. */
const policyFlaws: Finds = (args) => {
  const [isInbound, isOutbound] = ["inbound", "outbound"].map((on) => Boolean(valueAt(args, `${on}.actions.type`)));
  const effect = `its traffic policy has no action for requests${isOutbound ? ", only for responses" : ""}`;
  return !isInbound && flaw(rows.noRule, "inbound", "has no action for requests", effect, { strength: "nothing" });
};

const NO_GROUP = "everyone whom the identity provider signs in is admitted: no group is listed";
const NO_AUTHORITY = "clients may need no certificate: no certificate authority is listed";
const NO_ADDRESS = "every source address may be allowed: no IP policy is listed";

const findersOf: Readonly<Partial<Record<ModuleName, readonly Finds[]>>> = {
  oauth: [oauthFlaws, sessionFlaws],
  saml: [listFlaws("authorizedGroups", "groups", NO_GROUP, "weak"), sessionFlaws],
  oidc: [oidcFlaws, sessionFlaws, plainHttpFlaws(["issuer"])],
  jwtValidation: [algorithmFlaws, tokenListFlaws, plainHttpFlaws([ISSUERS, KEYS])],
  mutualTls: [listFlaws("certificateAuthorityIds", "authorities", NO_AUTHORITY, "nothing")],
  ipRestriction: [listFlaws("ipPolicyIds", "IP policies", NO_ADDRESS, "nothing")],
  webhookVerification: [webhookFlaws],
  policy: [policyFlaws],
  tlsTermination: [tlsFlaws],
  circuitBreaker: [touchyFlaws, ineffectiveFlaws],
};

const adoption: Finds = (args) =>
  args.values.adopt === true &&
  flaw(rows.adopts, "adopt", "has adopt: true", "what is configured on the server is replaced");

/** The flaws of a module, as far as it can be read. Of a module that is off, only its adoption is one. */
export function flawsOf(name: string, args: Arguments): readonly Flaw[] {
  const finders = isInForce(args) && args.hidden === undefined ? findersOf[name as ModuleName] : undefined;
  return [...(finders ?? []), adoption].flatMap((find) => find(args)).filter((each) => each !== false);
}
