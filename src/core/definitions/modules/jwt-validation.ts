import type { Input } from "@pulumi/pulumi";
import { items, nested } from "../../schema/field";
import { object, objects, oneOf, set, string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** A value that is allowed. */
export interface JwtAllowedValueArgs {
  /** The value: the URL of an issuer, or an audience. Required. Changes in place. */
  value: Input<string>;
}

/** Values that are allowed. */
export interface JwtAllowListArgs {
  /** The allowed values, in any order. Default: none. Changes in place. */
  allowList?: Input<Input<JwtAllowedValueArgs>[] | undefined>;
}

/** Where a request has a token. */
export interface JwtTokenArgs {
  /** What kind of token it is, a hint for parsing: `jwt`, `at+jwt` or `it+jwt`. Required. Changes in place. */
  type: Input<"jwt" | "at+jwt" | "it+jwt">;
  /** Where it is: `header` or `body`. Required. Changes in place. */
  method: Input<"header" | "body">;
  /** Name of the header, or of the body's field. Required. Changes in place. */
  name: Input<string>;
  /** What stands before the token and is stripped. Default: nothing. Changes in place. */
  prefix?: Input<string | undefined>;
}

/** Where requests have their tokens. */
export interface JwtHttpArgs {
  /** The places, in the order in which they are looked at. Default: none. Changes in place. */
  tokens?: Input<Input<JwtTokenArgs>[] | undefined>;
}

/** Where signing keys come from. */
export interface JwtKeySourcesArgs {
  /** URLs that serve signing keys in JWKS format, in any order. Default: none. Changes in place. */
  additionalJkus?: Input<Input<string>[] | undefined>;
}

/** The keys that tokens are signed with. */
export interface JwtKeysArgs {
  /** Where they come from. Default: nowhere. Changes in place. */
  sources?: Input<JwtKeySourcesArgs | undefined>;
}

/** How tokens are signed. */
export interface JwtJwsArgs {
  /** Names of the signing algorithms that are allowed, in any order. Default: none. Changes in place. */
  allowedAlgorithms?: Input<Input<string>[] | undefined>;
  /** The keys that tokens are signed with. Default: none. Changes in place. */
  keys?: Input<JwtKeysArgs | undefined>;
}

/** Allows only requests with a valid JSON Web Token (API reference: jwt_validation). */
export interface JwtValidationArgs extends ModuleArgs {
  /** Who may have issued a token. Default: nobody is listed. Changes in place. */
  issuer?: Input<JwtAllowListArgs | undefined>;
  /** For whom a token may be. Default: nobody is listed. Changes in place. */
  audience?: Input<JwtAllowListArgs | undefined>;
  /** Where requests have their tokens. Default: nowhere. Changes in place. */
  http?: Input<JwtHttpArgs | undefined>;
  /** How tokens are signed. Default: nothing is said of it. Changes in place. */
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
