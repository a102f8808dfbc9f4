import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/row-types";
import { boolean, object, set, string, uint32 } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "../common";

/** The arguments of every module that signs users in. */
export interface SessionArgs extends ModuleArgs {
  /** Lets OPTIONS requests pass without authentication, as CORS needs. Default: false, which the provider assumes. */
  optionsPassthrough?: Input<boolean | undefined>;
  /** Prefix of the session cookie. Default: the service's own name and a dot. */
  cookiePrefix?: Input<string | undefined>;
  /** Seconds of inactivity that end a session, 0 to 4294967295. Default: the service chooses. */
  inactivityTimeout?: Input<number | undefined>;
  /** Seconds that a session lasts at most, 0 to 4294967295. Default: the service chooses. */
  maximumDuration?: Input<number | undefined>;
}

const sessionFields = nested<SessionArgs>()({
  ...moduleFields,
  optionsPassthrough: boolean(),
  cookiePrefix: string({ computed: true }),
  inactivityTimeout: uint32(),
  maximumDuration: uint32(),
});

/** The users of an identity provider that are allowed. */
export interface OAuthUsersArgs {
  /** OAuth scopes to request; they need an application of your own: `clientId` and `clientSecret`. Default: none. */
  scopes?: Input<Input<string>[] | undefined>;
  /** E-mail addresses of the users who are allowed. Default: none listed. */
  emailAddresses?: Input<Input<string>[] | undefined>;
  /** Domains of the e-mail addresses of the users who are allowed. Default: none listed. */
  emailDomains?: Input<Input<string>[] | undefined>;
}

/** An identity provider with an OAuth application of your own. */
export interface OAuthProviderArgs extends OAuthUsersArgs {
  /** Client id of the OAuth application. Required. */
  clientId: Input<string>;
  /** Client secret of the OAuth application. Required. Always a secret. */
  clientSecret: Input<string>;
}

/**
 * An identity provider for which the service has an OAuth application too, with additional restrictions. `scopes` need
 * an application of your own: `clientId` and `clientSecret`.
 */
export interface OAuthManagedProviderArgs extends OAuthUsersArgs {
  /** Client id of an OAuth application of your own; needs `clientSecret`. Default: the service's application. */
  clientId?: Input<string | undefined>;
  /** Client secret of the OAuth application of your own; needs `clientId`. Always a secret. Default: not set. */
  clientSecret?: Input<string | undefined>;
}

/** The first identity provider, which has teams and organizations. */
export interface OAuthProvider1Args extends OAuthManagedProviderArgs {
  /** Teams whose members are allowed, each as organization and team slug. Default: none listed. */
  teams?: Input<Input<string>[] | undefined>;
  /** Slugs of the organizations whose members are allowed. Default: none listed. */
  organizations?: Input<Input<string>[] | undefined>;
}

/**
 * The identity provider, and which of its users are allowed: exactly one member (API reference: EndpointOAuthProvider). The
 * names `provider1` to `provider8` are the API's own; the API's documentation identifies the services. For the first four, the
 * service has an OAuth application too; for the others, an application of your own is required.
 */
export interface OAuthProviderChoiceArgs {
  /** A code-hosting platform. */
  provider1?: Input<OAuthProvider1Args | undefined>;
  /** A social network. */
  provider2?: Input<OAuthManagedProviderArgs | undefined>;
  /** An enterprise productivity suite. */
  provider3?: Input<OAuthManagedProviderArgs | undefined>;
  /** A web-search company's account. */
  provider4?: Input<OAuthManagedProviderArgs | undefined>;
  /** A professional network. */
  provider5?: Input<OAuthProviderArgs | undefined>;
  /** A second code-hosting platform. */
  provider6?: Input<OAuthProviderArgs | undefined>;
  /** A game-streaming platform. */
  provider7?: Input<OAuthProviderArgs | undefined>;
  /** An online retailer. */
  provider8?: Input<OAuthProviderArgs | undefined>;
}

/** Allows only users whom an identity provider has signed in (API reference: oauth). */
export interface OAuthArgs extends SessionArgs {
  /** The identity provider, and which of its users are allowed; exactly one of its members. Required. */
  provider: Input<OAuthProviderChoiceArgs>;
  /**
   * Seconds after which a user's state is looked up again, 0 to 4294967295: limits how long a revoked user keeps
   * access. Default: the service chooses.
   */
  authCheckInterval?: Input<number | undefined>;
}

const users = {
  emailAddresses: set({ equalUpTo: "mailAddress" }),
  emailDomains: set({ equalUpTo: "domain" }),
};

const ownApplication = nested<OAuthProviderArgs>()({
  ...users,
  clientId: string({ required: true }),
  clientSecret: string({ required: true, secret: true }),
  scopes: set(),
});

const managedApplication = nested<OAuthManagedProviderArgs>()({
  ...users,
  clientId: string({ requiredWith: { clientSecret: true } }),
  clientSecret: string({ secret: true, requiredWith: { clientId: true } }),
  scopes: set({ requiredWith: { clientId: true, clientSecret: true } }),
});

const provider1 = nested<OAuthProvider1Args>()({
  ...managedApplication,
  teams: set({ equalUpTo: "letterCase" }),
  organizations: set({ equalUpTo: "letterCase" }),
});

const providers = nested<OAuthProviderChoiceArgs>()({
  provider1: object(provider1, { wire: "provider_1" }),
  provider2: object(managedApplication, { wire: "provider_2" }),
  provider3: object(managedApplication, { wire: "provider_3" }),
  provider4: object(managedApplication, { wire: "provider_4" }),
  provider5: object(ownApplication, { wire: "provider_5" }),
  provider6: object(ownApplication, { wire: "provider_6" }),
  provider7: object(ownApplication, { wire: "provider_7" }),
  provider8: object(ownApplication, { wire: "provider_8" }),
});

export const oauth = nested<OAuthArgs>()({
  ...sessionFields,
  provider: object(providers, { required: true, exactlyOne: true }),
  authCheckInterval: uint32(),
});

/** Allows only users whom a SAML identity provider has signed in (API reference: saml). */
export interface SamlArgs extends SessionArgs {
  /** The identity provider's full XML EntityDescriptor. Required. */
  idpMetadata: Input<string>;
  /** Makes users give their credentials at every redirect. Default: false, which the provider assumes. */
  forceAuthn?: Input<boolean | undefined>;
  /**
   * Lets the identity provider start a login, with the target URL as RelayState. Default: false, which the
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
  idpMetadata: string({ required: true, equalUpTo: "whiteSpace" }),
  forceAuthn: boolean(),
  allowIdpInitiated: boolean(),
  authorizedGroups: set(),
  nameidFormat: string({ default: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }),
});

export const samlServiceProvider = nested<SamlServiceProvider>()({
  entityId: string({ required: true }),
  assertionConsumerServiceUrl: string({ required: true }),
  singleLogoutUrl: string({ required: true }),
  requestSigningCertificatePem: string({ required: true, equalUpTo: "whiteSpace" }),
  metadataUrl: string({ required: true }),
});

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
