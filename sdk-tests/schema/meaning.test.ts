import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffState, selectInputs } from "../../src/core/lifecycle/lifecycle";
import type { Resource } from "../../src/core/lifecycle/resource";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { check } from "../../src/core/schema/check";
import { merge, mergeWhole } from "../../src/core/schema/merge";
import type { Values } from "../../src/core/schema/values";
import { isWithin } from "../../src/core/schema/walk";
import { createBody, fromWire } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { answerTo, inPath, overTheWire, respelled } from "../support/answers";
import { argumentsOf, THOUSAND_RUNS } from "../support/arbitraries";
import { resourceOf } from "../support/resources";

/**
 * Check, diff, details and merge agree on which values mean the same, for every row. A failure prints its seed and
 * path.
 */

const anyCase = fc.constantFrom(...cases);

/** Two sets of arguments of the same resource; the object keeps its place. */
const anyTwo = anyCase.chain(({ type }) => {
  const args = argumentsOf(resourceOf(type).definition.fields);
  return fc.record({ type: fc.constant(type), first: args, second: args });
});

/** Returns the service's response for an object that was created with these arguments. */
function shownFor({ definition: { fields } }: Resource, args: Values): Values {
  const answer = overTheWire({
    ...answerTo(fields, createBody(fields, args)),
    ...inPath(fields, args),
  });
  const { values, problem } = fromWire(fields, answer);
  expect(problem).toBeUndefined();
  return values;
}

const holdsFor = (assert: (resource: Resource, first: Values, second: Values) => void): void =>
  fc.assert(
    fc.property(anyTwo, ({ type, first, second }) => assert(resourceOf(type), first, second)),
    THOUSAND_RUNS,
  );

describe("for all values", () => {
  it("the details name each argument that changed, and nothing if none did", () => {
    holdsFor((resource, first, second) => {
      const { changed, details } = diffState(resource, first, second);
      const named = (key: string) => Object.keys(details).some((path) => isWithin(path, key));
      expect(changed.filter((key) => !named(key))).toEqual([]);
      if (changed.length === 0) expect(details).toEqual({});
    });
  });

  it("a refresh stores values that the service could have", () => {
    holdsFor((resource, first, second) => {
      const { fields } = resource.definition;
      const state = merge(fields, first, shownFor(resource, second));
      expect(check(fields, selectInputs(resource, state)).problems).toEqual([]);
    });
  });

  it("a second refresh changes nothing", () => {
    holdsFor((resource, first, second) => {
      const { fields } = resource.definition;
      const shown = shownFor(resource, second);
      const state = merge(fields, first, shown);
      expect(merge(fields, state, shown)).toEqual(state);
    });
  });

  it("a refresh that finds the same meaning changes nothing", () => {
    holdsFor((resource, first) => {
      const { fields } = resource.definition;
      const state = merge(fields, first, shownFor(resource, first));
      expect(merge(fields, state, shownFor(resource, respelled(fields, first)))).toEqual(state);
    });
  });

  it("a program that states what the service shows, in whatever spelling, changes nothing", () => {
    holdsFor((resource, first) => {
      const { fields } = resource.definition;
      const whole = mergeWhole(fields, first, shownFor(resource, first));
      const stated = selectInputs(resource, whole);
      for (const inputs of [stated, respelled(fields, stated)])
        expect(diffState(resource, whole, inputs)).toMatchObject({ changed: [], details: {} });
    });
  });
});

/** The values at a path of the arguments of a resource, in two spellings with the same meaning. */
const spellings: readonly (readonly [
  type: string,
  path: string,
  first: unknown,
  second: unknown,
])[] = [
  ["AgentIngress", "description", "a\r\nb\n", "a\nb"],
  ["AgentIngress", "metadata", "{}\n", "{}"],
  ["AgentIngress", "domain", "bücher.example", "XN--Bcher-kva.example."],
  ["AgentIngress", "certificateManagementPolicy.authority", "Example-CA", "example-ca"],
  ["SshCertificateAuthority", "ellipticCurve", "prime256v1", "nistp256"],
  ["SshCertificateAuthority", "ellipticCurve", "secp521r1", "P-521"],
  ["HttpsEdgeRoute", "match", "Bücher.example/Path", "xn--bcher-kva.example/Path"],
  ["HttpsEdgeRoute", "webhookVerification.provider", "GitHub", "github"],
  [
    "HttpsEdgeRoute",
    "oauth.provider.provider1.emailDomains",
    ["Bücher.example"],
    ["xn--bcher-kva.example"],
  ],
  [
    "HttpsEdgeRoute",
    "oauth.provider.provider1.emailAddresses",
    ["Ann@Example.com"],
    ["ann@example.com"],
  ],
  [
    "HttpsEdgeRoute",
    "oauth.provider.provider1.emailAddresses",
    ["Ann@Bücher.example."],
    ["ann@xn--bcher-kva.example"],
  ],
  ["HttpsEdgeRoute", "oauth.provider.provider1.organizations", ["Acme"], ["acme"]],
  ["HttpsEdgeRoute", "saml.idpMetadata", "<a>\r\n</a>\r\n", "<a>\n</a>"],
  ["HttpsEdgeRoute", "requestHeaders.add", { "X-A": " v" }, { "x-a": "v" }],
  ["HttpsEdgeRoute", "requestHeaders.remove", ["X-Foo", "X-Bar"], ["x-bar", "x-foo"]],
  ["HttpsEdgeTlsTermination", "minVersion", "TLS1.2", "tls1.2"],
];

/** Arguments with a value at a path. */
const withValue = (path: string, value: unknown): Values =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

describe("the same meaning", () => {
  it.each(spellings)("of %s.%s is seen in %j and %j", (type, path, first, second) => {
    const { fields } = resourceOf(type).definition;
    const [stated, shown] = [withValue(path, first), withValue(path, second)];
    expect(diffState(resourceOf(type), stated, shown)).toMatchObject({
      changed: [],
      replaces: [],
      details: {},
    });
    expect(selectInputs(resourceOf(type), merge(fields, stated, shown))).toMatchObject(stated);
  });

  it.each([
    ["HttpsEdgeRoute", "match", "/A", "/a"],
    ["HttpsEdgeRoute", "match", "example.com/Path", "example.com/path"],
    ["HttpsEdgeRoute", "match", "example.com./path", "example.com/path"],
    ["HttpsEdgeRoute", "oauth.provider.provider1.emailDomains", ["ac\u200bme.com"], ["acme.com"]],
    [
      "HttpsEdgeRoute",
      "oauth.provider.provider1.emailAddresses",
      ["ann@\uff41cme.com"],
      ["ann@acme.com"],
    ],
    [
      "HttpsEdgeRoute",
      "oauth.provider.provider1.emailAddresses",
      ["ann@example.com"],
      ["bob@example.com"],
    ],
    ["HttpsEdgeRoute", "webhookVerification.secret", "s", "S"],
    ["HttpsEdgeRoute", "oidc.issuer", "https://a.example/", "https://a.example"],
    ["HttpsEdgeRoute", "jwtValidation.audience.allowList", [{ value: "A" }], [{ value: "a" }]],
  ])("of %s.%s is not seen in %j and %j", (type, path, first, second) => {
    const [key = ""] = path.split(".");
    expect(
      diffState(resourceOf(type), withValue(path, first), withValue(path, second)).changed,
    ).toEqual([key]);
  });
});

const route = resourceOf("HttpsEdgeRoute");
const provider = (members: Values) => ({ oauth: { provider: members } });

it("a change from an empty member of a choice to another is named by both", () => {
  const { changed, details } = diffState(
    route,
    provider({ provider1: {} }),
    provider({ provider2: {} }),
  );
  expect(changed).toEqual(["oauth"]);
  expect(details).toEqual({
    "oauth.provider.provider1": { kind: "delete", replace: false },
    "oauth.provider.provider2": { kind: "add", replace: false },
  });
});

it("a refresh stores the member of a choice that the service shows, and no other", () => {
  const { fields } = route.definition;
  const state = merge(
    fields,
    provider({ provider1: { teams: ["a/b"] } }),
    provider({ provider2: {} }),
  );
  expect(state).toMatchObject(provider({ provider2: {} }));
  expect(state).not.toHaveProperty("oauth.provider.provider1");
});

it("a refresh stores no empty member of a choice beside the member that the service shows", () => {
  const { fields } = route.definition;
  const shown = provider({ provider2: { emailDomains: ["example.com"] } });
  for (const known of [provider({ provider1: {} }), provider({ provider1: { teams: [] } })])
    for (const state of [merge(fields, known, shown), mergeWhole(fields, known, shown)])
      expect(state).not.toHaveProperty("oauth.provider.provider1");
  const { provider: shownProvider } = shown.oauth;
  const withNull = provider({ ...shownProvider, provider1: null, provider3: null });
  expect(merge(fields, provider({ provider1: {} }), withNull)).not.toHaveProperty(
    "oauth.provider.provider1",
  );
});

it("a refresh keeps an empty member of a choice if the response has no member", () => {
  const { fields } = route.definition;
  const unset = provider({ provider1: undefined });
  expect(merge(fields, provider({ provider1: {} }), unset)).toHaveProperty(
    "oauth.provider.provider1",
  );
});

it("a refresh drops the secret of a member of a choice that the service no longer shows", () => {
  const { fields } = route.definition;
  const known = provider({ provider8: { clientId: "a", clientSecret: "canary" } });
  const shown = provider({ provider7: { clientId: "b" } });
  for (const state of [merge(fields, known, shown), mergeWhole(fields, known, shown)]) {
    expect(state).toMatchObject(shown);
    expect(state).not.toHaveProperty("oauth.provider.provider8");
  }
});

it("a refresh shows an added header name, and leaves the others as they are written", () => {
  const headers = (remove: readonly string[]) => ({ requestHeaders: { remove } });
  const state = merge(route.definition.fields, headers(["X-Foo"]), headers(["x-bar", "x-foo"]));
  expect(state).toMatchObject(headers(["X-Foo", "x-bar"]));
});

it("an item of a list that is null has an unexpected type", () => {
  const answer = { jwt_validation: { http: { tokens: [null] } } };
  expect(fromWire(route.definition.fields, answer).problem).toBe(
    "the member jwt_validation.http.tokens[0] of the answer has an unexpected type",
  );
});

it("a version that only an apply knows may be absent while TLS ends upstream", () => {
  const { precondition } = resourceOf("HttpsEdgeTlsTermination");
  const state = { terminateAt: "upstream" };
  expect(precondition?.(state, { minVersion: UNKNOWN })).toBeUndefined();
  expect(precondition?.(state, { minVersion: "1.2" })).toMatch(/^minVersion must be absent/);
});

/** A public key of the curve nistp256: its names consist of a length and a text. */
const publicKeyOf = (curve: string): string => {
  const parts = [`ecdsa-sha2-${curve}`, curve, "point"].map((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, Buffer.from(text)]);
  });
  return `ecdsa-sha2-${curve} ${Buffer.concat(parts).toString("base64")}`;
};

it.each(["P-256", "p256", "prime256v1", "secp256r1", "NISTP256", "nistp256"])(
  "an authority whose key is nistp256 is not replaced if the program states %s",
  (ellipticCurve) => {
    const authority = resourceOf("SshCertificateAuthority");
    const state = { publicKey: publicKeyOf("nistp256"), keyType: "ECDSA" };
    const same = diffState(authority, state, { privateKeyType: "ecdsa", ellipticCurve });
    expect(same).toMatchObject({ changed: [], replaces: [] });
    const different = diffState(
      authority,
      { ...state, publicKey: publicKeyOf("nistp384") },
      { ellipticCurve },
    );
    expect(different.replaces).toEqual(["ellipticCurve"]);
  },
);
