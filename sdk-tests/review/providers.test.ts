import { describe, expect, it } from "vitest";
import { baseUrlDigest } from "../../src/core/schema/object-address";
import type { Values } from "../../src/core/schema/values";
import { readPreview } from "../../src/insight/engine/preview";
import { review } from "../../src/insight/review/findings";
import { documentOf } from "./inputs";
import { guarded, planned, type RawStep, stackStep, stored, urnOf } from "./steps";

/** Tests of findings about the base URL in a stack's configuration, of which a preview shows only the new value. */

const GATEWAY = "https://gateway.example.net";

const rulesFound = (steps: readonly RawStep[], config: Values): string[] => {
  const text = JSON.stringify({ ...JSON.parse(documentOf(steps)), config });
  return review([readPreview(text)]).findings.map(({ rule }) => rule.id);
};

const unchanged = (outputs: Values): RawStep => ({
  ...{ op: "same", name: "api", new: planned(guarded) },
  old: { ...stored(guarded), outputs: { ...guarded, ...outputs } },
});

const atService = { uri: "https://api.example.com/edges/https/edge_1/routes/r" };
const config = { "edge-ingress:baseUrl": GATEWAY };

it("a service behind a gateway is at no other address, if the state records the gateway", () => {
  const recorded = { ...atService, __servedBy: baseUrlDigest(new URL(GATEWAY)) };
  expect(rulesFound([stackStep("same"), unchanged(recorded)], config)).toEqual([]);
});

it("a base URL that the state does not record is another address", () => {
  expect(rulesFound([stackStep("same"), unchanged(atService)], config)).toEqual([
    "account-changed",
  ]);
  const recorded = {
    ...atService,
    __servedBy: baseUrlDigest(new URL("https://other.example.org")),
  };
  expect(rulesFound([stackStep("same"), unchanged(recorded)], config)).toEqual(["account-changed"]);
});

it("two ports of this computer are one address", () => {
  const local = { uri: "http://127.0.0.1:4010/edges/https/edge_1/routes/r" };
  expect(
    rulesFound([stackStep("same"), unchanged(local)], {
      "edge-ingress:baseUrl": "http://localhost:4020",
    }),
  ).toEqual([]);
});

it("a refresh finds no other address, because a stack's configuration does not change outside Pulumi", () => {
  const state = { ...stored(guarded), outputs: { ...guarded, ...atService } };
  const steps = [stackStep("refresh"), { op: "refresh", name: "api", old: state, new: state }];
  expect(rulesFound(steps, config)).toEqual([]);
});

it("another key of a provider is found, although the engine masks both keys, and names no difference for dynamic resources", () => {
  const urn = "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::account";
  const inputs = { "edge-ingress:baseUrl": GATEWAY, "edge-ingress:apiKey": "[secret]" };
  const state = { urn, custom: true, inputs };
  const old = { ...state, id: "a", outputs: inputs };
  const provider = { op: "update", urn, oldState: old, newState: state, detailedDiff: null };
  const of = { ...unchanged({}), old: { ...stored(guarded), provider: `${urn}::a` } };
  const document = JSON.parse(
    documentOf([stackStep("same"), { ...of, new: { ...planned(guarded), provider: `${urn}::a` } }]),
  );
  const text = JSON.stringify({ ...document, steps: [...document.steps, provider] });
  expect(review([readPreview(text)]).findings.map(({ rule }) => rule.id)).toEqual([
    "provider-changed",
  ]);
});

describe("a provider that the program renames", () => {
  const BASE = "https://api.example.com";
  const providerUrn = (name: string) =>
    urnOf({ op: "same", name }).replace("edge-ingress:index:HttpsEdgeRoute", PROVIDER);
  const PROVIDER = "pulumi:providers:edge-ingress";

  const settings = (apiKey: string) => ({ baseUrl: BASE, apiKey });

  /** A step of a provider, in the form of documents. */
  const providerStep = (op: string, name: string, oldName: string | undefined, apiKey: string) => ({
    ...{ op, urn: providerUrn(name), detailedDiff: null },
    ...(oldName && {
      oldState: { ...stored(settings(apiKey)), urn: providerUrn(oldName), type: PROVIDER },
    }),
    newState: { ...planned(settings(apiKey)), urn: providerUrn(name), type: PROVIDER },
  });

  const routeOf = (oldProvider: string, newProvider: string): RawStep => ({
    ...{ op: "same", name: "api" },
    old: { ...stored(guarded), provider: `${providerUrn(oldProvider)}::id` },
    new: { ...planned(guarded), provider: `${providerUrn(newProvider)}::id` },
  });

  const rulesOf = (providers: readonly object[], route: RawStep): string[] => {
    const document = JSON.parse(documentOf([stackStep("same"), route]));
    document.steps.splice(1, 0, ...providers);
    return review([readPreview(JSON.stringify(document))]).findings.map(({ rule }) => rule.id);
  };

  it("with an alias is the provider that it was", () => {
    expect(
      rulesOf([providerStep("same", "new", "old", "[secret]")], routeOf("old", "new")),
    ).toEqual([]);
  });

  it("without an alias is another provider", () => {
    const providers = [
      providerStep("create", "new", undefined, "[secret]"),
      { ...providerStep("delete", "old", "old", "[secret]"), newState: undefined },
    ];
    expect(rulesOf(providers, routeOf("old", "new"))).toEqual(["provider-changed"]);
  });

  it("is another one than the provider that takes its old name", () => {
    const providers = [
      providerStep("same", "new", "old", "[secret]"),
      providerStep("create", "old", undefined, "[secret]"),
    ];
    expect(rulesOf(providers, routeOf("old", "old"))).toEqual(["provider-changed"]);
    expect(rulesOf(providers, routeOf("old", "new"))).toEqual([]);
  });
});
