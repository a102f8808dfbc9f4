import type { Severity } from "../../../../src/insight/report/finding";
import { type Args, audit, mutual, oauth, of, type Pair, resource, saml } from "../../declared";
import { at, type Label, users } from "../label";

/** A label of a change, with the stack's configuration after it if that is a part of the change. */
export interface ReaderLabel extends Label {
  readonly config?: Args;
}

export const label = (
  name: string,
  expected: Severity | "none",
  because: string,
  [before, after]: Pair,
): ReaderLabel => ({
  ...{ name: `reader-${name}`, expected, because, before, after },
});

export const hidden = (value: unknown) => ({ $secret: value });
export const locked = { oauth };
export const unprotected = {};
export const monitored = (changed: Args = {}) =>
  audit({ monitoring: { apiKey: "canary-monitoring", service: "ingress", tags: "env:prod", site: "eu", ...changed } });
export const cloudAccess = (cloudAccessKeyId: string) =>
  audit({
    cloudLogs: { logGroupArn: "logs", auth: { creds: { cloudAccessKeyId, cloudSecretAccessKey: "canary-key" } } },
  });
export const signed = (changed: Args = {}) => ({
  webhookVerification: { provider: "github", secret: "canary-webhook", ...changed },
});
export const requests = (before: Args, after: Args): Pair =>
  of({ ...locked, requestHeaders: before }, { ...locked, requestHeaders: after });
export const responses = (before: Args, after: Args): Pair =>
  of({ ...locked, responseHeaders: before }, { ...locked, responseHeaders: after });
export const issuers = (...values: string[]) => ({ issuer: { allowList: values.map((value) => ({ value })) } });
export const audiences = (...values: string[]) => ({ audience: { allowList: values.map((value) => ({ value })) } });
export const signingKeys = (...additionalJkus: string[]) => ({
  jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus } } },
});
export const breaker = (changed: Args = {}) => ({
  circuitBreaker: {
    ...{ trippedDuration: 30, rollingWindow: 60, numBuckets: 10, volumeThreshold: 20, errorThresholdPercentage: 0.25 },
    ...changed,
  },
});
export const tcp = (changed: Args = {}) =>
  resource("TcpEdgeBackend", "database")({ edgeId: "EDGE", backendId: "bkdtg_1", ...changed });
export const organizations = (...names: string[]) => users(1, { organizations: names });
export const teams = (...names: string[]) => users(1, { teams: names });
export const groups = (...authorizedGroups: string[]) => ({ saml: { ...saml, authorizedGroups } });
export const addressesOf = (...ipPolicyIds: string[]) => ({ ipRestriction: { ipPolicyIds } });
export const clients = (type: "HttpsEdgeMutualTls" | "TlsEdgeMutualTls", ...certificateAuthorityIds: string[]) =>
  mutual(type, { certificateAuthorityIds });

export const CSP = { "content-security-policy": "default-src 'self'; script-src 'self'" };

export const site = at("site", "/");
export const lockedSite = at("site", "/", locked);
export const admin = (changed: Args = {}) => at("admin", "/admin", { ...locked, ...changed });
