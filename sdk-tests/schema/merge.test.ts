import { describe, expect, it } from "vitest";
import { z } from "zod";
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
import { dataBeside, text, values } from "../support/data";

const merging = z.strictObject({ of: text, written: values, actual: values, expected: values });

const { merged } = dataBeside(__filename, { values, merged: z.record(text, merging) });

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
