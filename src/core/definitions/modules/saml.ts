import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { boolean, set, string } from "../../schema/rows";
import { type SessionArgs, sessionFields } from "./session";

/** Allows only users whom a SAML identity provider has signed in (API reference: saml). */
export interface SamlArgs extends SessionArgs {
  /** The identity provider's full XML EntityDescriptor. Required. */
  idpMetadata: Input<string>;
  /** Whether users have to give their credentials at every redirect. Default: false, which the provider assumes. */
  forceAuthn?: Input<boolean | undefined>;
  /**
   * Whether the identity provider may start a login, with the target URL as RelayState. Default: false, which the
   * provider assumes.
   */
  allowIdpInitiated?: Input<boolean | undefined>;
  /** Groups whose members are allowed. Default: every user who is signed in. */
  authorizedGroups?: Input<Input<string>[] | undefined>;
  /**
   * Format of the name ids, a URN that the service supports; not checked by the provider. Default:
   * `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent`.
   */
  nameidFormat?: Input<string | undefined>;
}

/** The service's side of SAML, for the identity provider's configuration. */
export interface SamlServiceProvider {
  /** URL of the service-provider entity, equal to `metadataUrl`. */
  entityId: string;
  /** Where assertions are posted to. */
  assertionConsumerServiceUrl: string;
  /** Where logouts are sent to. */
  singleLogoutUrl: string;
  /** Certificate of the key pair that signs requests, as PEM. */
  requestSigningCertificatePem: string;
  /** Where the metadata is. */
  metadataUrl: string;
}

export const saml = nested<SamlArgs>()({
  ...sessionFields,
  idpMetadata: string({ required: true }),
  forceAuthn: boolean(),
  allowIdpInitiated: boolean(),
  authorizedGroups: set(),
  nameidFormat: string({ default: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }),
});

export const samlServiceProvider = nested<SamlServiceProvider>()({
  entityId: string({ required: true }),
  assertionConsumerServiceUrl: string({ required: true }),
  singleLogoutUrl: string({ required: true }),
  requestSigningCertificatePem: string({ required: true }),
  metadataUrl: string({ required: true }),
});
