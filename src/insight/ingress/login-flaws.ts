import { type Arguments, textAt, valueAt } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { isForEverybody, oauthUsers, type Principal, providerPath } from "./principals";
import { isPublicIssuer, issuerName } from "./public-issuers";

/** Flaws of logins by OAuth, SAML and OpenID Connect. */

/** Limits of a session, in seconds. The API reference does not show what 0 means. */
const SESSION_LIMITS = ["maximumDuration", "inactivityTimeout", "authCheckInterval"];

/** Finds limits of a session that may mean a session without limit. */
export function* sessionFlaws(args: Arguments): Generator<Flaw> {
  for (const path of SESSION_LIMITS) {
    if (valueAt(args, path) !== 0) continue;
    yield flaw({
      kind: flawKinds.endless,
      path,
      summary: `has ${path} 0`,
      message: `its ${path} is 0 s: that may mean without limit`,
    });
  }
}

/** Arguments that admit requests without a login that a user has started. */
const LOGIN_EXCEPTIONS = {
  optionsPassthrough: "OPTIONS requests pass without login",
  allowIdpInitiated: "the identity provider may start a login by itself",
};

/** Finds exceptions from a login. */
export function* exceptionFlaws(args: Arguments): Generator<Flaw> {
  for (const [path, message] of Object.entries(LOGIN_EXCEPTIONS)) {
    if (valueAt(args, path) !== true) continue;
    yield flaw({
      kind: flawKinds.weakLogin,
      path,
      summary: `has ${path}`,
      message,
      isLikelyMistake: false,
    });
  }
}

const NO_USER =
  "everyone whom the identity provider authenticates is admitted: no domain, address, team or organization is listed";

/** Finds an OAuth login that does not limit its users: nobody is listed, or an entry admits everybody with an account. */
export function* oauthFlaws(args: Arguments): Generator<Flaw> {
  const { principals } = oauthUsers(args);
  if (!principals) return;
  if (principals.length === 0) {
    yield flaw({
      kind: flawKinds.emptyList,
      path: providerPath(args),
      summary: "lists nobody",
      message: NO_USER,
      strength: "minimal",
    });
  }
  yield* principals.filter(isForEverybody).map(everybodyFlaw);
}

/** The flaw of an entry that admits everybody: a public e-mail domain, or a wildcard in a list of teams or organizations. */
function everybodyFlaw({ list, path, canonical }: Principal): Flaw {
  if (list.startsWith("email")) {
    return flaw({
      kind: flawKinds.publicDomain,
      path,
      summary: "admits an e-mail domain in which anyone can get an address",
      message: `everyone with an address in ${canonical || '""'} is admitted`,
      strength: "minimal",
    });
  }
  return flaw({
    kind: flawKinds.wildcard,
    path,
    summary: `admits every one of the ${list}`,
    message: `every one of the ${list} is admitted`,
    strength: "minimal",
  });
}

/** Finds a public issuer: OpenID Connect has no list that limits its users. */
export function* openIdFlaws(args: Arguments): Generator<Flaw> {
  const issuer = textAt(args, "issuer") ?? "";
  yield* publicIssuerFlaws(issuer, "issuer", "OpenID Connect has no list of users");
}

/**
 * Finds an issuer at which everybody can get an account.
 *
 * @param reason The reason why the account is enough, as a clause of the message.
 */
export function* publicIssuerFlaws(issuer: string, path: string, reason: string): Generator<Flaw> {
  if (!isPublicIssuer(issuer)) return;
  yield flaw({
    kind: flawKinds.publicIssuer,
    path,
    summary: "admits everyone with an account at a public issuer",
    message: `everyone with an account at ${issuerName(issuer)} is admitted, because ${reason}`,
    strength: "minimal",
  });
}
