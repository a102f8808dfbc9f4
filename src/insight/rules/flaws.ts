import { newFlaws } from "../change/new-flaws";
import { flawKinds } from "../ingress/flaw-kinds";
import {
  type Example,
  oauth,
  routeWith,
  routeWithLogin,
  routeWithTokens,
  tlsTermination,
} from "./example-programs";
import { at, type Rule, rule } from "./rule";

/** The flaws that are new in the ingress after the change: each kind of flaw is a rule. */

type KindName = keyof typeof flawKinds;

const examples: Readonly<Record<KindName, Example>> = {
  emptyList: {
    before: routeWith({ oauth }),
    after: routeWithLogin({ provider1: {} }),
  },
  publicDomain: {
    before: routeWithLogin({ provider3: { emailDomains: ["acme.com"] } }),
    after: routeWithLogin({ provider3: { emailDomains: ["acme.com", "gmail.com"] } }),
  },
  wildcard: {
    before: routeWith({ oauth }),
    after: routeWithLogin({ provider1: { organizations: ["*"] } }),
  },
  publicIssuer: {
    before: routeWith({ oidc: { issuer: "https://login.acme.com" } }),
    after: routeWith({ oidc: { issuer: "https://accounts.google.com" } }),
  },
  weakAlgorithm: {
    before: routeWithTokens({ jws: { allowedAlgorithms: ["RS256"] } }),
    after: routeWithTokens({ jws: { allowedAlgorithms: ["none"] } }),
  },
  unknownAlgorithm: {
    before: routeWithTokens({ jws: { allowedAlgorithms: ["RS256"] } }),
    after: routeWithTokens({ jws: { allowedAlgorithms: ["RS256", "dir"] } }),
  },
  unsigned: {
    before: routeWith({ webhookVerification: { provider: "github", secret: "…" } }),
    after: routeWith({ webhookVerification: { provider: "github" } }),
  },
  noRule: {
    before: routeWith({ policy: { inbound: { expressions: ["a"], actions: { type: "deny" } } } }),
    after: routeWith({ policy: { inbound: {} } }),
  },
  oldTls: {
    before: tlsTermination({ minVersion: "1.2" }),
    after: tlsTermination({ minVersion: "1.0" }),
  },
  unreadableTls: {
    before: tlsTermination({ minVersion: "1.2" }),
    after: tlsTermination({ minVersion: "modern" }),
  },
  endless: {
    before: routeWith({ oauth }),
    after: routeWith({ oauth: { ...oauth, maximumDuration: 0 } }),
  },
  weakLogin: {
    before: routeWith({ oauth }),
    after: routeWith({ oauth: { ...oauth, optionsPassthrough: true } }),
  },
  sensitive: {
    before: routeWith({ circuitBreaker: { volumeThreshold: 20 } }),
    after: routeWith({ circuitBreaker: { volumeThreshold: 1 } }),
  },
  neverTrips: {
    before: routeWith({ circuitBreaker: { volumeThreshold: 20 } }),
    after: routeWith({ circuitBreaker: { volumeThreshold: 4_294_967_295 } }),
  },
  longTrip: {
    before: routeWith({ circuitBreaker: { trippedDuration: 30 } }),
    after: routeWith({ circuitBreaker: { trippedDuration: 86_400 } }),
  },
  plainHttp: {
    before: routeWith({ oidc: { issuer: "https://login.acme.com" } }),
    after: routeWith({ oidc: { issuer: "http://login.acme.com" } }),
  },
  adopts: {
    after: tlsTermination({ minVersion: "1.3", adopt: true }),
  },
};

const flawRule = (name: KindName): Rule =>
  rule({
    ...flawKinds[name],
    messages: { found: "{effect}" },
    example: examples[name],
    *find(change) {
      for (const { flaw, args } of newFlaws(change)) {
        if (flaw.kind === flawKinds[name])
          yield at(args, flaw.path, "found", { effect: flaw.message });
      }
    },
  });

export const flawRules = (Object.keys(flawKinds) as KindName[]).map(flawRule);
