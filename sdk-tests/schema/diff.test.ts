import { describe, expect, it } from "vitest";
import { z } from "zod";
import { diffState as diff } from "../../src/core/lifecycle/lifecycle";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { anything, dataBeside, rows, text, values } from "../support/data";
import { resources } from "../support/resources";

const {
  agentIngress,
  eventDestination,
  httpsEdgeRoute,
  httpsEdgeRouteJwtValidation,
  sshCertificateAuthority,
} = resources;

const { empty, changes, keys, kept, replaced, unreadable } = dataBeside(__filename, {
  empty: rows(text, values),
  changes: rows(text, values, values, text),
  keys: z.record(text, values),
  kept: rows(values, values),
  replaced: rows(values, values, z.array(text)),
  unreadable: z.array(anything),
});

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

  it.each(empty)("treats %s in a module as absent", (_, members) => {
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

  it.each(changes)("treats %s as a change", (_, before, after, changed) => {
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
    "replaces nothing when the program states what the key is: %j, %j",
    (state, inputs) => {
      expect(replaces(state, inputs)).toEqual([]);
    },
  );

  it.each(replaced)(
    "replaces the authority when the program states something else: %j, %j",
    (state, inputs, expected) => {
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

  it.each(unreadable)("replaces as if there were no public key where it is %j", (publicKey) => {
    const state = { keyType: "rsa", publicKey };
    expect(replaces(state, { privateKeyType: "rsa", keySize: 2048 })).toEqual(["keySize"]);
    expect(replaces(state, { privateKeyType: "ecdsa", ellipticCurve: "nistp256" })).toEqual([
      "privateKeyType",
      "ellipticCurve",
    ]);
  });
});
