import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { object, set, string, uint32 } from "../../schema/rows";
import { type SessionArgs, sessionFields } from "./session";

/** Which users of an identity provider are allowed. */
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
export interface OAuthProvidersArgs {
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
  provider: Input<OAuthProvidersArgs>;
  /**
   * Seconds after which a user's state is looked up again, 0 to 4294967295: limits how long a revoked user keeps
   * access. Default: the service chooses.
   */
  authCheckInterval?: Input<number | undefined>;
}

const users = { emailAddresses: set(), emailDomains: set() };

const own = nested<OAuthProviderArgs>()({
  ...users,
  clientId: string({ required: true }),
  clientSecret: string({ required: true, secret: true }),
  scopes: set(),
});

const managed = nested<OAuthManagedProviderArgs>()({
  ...users,
  clientId: string({ requiredWith: { clientSecret: true } }),
  clientSecret: string({ secret: true, requiredWith: { clientId: true } }),
  scopes: set({ requiredWith: { clientId: true, clientSecret: true } }),
});

const provider1 = nested<OAuthProvider1Args>()({ ...managed, teams: set(), organizations: set() });

const providers = nested<OAuthProvidersArgs>()({
  provider1: object(provider1, { wire: "provider_1" }),
  provider2: object(managed, { wire: "provider_2" }),
  provider3: object(managed, { wire: "provider_3" }),
  provider4: object(managed, { wire: "provider_4" }),
  provider5: object(own, { wire: "provider_5" }),
  provider6: object(own, { wire: "provider_6" }),
  provider7: object(own, { wire: "provider_7" }),
  provider8: object(own, { wire: "provider_8" }),
});

export const oauth = nested<OAuthArgs>()({
  ...sessionFields,
  provider: object(providers, { required: true, exactlyOne: true }),
  authCheckInterval: uint32(),
});
