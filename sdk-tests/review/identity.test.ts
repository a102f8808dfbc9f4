import { describe, expect, it } from "vitest";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf } from "./effects";
import { documentOf, planned, type RawStep, stackStep, stored } from "./inputs";

/** Which objects a change, or another stack, has in place of which. */

const oauth = { provider: { provider1: { organizations: ["example"] } } };
const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/api", backend: { backendId: "bkdhr_1" }, oauth };

/** The step as the engine prints it for a managed resource that the program looks up by another id. */
const lookedUp: RawStep = {
  ...{ op: "replace", name: "api" },
  old: { ...stored(route), delete: true },
  new: { ...stored({ edgeId: "edge_1" }), id: "other", external: true },
};

it("a managed route is deleted if the program looks up another one in its place", () => {
  const { findings, stacks } = review([readPreview(documentOf([stackStep("same"), lookedUp]))]);
  expect(findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)).toEqual([
    "low route-deleted: route /api (prefix) on edge edge_1: is deleted",
  ]);
  expect(stacks[0]?.changes).toMatchObject([{ fate: "deleted" }]);
});

describe("of stacks whose components have children of the same name", () => {
  const urnOf = (stack: string, component: string) =>
    `urn:pulumi:${stack}::shop::shop:index:${component}$edge-ingress:index:HttpsEdgeRoute::api`;
  const child = (stack: string, component: string, values: object) => {
    const urn = urnOf(stack, component);
    return { op: "create", urn, newState: { urn, ...planned({ ...route, match: `/${component}`, ...values }) } };
  };
  const preview = (stack: string, ofAdmin: object) =>
    readPreview(
      JSON.stringify({
        steps: [child(stack, "Admin", ofAdmin), child(stack, "Public", { oauth: { ...oauth, enabled: false } })],
      }),
    );
  const elsewhere = (ofStaging: object) =>
    effectsOf(review([preview("dev", {}), preview("staging", ofStaging)])).flatMap(({ rule, message }) =>
      rule.id === "protected-elsewhere" ? [message] : [],
    );

  it("each child is compared with the child of the same component", () => {
    expect(elsewhere({})).toEqual([]);
    expect(elsewhere({ oauth: { ...oauth, enabled: false } })).toEqual([
      "route /Admin (prefix) on edge edge_1: stack dev has login (OAuth) here, and this stack does not",
    ]);
  });
});

describe("a session cookie", () => {
  const cookie = (prefix: string | undefined) => stored({ ...route, oauth: { ...oauth, cookiePrefix: prefix } });
  const found = (before: string, after: string | undefined) => {
    const step: RawStep = { op: "update", name: "api", old: cookie(before), new: cookie(after) };
    return effectsOf(review([readPreview(documentOf([step]))])).map(({ rule }) => `${rule.severity} ${rule.id}`);
  };

  it.each([
    ["__Host-shop.", "shop."],
    ["__Host-shop.", undefined],
    ["__Host-shop.", "__Secure-shop."],
    ["__secure-", "shop."],
  ])("loses what browsers enforce, from %s to %s", (before, after) => {
    expect(found(before, after)).toEqual(["medium cookie-prefix-lost"]);
  });

  it.each([
    ["shop.", "store."],
    ["__Host-shop.", "__host-store."],
    ["__Secure-", "__Host-"],
  ])("loses nothing, from %s to %s", (before, after) => {
    expect(found(before, after)).toEqual([]);
  });
});
