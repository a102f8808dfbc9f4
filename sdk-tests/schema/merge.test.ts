import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import {
  agentIngress,
  eventDestination,
  httpsEdgeMutualTls,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
} from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Table } from "../../src/core/schema/field";
import { merge, mergeWhole } from "../../src/core/schema/merge";
import { items } from "../../src/core/schema/row-types";
import { objects, string, uint32 } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";

interface Merge {
  /** The name of the resource's definition. */
  readonly of: string;
  readonly written: Values;
  readonly actual: Values;
  readonly expected: Values;
}

const merged: Readonly<Record<string, Merge>> = {
  "keeps the program's spelling of what is equal": {
    of: "agentIngress",
    written: { domain: "Connect.Example.com.", description: "" },
    actual: { domain: "connect.example.com" },
    expected: { domain: "Connect.Example.com.", description: "", nsTargets: [], regionDomains: [] },
  },
  "keeps the order in which an equal list was first seen": {
    of: "agentIngress",
    written: { nsTargets: ["ns2", "ns1"] },
    actual: { nsTargets: ["ns1", "ns2"] },
    expected: { nsTargets: ["ns2", "ns1"], regionDomains: [] },
  },
  "keeps known region domains in their places when some are added and others go, and appends the new ones":
    {
      of: "agentIngress",
      written: { regionDomains: ["us.a", "sa.a", "eu.a"] },
      actual: { regionDomains: ["ap.a", "us.a", "eu.a"] },
      expected: { regionDomains: ["us.a", "eu.a", "ap.a"], nsTargets: [] },
    },
  "keeps known references in their places, however they are spelled out": {
    of: "httpsEdgeMutualTls",
    written: {
      edgeId: "e",
      certificateAuthorities: [
        { id: "b", uri: "https://api.example.com/b" },
        { id: "a", uri: "https://api.example.com/a" },
      ],
    },
    actual: {
      edgeId: "e",
      certificateAuthorities: [
        { id: "a", uri: "https://api.example.com/a" },
        { id: "c", uri: "https://api.example.com/c" },
        { id: "b", uri: "https://api.example.com/b" },
      ],
    },
    expected: {
      edgeId: "e",
      certificateAuthorities: [
        { id: "b", uri: "https://api.example.com/b" },
        { id: "a", uri: "https://api.example.com/a" },
        { id: "c", uri: "https://api.example.com/c" },
      ],
    },
  },
  "shows what another party set, without documented defaults": {
    of: "agentIngress",
    written: { domain: "a" },
    actual: {
      domain: "a",
      description: "d",
      certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" },
    },
    expected: {
      domain: "a",
      description: "d",
      certificateManagementPolicy: { authority: "ca" },
      nsTargets: [],
      regionDomains: [],
    },
  },
  "drops what another party removed": {
    of: "agentIngress",
    written: { domain: "a", certificateManagementPolicy: { authority: "ca" }, metadata: "x" },
    actual: { domain: "a" },
    expected: { domain: "a", nsTargets: [], regionDomains: [] },
  },
  "shows a target set by another party, its masked secret left out": {
    of: "eventDestination",
    written: { target: { cloudLogs: { logGroupArn: "arn", auth: { role: { roleArn: "role" } } } } },
    actual: { target: { monitoring: { apiKey: "***", site: "us" } } },
    expected: { target: { monitoring: { site: "us" } } },
  },
  "keeps the address that the program has stated, whichever one an answer has": {
    of: "httpsEdgeTlsTermination",
    written: { edgeId: "e", minVersion: "1.2" },
    actual: { edgeId: "other", minVersion: "1.3" },
    expected: { edgeId: "e", minVersion: "1.3" },
  },
  "keeps what the API never returns": {
    of: "sshCertificateAuthority",
    written: { privateKeyType: "rsa", keySize: 4096 },
    actual: { keyType: "rsa" },
    expected: { privateKeyType: "rsa", keySize: 4096, keyType: "rsa" },
  },
};

describe("merge", () => {
  it.each(Object.entries(merged))("%s", (_, { of, written, actual, expected }) => {
    const { fields } = (definitions as Readonly<Record<string, Definition>>)[of] as Definition;
    expect(merge(fields, written, actual)).toEqual(expected);
  });

  it.each([undefined, null, "", "****", "ab***"])(
    "keeps a secret that the API masks as %s",
    (masked) => {
      const written = { target: { monitoring: { apiKey: "hush", site: "eu" } } };
      const actual = { target: { monitoring: { apiKey: masked, site: "us" } } };
      const expected = { target: { monitoring: { apiKey: "hush", site: "us" } } };
      expect(merge(eventDestination.fields, written, actual)).toEqual(expected);
    },
  );
});

describe("an output that is a list", () => {
  it.each([undefined, []])("is empty where the answer has %j of it", (certificateAuthorities) => {
    const actual = { edgeId: "e", certificateAuthorities };
    const expected = { edgeId: "e", certificateAuthorities: [] };
    expect(merge(httpsEdgeMutualTls.fields, { edgeId: "e" }, actual)).toEqual(expected);
    expect(mergeWhole(httpsEdgeMutualTls.fields, {}, actual)).toMatchObject(expected);
  });

  it("is absent if the argument that it details is absent", () => {
    expect(mergeWhole(httpsEdgeRoute.fields, {}, { edgeId: "e" })).toEqual({ edgeId: "e" });
  });
});

describe("mergeWhole", () => {
  it("shows what is, and the documented default of what the answer leaves out", () => {
    const actual = {
      domain: "a",
      description: "",
      certificateManagementPolicy: { authority: "ca" },
      regionDomains: ["us.a"],
    };
    expect(mergeWhole(agentIngress.fields, { description: "known" }, actual)).toEqual({
      domain: "a",
      certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" },
      regionDomains: ["us.a"],
      nsTargets: [],
    });
    expect(mergeWhole(httpsEdgeTlsTermination.fields, {}, { edgeId: "e" })).toEqual({
      edgeId: "e",
      enabled: true,
    });
  });

  it("shows what only the service chose, and modules that no program names", () => {
    const saml = {
      enabled: false,
      idpMetadata: "<xml/>",
      cookiePrefix: "service.",
      maximumDuration: 0,
    };
    const { saml: shown } = mergeWhole(httpsEdgeRoute.fields, {}, { saml });
    expect(shown).toMatchObject({ ...saml, forceAuthn: false });
  });

  it("shows the documented defaults in every item of a list", () => {
    const item = items<{ name?: string; size?: number }>()({
      name: string({ default: "d" }),
      size: uint32(),
    });
    const table: Table = { items: objects(item), none: objects(item) };
    expect(mergeWhole(table, {}, { items: [{ size: 3 }, { name: "x" }] })).toEqual({
      items: [{ name: "d", size: 3 }, { name: "x" }],
    });
  });

  it("takes from what is known the secrets that answers mask, and nothing else", () => {
    const known = { target: { monitoring: { apiKey: "hush", site: "eu" } } };
    const actual = { target: { monitoring: { apiKey: "***", site: "us" } } };
    const expected = { target: { monitoring: { apiKey: "hush", site: "us" } } };
    expect(mergeWhole(eventDestination.fields, known, actual)).toEqual(expected);
  });

  it("gives a state in which a refresh finds nothing changed", () => {
    const oauth = { provider: { provider1: {} }, authCheckInterval: 0 };
    const actual = { matchType: "exact_path", match: "/", oauth };
    const whole = mergeWhole(httpsEdgeRoute.fields, {}, actual);
    expect(merge(httpsEdgeRoute.fields, whole, actual)).toEqual(whole);
  });
});

describe("the whole state of an object", () => {
  const backend = { backendId: "bkdhr_1" };
  const backendRef = { id: "bkdhr_1", uri: "/backends/https/bkdhr_1" };

  it("has an output of an argument that is in use, and none of an argument that is not", () => {
    const { fields } = httpsEdgeRoute;
    expect(mergeWhole(fields, {}, { backend, backendRef })).toMatchObject({ backendRef });
    expect(mergeWhole(fields, {}, { backendRef })).not.toHaveProperty("backendRef");
  });

  it("has an argument that needs another argument, if the response has it", () => {
    const { fields } = httpsEdgeRoute;
    const provider4 = { scopes: ["openid"] };
    const oauth = { provider: { provider4 } };
    expect(mergeWhole(fields, {}, { oauth })).toMatchObject({ oauth });
  });
});

it("a refresh drops a secret if the service no longer has the argument that the secret requires", () => {
  const { fields } = httpsEdgeRoute;
  const known = { oauth: { provider: { provider4: { clientId: "a", clientSecret: "canary" } } } };
  const whole = { oauth: { provider: { provider4: { clientId: "a" } } } };
  const cleared = { oauth: { provider: { provider4: { emailDomains: ["example.com"] } } } };
  expect(merge(fields, known, whole)).toMatchObject(known);
  expect(JSON.stringify(merge(fields, known, cleared))).not.toContain("canary");
});
