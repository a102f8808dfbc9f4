import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { set, string } from "../../schema/rows";
import { type SessionArgs, sessionFields } from "./session";

/** Allows only users whom an OpenID provider has signed in (API reference: oidc). */
export interface OidcArgs extends SessionArgs {
  /** URL of the OpenID provider, the base for discovery. Required. Changes in place. */
  issuer: Input<string>;
  /** Client id and audience. Required. Changes in place. */
  clientId: Input<string>;
  /** Client secret. Required. Always a secret. Changes in place. */
  clientSecret: Input<string>;
  /** Scopes to request. Default: none. Changes in place. */
  scopes?: Input<Input<string>[] | undefined>;
}

export const oidc = nested<OidcArgs>()({
  ...sessionFields,
  issuer: string({ required: true }),
  clientId: string({ required: true }),
  clientSecret: string({ required: true, secret: true }),
  scopes: set(),
});
