import { describe, expect, it } from "vitest";
import {
  agentIngress,
  eventDestination,
  httpsEdgeMutualTls,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
  sshCertificateAuthority,
} from "../../src/core/definitions";
import { items, type Table } from "../../src/core/schema/field";
import { merge, mergeWhole } from "../../src/core/schema/merge";
import { objects, string, uint32 } from "../../src/core/schema/rows";

/** Outputs that the answers below leave out. */
const noTargets = { nsTargets: [] };
const noDomains = { regionDomains: [] };

describe("merge", () => {
  it("keeps the program's spelling of what is equal", () => {
    const written = { domain: "Connect.Example.com.", description: "" };
    expect(merge(agentIngress.fields, written, { domain: "connect.example.com" })).toEqual({
      ...written,
      ...noTargets,
      ...noDomains,
    });
  });

  it("keeps the order in which an equal list was first seen", () => {
    const written = { nsTargets: ["ns2", "ns1"] };
    expect(merge(agentIngress.fields, written, { nsTargets: ["ns1", "ns2"] })).toEqual({
      ...written,
      ...noDomains,
    });
  });

  it("keeps known region domains in their places when some are added and others go, and appends the new ones", () => {
    const actual = { regionDomains: ["ap.a", "us.a", "eu.a"] };
    expect(merge(agentIngress.fields, { regionDomains: ["us.a", "sa.a", "eu.a"] }, actual)).toEqual({
      regionDomains: ["us.a", "eu.a", "ap.a"],
      ...noTargets,
    });
  });

  it("keeps known references in their places, however they are spelled out", () => {
    const ref = (id: string) => ({ id, uri: `https://api.example.com/${id}` });
    const written = { edgeId: "e", certificateAuthorities: [ref("b"), ref("a")] };
    const actual = { edgeId: "e", certificateAuthorities: [ref("a"), ref("c"), ref("b")] };
    expect(merge(httpsEdgeMutualTls.fields, written, actual)).toEqual({
      edgeId: "e",
      certificateAuthorities: [ref("b"), ref("a"), ref("c")],
    });
  });

  it("shows what another party set, without documented defaults", () => {
    const actual = {
      domain: "a",
      description: "by hand",
      certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" },
    };
    expect(merge(agentIngress.fields, { domain: "a" }, actual)).toEqual({
      domain: "a",
      description: "by hand",
      certificateManagementPolicy: { authority: "ca" },
      ...noTargets,
      ...noDomains,
    });
  });

  it("drops what another party removed", () => {
    const written = { domain: "a", certificateManagementPolicy: { authority: "ca" }, metadata: "x" };
    expect(merge(agentIngress.fields, written, { domain: "a" })).toEqual({
      domain: "a",
      ...noTargets,
      ...noDomains,
    });
  });

  it.each([undefined, null, "", "****", "ab***"])("keeps a secret that the API masks as %s", (masked) => {
    const written = { target: { monitoring: { apiKey: "hush", site: "eu" } } };
    const actual = { target: { monitoring: { apiKey: masked, site: "us" } } };
    expect(merge(eventDestination.fields, written, actual)).toEqual({
      target: { monitoring: { apiKey: "hush", site: "us" } },
    });
  });

  it("shows a target set by another party, its masked secret left out", () => {
    const written = { target: { cloudLogs: { logGroupArn: "arn", auth: { role: { roleArn: "role" } } } } };
    const actual = { target: { monitoring: { apiKey: "***", site: "us" } } };
    expect(merge(eventDestination.fields, written, actual)).toEqual({ target: { monitoring: { site: "us" } } });
  });

  it("keeps what the API never returns", () => {
    const written = { privateKeyType: "rsa", keySize: 4096 };
    expect(merge(sshCertificateAuthority.fields, written, { keyType: "rsa" })).toEqual({
      ...written,
      keyType: "rsa",
    });
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
    expect(mergeWhole(eventDestination.fields, known, actual)).toEqual({
      target: { monitoring: { apiKey: "hush", site: "us" } },
    });
  });

  it("gives a state in which a refresh finds nothing changed", () => {
    const actual = {
      matchType: "exact_path",
      match: "/",
      oauth: { provider: { provider1: {} }, authCheckInterval: 0 },
    };
    const whole = mergeWhole(httpsEdgeRoute.fields, {}, actual);
    expect(merge(httpsEdgeRoute.fields, whole, actual)).toEqual(whole);
  });
});
