import { of, oidc, saml } from "../declared";
import { type Label, locked, risky } from "./label";

const session = (args: Readonly<Record<string, unknown>>) => ({ oauth: { ...locked.oauth, ...args } });

/** How long a login lasts, and which requests need none. */
export const sessions: readonly Label[] = [
  risky(
    "session-set-huge",
    "medium",
    "A session of 136 years is longer than any default of the service would be.",
    of(locked, session({ maximumDuration: 4_294_967_295 })),
  ),
  risky(
    "session-zero",
    "medium",
    "Zero may mean that a session never ends.",
    of(session({ maximumDuration: 3600 }), session({ maximumDuration: 0 })),
  ),
  risky(
    "session-limit-dropped",
    "medium",
    "The service now chooses how long a session lasts, and its default is not shown.",
    of(session({ maximumDuration: 3600 }), locked),
  ),
  risky(
    "inactivity-longer",
    "medium",
    "A session left open stays usable for a week instead of a quarter of an hour.",
    of(session({ inactivityTimeout: 900 }), session({ inactivityTimeout: 604_800 })),
  ),
  risky(
    "inactivity-zero",
    "medium",
    "Zero may mean that inactivity never ends a session.",
    of({ saml: { ...saml, inactivityTimeout: 900 } }, { saml: { ...saml, inactivityTimeout: 0 } }),
  ),
  risky(
    "recheck-dropped",
    "medium",
    "The check interval is the preferred control of how long a revoked user keeps access.",
    of(session({ authCheckInterval: 300 }), locked),
  ),
  risky(
    "recheck-rarer",
    "medium",
    "A revoked user keeps access for a month.",
    of(session({ authCheckInterval: 300 }), session({ authCheckInterval: 2_592_000 })),
  ),
  risky(
    "oidc-session-longer",
    "medium",
    "A stolen session is usable for a year.",
    of({ oidc: { ...oidc, maximumDuration: 28_800 } }, { oidc: { ...oidc, maximumDuration: 31_536_000 } }),
  ),
  risky(
    "saml-options-pass",
    "medium",
    "OPTIONS requests reach the backend without a login.",
    of({ saml }, { saml: { ...saml, optionsPassthrough: true } }),
  ),
  risky(
    "oidc-options-pass",
    "medium",
    "OPTIONS requests reach the backend without a login.",
    of({ oidc }, { oidc: { ...oidc, optionsPassthrough: true } }),
  ),
];
