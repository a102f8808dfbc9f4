import { describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { secretProblem } from "../../src/insight/policy/secrets";
import { found } from "./inputs";
import { route, updated } from "./steps";

/**
 * The time for a text of an argument grows linearly with its length, and not with its square: a change of a program
 * must not be able to stop the job that reviews it. Both times are measured on the same machine, so its speed does not
 * matter.
 */

const SHORT = 20_000;
const FACTOR = 4;
/** Tolerance of a time. A quadratic expression takes several seconds for the long text. */
const SLACK_MS = 700;
/** On a busy machine, a run may be delayed by other processes. A quadratic expression takes too long each time. */
const ATTEMPTS = 5;

/** Texts on which expressions with repetitions backtrack. */
const repeated: Readonly<Record<string, (length: number) => string>> = {
  stars: (length) => `${"*".repeat(length)}x`,
  letters: (length) => "a".repeat(length),
  dots: (length) => `${".".repeat(length)}x`,
  signs: (length) => "a@".repeat(length / 2),
  slashes: (length) => `${"/".repeat(length)}x`,
  blanks: (length) => `x${" ".repeat(length)}x`,
  directives: (length) => "a=b;".repeat(length / 4),
  lists: (length) => "a, ".repeat(length / 3),
  brackets: (length) => "a=(".repeat(length / 3),
  quotes: (length) => "\"'=".repeat(length / 3),
  addresses: (length) => "https://a.b/".repeat(length / 12),
  wide: (length) => "ä".repeat(length),
};

const names = [
  ...[
    "content-security-policy",
    "permissions-policy",
    "strict-transport-security",
    "referrer-policy",
    "set-cookie",
  ],
  ...[
    "alt-svc",
    "refresh",
    "link",
    "cache-control",
    "access-control-allow-origin",
    "clear-site-data",
  ],
  ...["x-frame-options", "cross-origin-opener-policy"],
];

/** Arguments of a route with a text in each place that rules read. */
const places: Readonly<Record<string, (text: string) => Values>> = {
  domains: (text) => ({ oauth: { provider: { provider3: { emailDomains: [text] } } } }),
  mailAddresses: (text) => ({ oauth: { provider: { provider3: { emailAddresses: [text] } } } }),
  teams: (text) => ({ oauth: { provider: { provider1: { teams: [text] } } } }),
  groups: (text) => ({ saml: { idpMetadata: text, authorizedGroups: [text] } }),
  issuer: (text) => ({ oidc: { issuer: text, clientId: text, cookiePrefix: text } }),
  tokens: (text) => ({
    jwtValidation: {
      issuer: { allowList: [{ value: text }] },
      audience: { allowList: [{ value: text }] },
      jws: { allowedAlgorithms: [text], keys: { sources: { additionalJkus: [text] } } },
    },
  }),
  webhooks: (text) => ({ webhookVerification: { provider: text, secret: "[secret]" } }),
  userAgents: (text) => ({ userAgentFilter: { allow: [text], deny: [text] } }),
  requestHeaders: (text) => ({
    requestHeaders: { add: { [text.replaceAll(/[^a-z.*]/g, "-")]: text } },
  }),
  responseHeaders: (text) => ({
    responseHeaders: { add: Object.fromEntries(names.map((name) => [name, text])) },
  }),
  policies: (text) => ({
    policy: { inbound: { expressions: [text], actions: { type: text, config: { a: text } } } },
  }),
  texts: (text) => ({ description: text, metadata: text }),
};

function millisecondsOf(run: () => unknown): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

/** Reviews a change from a text to another text, so that rules compare the two. */
const reviewed = (place: (text: string) => Values, text: string) =>
  found(updated({ ...route, ...place(`${text}b`) }, { ...route, ...place(`${text}c`) }));

function expectLinear(run: (length: number) => unknown): void {
  run(100);
  const isLinear = () => {
    const short = millisecondsOf(() => run(SHORT));
    return millisecondsOf(() => run(SHORT * FACTOR)) < short * FACTOR * 2 + SLACK_MS;
  };
  expect(Array.from({ length: ATTEMPTS }).some(isLinear)).toBe(true);
}

describe.each(Object.entries(repeated))("of many %s", (_, textOf) => {
  it.each(Object.entries(places))(
    "in %s, the time of a review grows with the length",
    (_place, place) => {
      expectLinear((length) => reviewed(place, textOf(length)));
    },
  );

  it("in metadata, the time of a policy grows with the length", () => {
    expectLinear((length) => secretProblem(textOf(length), ["canary"]));
  });
});
