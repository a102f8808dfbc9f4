import { describe, expect, it } from "vitest";
import { diffOf as diff } from "../../src/core/lifecycle/lifecycle";
import { UNKNOWN, type Values } from "../../src/core/schema/values";
import { resources } from "../support/resources";

const { agentIngress, eventDestination, httpsEdgeRoute, httpsEdgeRouteJwtValidation, sshCertificateAuthority } =
  resources;

describe("diff", () => {
  it("finds nothing between a state and the program that made it", () => {
    const inputs = { domain: "a.example.com", certificateManagementPolicy: { authority: "ca" } };
    const state = { ...inputs, createdAt: "2026-01-01T00:00:00Z", nsTargets: ["ns1", "ns2"], __provider: "x" };
    expect(diff(agentIngress, state, { ...inputs, __provider: "y" })).toMatchObject({ changed: [], replaces: [] });
  });

  it.each([
    ["an empty object", {}],
    ["an object of empty ones", { jws: { keys: { sources: {} } }, issuer: { allowList: [] } }],
    ["an object of nulls", { jws: { allowedAlgorithms: null, keys: null }, http: { tokens: null } }],
  ])("takes %s in a module for an absent one", (_, members) => {
    const module = { edgeId: "e", routeId: "r" };
    const route = { edgeId: "e", matchType: "exact_path", match: "/" };
    expect(diff(httpsEdgeRouteJwtValidation, module, { ...module, ...members }).changed).toEqual([]);
    expect(diff(httpsEdgeRouteJwtValidation, { ...module, ...members }, module).changed).toEqual([]);
    const jwtValidation = { enabled: true };
    const stated = { ...route, jwtValidation: members };
    expect(diff(httpsEdgeRoute, { ...route, jwtValidation }, stated)).toMatchObject({ changed: [], details: {} });
  });

  const login = (name: string) => ({ oauth: { provider: { [name]: {} } } });

  it.each([
    ["an empty module", {}, { jwtValidation: {} }, "jwtValidation"],
    ["another provider without arguments", login("provider1"), login("provider2"), "oauth"],
  ])("takes %s for a change", (_, before, after, changed) => {
    const route = { edgeId: "e", matchType: "exact_path", match: "/" };
    expect(diff(httpsEdgeRoute, { ...route, ...before }, { ...route, ...after }).changed).toEqual([changed]);
  });

  it("replaces an ingress whose domain changes or is not known yet", () => {
    const replaced = { changed: ["domain"], replaces: ["domain"] };
    expect(diff(agentIngress, { domain: "a" }, { domain: "b" })).toMatchObject(replaced);
    expect(diff(agentIngress, { domain: "a" }, { domain: UNKNOWN })).toMatchObject(replaced);
  });

  it("changes everything else in place", () => {
    const state = { format: "json", target: { monitoring: { apiKey: "a" } }, metadata: "x" };
    const inputs = { format: "json", target: { monitoring: { apiKey: "b" } }, description: UNKNOWN };
    expect(diff(eventDestination, state, inputs)).toMatchObject({
      changed: ["description", "metadata", "target"],
      replaces: [],
    });
  });
});

describe("diff of an SSH certificate authority", () => {
  /** Keys that ssh-keygen made, their pairs thrown away. */
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
  const replaces = (state: Values, inputs: Values) => diff(sshCertificateAuthority, state, inputs).replaces;

  it.each([
    [keys.ed25519, { privateKeyType: "ed25519" }],
    [{ keyType: "ed25519", publicKey: "of an unknown form" }, { privateKeyType: "ed25519" }],
    [{ ...keys.rsa2048, keyType: "ssh-rsa" }, { privateKeyType: "rsa" }],
    [keys.rsa2048, { privateKeyType: "rsa", keySize: 2048 }],
    [keys.ecdsa256, { privateKeyType: "ecdsa", ellipticCurve: "nistp256" }],
    [keys.ecdsa256, { privateKeyType: "ecdsa", ellipticCurve: "P-256" }],
    [keys.ecdsa521, { privateKeyType: "ecdsa", ellipticCurve: "p521" }],
  ])("replaces nothing when the program states what the key is: %j, %j", (state, inputs) => {
    expect(replaces(state, inputs)).toEqual([]);
  });

  it.each([
    [keys.ed25519, { privateKeyType: "rsa" }, ["privateKeyType"]],
    [keys.rsa2048, { privateKeyType: "rsa", keySize: 4096 }, ["keySize"]],
    [keys.ecdsa256, { privateKeyType: "ecdsa", ellipticCurve: "nistp384" }, ["ellipticCurve"]],
    [keys.ecdsa256, { privateKeyType: "ecdsa", ellipticCurve: UNKNOWN }, ["ellipticCurve"]],
    [keys.rsa2048, { privateKeyType: UNKNOWN, keySize: UNKNOWN }, ["privateKeyType", "keySize"]],
  ])("replaces the authority when the program states something else: %j, %j", (state, inputs, expected) => {
    expect(replaces(state, inputs).toSorted()).toEqual(expected.toSorted());
  });

  it("replaces the authority when what the program stated is removed or changed", () => {
    const stated = { privateKeyType: "rsa", keySize: 2048 };
    expect(replaces({ ...keys.rsa2048, ...stated }, { privateKeyType: "rsa" })).toEqual(["keySize"]);
    expect(replaces({ ...keys.rsa2048, ...stated }, { ...stated, keySize: 4096 })).toEqual(["keySize"]);
    expect(replaces({ keyType: "rsa", ...stated }, { ...stated, keySize: 4096 })).toEqual(["keySize"]);
  });

  it.each([
    undefined,
    null,
    7,
    "",
    "ssh-rsa",
    "ssh-rsa AAAA",
    "ssh-rsa !!!!",
    `ssh-rsa ${keys.ed25519.publicKey.split(" ")[1]}`,
    keys.rsa2048.publicKey.slice(0, 40),
    `ssh-rsa ${Buffer.from("\0\0\0\x07ssh-rsa\0\0\0\x01\x03\xff\xff\xff\xff", "latin1").toString("base64")}`,
    "sk-ssh-ed25519@openssh.com AAAA",
  ])("replaces as if there were no public key where it is %j", (publicKey) => {
    const state = { keyType: "rsa", publicKey };
    expect(replaces(state, { privateKeyType: "rsa", keySize: 2048 })).toEqual(["keySize"]);
    expect(replaces(state, { privateKeyType: "ecdsa", ellipticCurve: "nistp256" })).toEqual([
      "privateKeyType",
      "ellipticCurve",
    ]);
  });
});
