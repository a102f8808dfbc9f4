import { describe, expect, it } from "vitest";
import {
  agentIngress,
  eventDestination,
  httpsEdgeMutualTls,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
  sshCertificateAuthority,
} from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import { items, type Table } from "../../src/core/schema/field";
import { merge, mergeWhole } from "../../src/core/schema/merge";
import { objects, string, uint32 } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";

/** Outputs that the answers below leave out. */
const noTargets = { nsTargets: [] };
const noDomains = { regionDomains: [] };

const ref = (id: string) => ({ id, uri: `https://api.example.com/${id}` });

describe("merge", () => {
  it.each<[title: string, definition: Definition, written: Values, actual: Values, expected: Values]>([
    [
      "keeps the program's spelling of what is equal",
      agentIngress,
      { domain: "Connect.Example.com.", description: "" },
      { domain: "connect.example.com" },
      { domain: "Connect.Example.com.", description: "", ...noTargets, ...noDomains },
    ],
    [
      "keeps the order in which an equal list was first seen",
      agentIngress,
      { nsTargets: ["ns2", "ns1"] },
      { nsTargets: ["ns1", "ns2"] },
      { nsTargets: ["ns2", "ns1"], ...noDomains },
    ],
    [
      "keeps known region domains in their places when some are added and others go, and appends the new ones",
      agentIngress,
      { regionDomains: ["us.a", "sa.a", "eu.a"] },
      { regionDomains: ["ap.a", "us.a", "eu.a"] },
      { regionDomains: ["us.a", "eu.a", "ap.a"], ...noTargets },
    ],
    [
      "keeps known references in their places, however they are spelled out",
      httpsEdgeMutualTls,
      { edgeId: "e", certificateAuthorities: [ref("b"), ref("a")] },
      { edgeId: "e", certificateAuthorities: [ref("a"), ref("c"), ref("b")] },
      { edgeId: "e", certificateAuthorities: [ref("b"), ref("a"), ref("c")] },
    ],
    [
      "shows what another party set, without documented defaults",
      agentIngress,
      { domain: "a" },
      { domain: "a", description: "d", certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" } },
      { domain: "a", description: "d", certificateManagementPolicy: { authority: "ca" }, ...noTargets, ...noDomains },
    ],
    [
      "drops what another party removed",
      agentIngress,
      { domain: "a", certificateManagementPolicy: { authority: "ca" }, metadata: "x" },
      { domain: "a" },
      { domain: "a", ...noTargets, ...noDomains },
    ],
    [
      "shows a target set by another party, its masked secret left out",
      eventDestination,
      { target: { cloudLogs: { logGroupArn: "arn", auth: { role: { roleArn: "role" } } } } },
      { target: { monitoring: { apiKey: "***", site: "us" } } },
      { target: { monitoring: { site: "us" } } },
    ],
    [
      "keeps the address that the program has stated, whichever one an answer has",
      httpsEdgeTlsTermination,
      { edgeId: "e", minVersion: "1.2" },
      { edgeId: "other", minVersion: "1.3" },
      { edgeId: "e", minVersion: "1.3" },
    ],
    [
      "keeps what the API never returns",
      sshCertificateAuthority,
      { privateKeyType: "rsa", keySize: 4096 },
      { keyType: "rsa" },
      { privateKeyType: "rsa", keySize: 4096, keyType: "rsa" },
    ],
  ])("%s", (_, { fields }, written, actual, expected) => {
    expect(merge(fields, written, actual)).toEqual(expected);
  });

  it.each([undefined, null, "", "****", "ab***"])("keeps a secret that the API masks as %s", (masked) => {
    const written = { target: { monitoring: { apiKey: "hush", site: "eu" } } };
    const actual = { target: { monitoring: { apiKey: masked, site: "us" } } };
    const expected = { target: { monitoring: { apiKey: "hush", site: "us" } } };
    expect(merge(eventDestination.fields, written, actual)).toEqual(expected);
  });
});

describe("an output that is a list", () => {
  it.each([undefined, []])("is empty where the answer has %j of it", (certificateAuthorities) => {
    const actual = { edgeId: "e", certificateAuthorities };
    const expected = { edgeId: "e", certificateAuthorities: [] };
    expect(merge(httpsEdgeMutualTls.fields, { edgeId: "e" }, actual)).toEqual(expected);
    expect(mergeWhole(httpsEdgeMutualTls.fields, {}, actual)).toMatchObject(expected);
  });

  it("is absent where the argument is that it tells more of", () => {
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
      ...noTargets,
    });
    expect(mergeWhole(httpsEdgeTlsTermination.fields, {}, { edgeId: "e" })).toEqual({ edgeId: "e", enabled: true });
  });

  it("shows what only the service chose, and modules that no program names", () => {
    const saml = { enabled: false, idpMetadata: "<xml/>", cookiePrefix: "service.", maximumDuration: 0 };
    const { saml: shown } = mergeWhole(httpsEdgeRoute.fields, {}, { saml });
    expect(shown).toMatchObject({ ...saml, forceAuthn: false });
  });

  it("shows the documented defaults in every item of a list", () => {
    const item = items<{ name?: string; size?: number }>()({ name: string({ default: "d" }), size: uint32() });
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
