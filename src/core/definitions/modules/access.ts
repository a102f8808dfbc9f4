import type { Input } from "@pulumi/pulumi";
import { items, nested } from "../../schema/row-types";
import { object, objects, oneOf, set, string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "../common";

/** Allows only the source addresses that IP policies allow (API reference: ip_restriction). */
export interface IpRestrictionArgs extends ModuleArgs {
  /** Ids of the IP policies that decide, in any order. Default: none. */
  ipPolicyIds?: Input<Input<string>[] | undefined>;
}

export const ipRestriction = nested<IpRestrictionArgs>()({
  ...moduleFields,
  ipPolicyIds: set({ readFrom: "ip_policies[].id", refersTo: "ipPolicy" }),
});

/** Filters requests by their user agents (API reference: user_agent_filter). */
export interface UserAgentFilterArgs extends ModuleArgs {
  /** User agents to allow. Default: none. */
  allow?: Input<Input<string>[] | undefined>;
  /** User agents to deny. Default: none. */
  deny?: Input<Input<string>[] | undefined>;
}

export const userAgentFilter = nested<UserAgentFilterArgs>()({
  ...moduleFields,
  allow: set(),
  deny: set(),
});

/** Allows only the webhooks that their provider has signed (API reference: webhook_verification). */
export interface WebhookVerificationArgs extends ModuleArgs {
  /** The provider that sends the webhooks, by a name that the service knows, such as `github`; not checked. Required. */
  provider: Input<string>;
  /**
   * Secret that requests are validated with; every provider but one cloud notification service needs it. Always a
   * secret. Default: none.
   */
  secret?: Input<string | undefined>;
}

export const webhookVerification = nested<WebhookVerificationArgs>()({
  ...moduleFields,
  provider: string({ required: true, equalUpTo: "letterCase" }),
  secret: string({ secret: true }),
});

/** A value that is allowed. */
export interface JwtAllowedValueArgs {
  /** The value: the URL of an issuer, or an audience. Required. */
  value: Input<string>;
}

/** Values that are allowed. */
export interface JwtAllowListArgs {
  /** The allowed values, in any order. Default: none. */
  allowList?: Input<Input<JwtAllowedValueArgs>[] | undefined>;
}

/** Where a request has a token. */
export interface JwtTokenArgs {
  /**
   * Type of the token, a hint for parsing. Required.
   *
   * - `jwt`: a JSON Web Token of any kind.
   * - `at+jwt`: an access token.
   * - `it+jwt`: an identity token.
   */
  type: Input<"jwt" | "at+jwt" | "it+jwt">;
  /**
   * Location of the token. Required.
   *
   * - `header`: a header field of the request.
   * - `body`: a field of the request's body.
   */
  method: Input<"header" | "body">;
  /** Name of the header, or of the body's field. Required. */
  name: Input<string>;
  /** Prefix of the value that is stripped, such as `Bearer `. Default: none. */
  prefix?: Input<string | undefined>;
}

/** Where requests have their tokens. */
export interface JwtHttpArgs {
  /** The locations, in the order in which they are searched. Default: none. */
  tokens?: Input<Input<JwtTokenArgs>[] | undefined>;
}

/** Where signing keys come from. */
export interface JwtKeySourcesArgs {
  /** URLs that serve signing keys in JWKS format, in any order. Default: none. */
  additionalJkus?: Input<Input<string>[] | undefined>;
}

/** The keys that tokens are signed with. */
export interface JwtKeysArgs {
  /** Source of the keys. Default: none. */
  sources?: Input<JwtKeySourcesArgs | undefined>;
}

/** Signatures of tokens. */
export interface JwtJwsArgs {
  /** Names of the signing algorithms that are allowed, in any order. Default: none. */
  allowedAlgorithms?: Input<Input<string>[] | undefined>;
  /** The keys that tokens are signed with. Default: none. */
  keys?: Input<JwtKeysArgs | undefined>;
}

/** Allows only requests with a valid JSON Web Token (API reference: jwt_validation). */
export interface JwtValidationArgs extends ModuleArgs {
  /** Accepted issuers of tokens. Default: none listed. */
  issuer?: Input<JwtAllowListArgs | undefined>;
  /** Accepted audiences of tokens. Default: none listed. */
  audience?: Input<JwtAllowListArgs | undefined>;
  /** Locations of the token in a request. Default: none. */
  http?: Input<JwtHttpArgs | undefined>;
  /** Accepted signatures of tokens. Default: not set. */
  jws?: Input<JwtJwsArgs | undefined>;
}

const allowList = nested<JwtAllowListArgs>()({
  allowList: objects(items<JwtAllowedValueArgs>()({ value: string({ required: true }) })),
});

const token = items<JwtTokenArgs>()({
  type: oneOf(["jwt", "at+jwt", "it+jwt"], { required: true }),
  method: oneOf(["header", "body"], { required: true }),
  name: string({ required: true }),
  prefix: string(),
});

const keySources = nested<JwtKeySourcesArgs>()({ additionalJkus: set() });

const jws = nested<JwtJwsArgs>()({
  allowedAlgorithms: set(),
  keys: object(nested<JwtKeysArgs>()({ sources: object(keySources) })),
});

export const jwtValidation = nested<JwtValidationArgs>()({
  ...moduleFields,
  issuer: object(allowList),
  audience: object(allowList),
  http: object(nested<JwtHttpArgs>()({ tokens: objects(token, { ordered: true }) })),
  jws: object(jws),
});
