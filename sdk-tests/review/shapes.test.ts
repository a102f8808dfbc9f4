import { expect, it } from "vitest";
import { looksLikeStack, readIngress, readStackOrPreview } from "../../src/insight/change/read";
import { readPreview } from "../../src/insight/engine/preview";
import { exportOf } from "../expectations/stacks";
import { thrownBy } from "../support/problems";
import { documentOf } from "./inputs";
import { planned, route, stackStep, stored } from "./steps";

/** Shapes that the engine does not print are refused in words. */

const REFUSAL = "this is not the output of `pulumi preview --json`";

const previewWith = (more: object) =>
  documentOf([
    stackStep("same"),
    { op: "update", name: "api", old: stored(route), new: { ...planned(route), ...more } },
  ]);

it.each([[{ edgeId: "x" }], [{ edgeId: { b: 1 } }], [{ edgeId: [1] }], [{ edgeId: 7 }]])(
  "dependencies %j are not lists of URNs",
  (propertyDependencies) => {
    const message = thrownBy(() => readPreview(previewWith({ propertyDependencies })));
    expect(message).toMatch(
      /: propertyDependencies of urn:.*::api are not lists of URNs.*pass the output of `pulumi` unchanged$/,
    );
  },
);

it.each([
  [null],
  [{}],
  [{ edgeId: null }],
  [{ edgeId: [] }],
  [{ edgeId: ["urn:pulumi:dev::shop::a::b"] }],
])("dependencies %j are read", (propertyDependencies) => {
  expect(readPreview(previewWith({ propertyDependencies })).steps).toHaveLength(2);
});

it.each([
  [
    { inputs: [] },
    "inputs of urn:pulumi:dev::shop::edge-ingress:index:HttpsEdgeRoute::api is not an object",
  ],
  [
    { custom: "yes" },
    "custom of urn:pulumi:dev::shop::edge-ingress:index:HttpsEdgeRoute::api is not of the type boolean",
  ],
])("a state with %j is refused by the name of the resource", (more, problem) => {
  expect(thrownBy(() => readPreview(previewWith(more)))).toBe(
    `${REFUSAL}: ${problem}: pass the output of \`pulumi\` unchanged`,
  );
});

it.each([
  [
    { steps: [{ op: 1, urn: "urn:pulumi:dev::shop::a::b" }] },
    "op of urn:pulumi:dev::shop::a::b is not of the type string",
  ],
  [{ steps: [{ op: "same", urn: "b" }] }, "steps[0].urn is not a URN"],
  [{ steps: [], changeSummary: { same: "1" } }, "changeSummary.same is not of the type number"],
])("the document %j is refused by the place of the problem", (document, problem) => {
  expect(thrownBy(() => readPreview(JSON.stringify(document)))).toBe(
    `${REFUSAL}: ${problem}: pass the output of \`pulumi\` unchanged`,
  );
});

const nested = (levels: number) => JSON.parse(`${'{"a":['.repeat(levels)}${"]}".repeat(levels)}`);
const TOO_DEEP =
  /its JSON is nested more than 500 levels deep: pass the output of `pulumi` unchanged$/;

it("a value of 20,000 levels is refused, wherever it is", () => {
  const deep = `${'{"a":['.repeat(10_000)}${"]}".repeat(10_000)}`;
  const within = (text: string) =>
    text.replace('"match":"/api"', `"match":"/api","policy":${deep}`);
  expect(thrownBy(() => readPreview(within(previewWith({}))))).toMatch(TOO_DEEP);
  const exported = within(exportOf([{ type: "HttpsEdgeRoute", name: "api", args: route }]));
  expect(looksLikeStack(exported)).toBe(true);
  expect(thrownBy(() => readStackOrPreview("dev", exported))).toMatch(TOO_DEEP);
});

it("a value of many levels is read", () => {
  const values = { ...route, policy: { inbound: { actions: { type: "t", config: nested(200) } } } };
  expect(
    readIngress("dev", exportOf([{ type: "HttpsEdgeRoute", name: "api", args: values }])).serving,
  ).toHaveLength(1);
});
