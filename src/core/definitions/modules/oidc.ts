import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { set, string } from "../../schema/rows";
import { type SessionArgs, sessionFields } from "./session";

/** Allows only users whom an OpenID provider has signed in (API reference: oidc). */
export interface OidcArgs extends SessionArgs {
  /** URL of the OpenID provider, the base for discovery. Required. */
  issuer: Input<string>;
  /** Client id and audience. Required. */
  clientId: Input<string>;
  /** Client secret. Required. Always a secret. */
  clientSecret: Input<string>;
  /** Scopes to request. Default: none. */
  scopes?: Input<Input<string>[] | undefined>;
}

export const oidc = nested<OidcArgs>()({
  ...sessionFields,
  issuer: string({ required: true }),
  clientId: string({ required: true }),
  clientSecret: string({ required: true, secret: true }),
  scopes: set(),
});
