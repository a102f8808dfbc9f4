import { describe, expect, it } from "vitest";
import { diffState as diff } from "../../src/core/lifecycle/lifecycle";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { resources } from "../support/resources";

const {
  agentIngress,
  eventDestination,
  httpsEdgeRoute,
  httpsEdgeRouteJwtValidation,
  sshCertificateAuthority,
} = resources;

/** Values in a module that are equal to an absent value. */
const empty: readonly { description: string; members: Values }[] = [
  { description: "an empty object", members: {} },
  {
    description: "an object of empty ones",
    members: { jws: { keys: { sources: {} } }, issuer: { allowList: [] } },
  },
  {
    description: "an object of nulls",
    members: { jws: { allowedAlgorithms: null, keys: null }, http: { tokens: null } },
  },
];

/** Arguments of a route before and after, and the changed arguments. */
const changes: readonly { description: string; before: Values; after: Values; changed: string }[] =
  [
    {
      description: "an empty module",
      before: {},
      after: { jwtValidation: {} },
      changed: "jwtValidation",
    },
    {
      description: "another provider without arguments",
      before: { oauth: { provider: { provider1: {} } } },
      after: { oauth: { provider: { provider2: {} } } },
      changed: "oauth",
    },
  ];

/** Keys that ssh-keygen generated. Their private keys were discarded. */
const keys = {
  rsa2048: {
    keyType: "rsa",
    publicKey:
      "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCyNI3o2tFAGKyRUpmHxqZKXak6VTzH/TNw0F3fSo4jKP7U1v7KC2oXviB+e5co/U50zXYufQnR07Tflf1ebg4cvZxVy1NNP0E7JSPX5YGpS9bDHlOMj9TkQ4vd7MFLQtt1DBxsd0gMNpO9JTwSSC1P+7MT+IfU+0aAGqd10hZj6i8gf5aFvqkbUFTKgjplRDnTBNFU2IRyTyORKLoqM2Gn0ztoKSoNCwSz9Ib/22NZB7c1c7Crwz2jLv61sPrYPadi5YBW36pOw6I/wo4nY+yi2xOgC5GVJKgKPok5KbsKYtcHslBdvELR4zeTss/u7zrnHh0qnGwSxaT3YhJxwxcL",
  },
  ecdsa256: {
    keyType: "ecdsa",
    publicKey:
      "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBN5sswjFT3YpHRNW5SfAfv9P9naRih+HkDLEe9vMougbYwmVaw7IEYANWjLz/gPhwgrzuUzi/VUA4GzLWBxX7bM=",
  },
  ecdsa521: {
    keyType: "ecdsa",
    publicKey:
      "ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAGWaAnd99gqJvJxQnd2YYi6Mdn8SRygDzeYhuYJbfcGJNf3QmPYh96OTLX67BIyEj1HZePYca8fssixZB7W6xUWagEaT8BQ2aT22Xp+/hSNFTGO95xLnYXNkTNhuHJiGkbxQB0BgiYJBLsSdWM3552cmIlh0oRsyUXs+P4cGptVHhwW2A==",
  },
  ed25519: {
    keyType: "ed25519",
    publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII9OlM8UEKE+T2vPT3rHgEk2KUjKGq09taodsULTZWWe",
  },
};

/** Arguments that match the key. */
const kept: readonly { state: Values; inputs: Values }[] = [
  { state: keys.ed25519, inputs: { privateKeyType: "ed25519" } },
  {
    state: { keyType: "ed25519", publicKey: "of an unknown form" },
    inputs: { privateKeyType: "ed25519" },
  },
  { state: { ...keys.rsa2048, keyType: "ssh-rsa" }, inputs: { privateKeyType: "rsa" } },
  { state: keys.rsa2048, inputs: { privateKeyType: "rsa", keySize: 2048 } },
  { state: keys.ecdsa256, inputs: { privateKeyType: "ecdsa", ellipticCurve: "nistp256" } },
  { state: keys.ecdsa256, inputs: { privateKeyType: "ecdsa", ellipticCurve: "P-256" } },
  { state: keys.ecdsa521, inputs: { privateKeyType: "ecdsa", ellipticCurve: "p521" } },
];

/** Arguments that differ from the key, so that the authority is replaced. */
const replaced: readonly { state: Values; inputs: Values; expected: readonly string[] }[] = [
  { state: keys.ed25519, inputs: { privateKeyType: "rsa" }, expected: ["privateKeyType"] },
  { state: keys.rsa2048, inputs: { privateKeyType: "rsa", keySize: 4096 }, expected: ["keySize"] },
  {
    state: keys.ecdsa256,
    inputs: { privateKeyType: "ecdsa", ellipticCurve: "nistp384" },
    expected: ["ellipticCurve"],
  },
  {
    state: keys.ecdsa256,
    inputs: { privateKeyType: "ecdsa", ellipticCurve: UNKNOWN },
    expected: ["ellipticCurve"],
  },
  {
    state: keys.rsa2048,
    inputs: { privateKeyType: UNKNOWN, keySize: UNKNOWN },
    expected: ["privateKeyType", "keySize"],
  },
];

/** Texts that are not the public key of an RSA key. */
const unreadable: readonly unknown[] = [
  undefined,
  null,
  7,
  "",
  "ssh-rsa",
  "ssh-rsa AAAA",
  "ssh-rsa !!!!",
  "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAII9OlM8UEKE+T2vPT3rHgEk2KUjKGq09taodsULTZWWe",
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCy",
  "ssh-rsa AAAAB3NzaC1yc2EAAAABA/////8=",
  "sk-ssh-ed25519@openssh.com AAAA",
];

describe("diff", () => {
  it("finds nothing between a state and the program that made it", () => {
    const inputs = { domain: "a.example.com", certificateManagementPolicy: { authority: "ca" } };
    const state = {
      ...inputs,
      createdAt: "2026-01-01T00:00:00Z",
      nsTargets: ["ns1", "ns2"],
      __provider: "x",
    };
    expect(diff(agentIngress, state, { ...inputs, __provider: "y" })).toMatchObject({
      changed: [],
      replaces: [],
    });
  });

  it.each(empty)("treats $description in a module as absent", ({ members }) => {
    const module = { edgeId: "e", routeId: "r" };
    const route = { edgeId: "e", matchType: "exact_path", match: "/" };
    expect(diff(httpsEdgeRouteJwtValidation, module, { ...module, ...members }).changed).toEqual(
      [],
    );
    expect(diff(httpsEdgeRouteJwtValidation, { ...module, ...members }, module).changed).toEqual(
      [],
    );
    const jwtValidation = { enabled: true };
    const stated = { ...route, jwtValidation: members };
    expect(diff(httpsEdgeRoute, { ...route, jwtValidation }, stated)).toMatchObject({
      changed: [],
      details: {},
    });
  });

  it.each(changes)("treats $description as a change", ({ before, after, changed }) => {
    const route = { edgeId: "e", matchType: "exact_path", match: "/" };
    expect(diff(httpsEdgeRoute, { ...route, ...before }, { ...route, ...after }).changed).toEqual([
      changed,
    ]);
  });

  it("replaces an ingress whose domain changes or is not known yet", () => {
    const replaced = { changed: ["domain"], replaces: ["domain"] };
    expect(diff(agentIngress, { domain: "a" }, { domain: "b" })).toMatchObject(replaced);
    expect(diff(agentIngress, { domain: "a" }, { domain: UNKNOWN })).toMatchObject(replaced);
  });

  it("changes everything else in place", () => {
    const state = { format: "json", target: { monitoring: { apiKey: "a" } }, metadata: "x" };
    const inputs = {
      format: "json",
      target: { monitoring: { apiKey: "b" } },
      description: UNKNOWN,
    };
    expect(diff(eventDestination, state, inputs)).toMatchObject({
      changed: ["description", "metadata", "target"],
      replaces: [],
    });
  });
});

describe("diff of an SSH certificate authority", () => {
  const replaces = (state: Values, inputs: Values) =>
    diff(sshCertificateAuthority, state, inputs).replaces;

  it.each(kept)(
    "replaces nothing if the program states what the key is: $state, $inputs",
    ({ state, inputs }) => {
      expect(replaces(state, inputs)).toEqual([]);
    },
  );

  it.each(replaced)(
    "replaces the authority if the program states something else: $state, $inputs",
    ({ state, inputs, expected }) => {
      expect(replaces(state, inputs).toSorted()).toEqual(expected.toSorted());
    },
  );

  it("replaces the authority when what the program stated is removed or changed", () => {
    const stated = { privateKeyType: "rsa", keySize: 2048 };
    expect(replaces({ ...keys.rsa2048, ...stated }, { privateKeyType: "rsa" })).toEqual([
      "keySize",
    ]);
    expect(replaces({ ...keys.rsa2048, ...stated }, { ...stated, keySize: 4096 })).toEqual([
      "keySize",
    ]);
    expect(replaces({ keyType: "rsa", ...stated }, { ...stated, keySize: 4096 })).toEqual([
      "keySize",
    ]);
  });

  it.each(unreadable)("replaces as if there were no public key if it is %j", (publicKey) => {
    const state = { keyType: "rsa", publicKey };
    expect(replaces(state, { privateKeyType: "rsa", keySize: 2048 })).toEqual(["keySize"]);
    expect(replaces(state, { privateKeyType: "ecdsa", ellipticCurve: "nistp256" })).toEqual([
      "privateKeyType",
      "ellipticCurve",
    ]);
  });
});
