import { expect, it } from "vitest";
import { digestOfBase } from "../../src/core/schema/object-address";
import type { Values } from "../../src/core/schema/values";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { documentOf } from "./inputs";
import { guarded, planned, type RawStep, stackStep, stored } from "./steps";

/** What the review finds of the base URL in a stack's configuration, of which a preview shows the new one alone. */

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
  const recorded = { ...atService, __servedBy: digestOfBase(new URL(GATEWAY)) };
  expect(rulesFound([stackStep("same"), unchanged(recorded)], config)).toEqual([]);
});

it("a base URL that the state does not record is another address", () => {
  expect(rulesFound([stackStep("same"), unchanged(atService)], config)).toEqual(["account-changed"]);
  const recorded = { ...atService, __servedBy: digestOfBase(new URL("https://other.example.org")) };
  expect(rulesFound([stackStep("same"), unchanged(recorded)], config)).toEqual(["account-changed"]);
});

it("two ports of this computer are one address", () => {
  const local = { uri: "http://127.0.0.1:4010/edges/https/edge_1/routes/r" };
  expect(
    rulesFound([stackStep("same"), unchanged(local)], { "edge-ingress:baseUrl": "http://localhost:4020" }),
  ).toEqual([]);
});

it("a refresh finds no other address: nobody changes a stack's configuration outside Pulumi", () => {
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
  expect(review([readPreview(text)]).findings.map(({ rule }) => rule.id)).toEqual(["provider-changed"]);
});
