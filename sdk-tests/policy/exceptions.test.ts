import { expect, it } from "vitest";
import { policies } from "../../src/insight/policy/policies";
import { exportOf, ingressIn, route } from "../expectations/stacks";

/** Tests of the routes that `route-protected` allows to be open. */

const ingress = ingressIn(
  exportOf([
    route("health", "/health"),
    route("payments", "/health", { edgeId: "edge_2" }),
    route("image", "/public/img", { edgeId: "edge_2" }),
  ]),
);

it.each([
  [[], ["health", "image", "payments"]],
  [["/health"], ["image"]],
  [["edge_1 /health"], ["image", "payments"]],
  [["edge_2 /health", "edge_2 /public/*"], ["health"]],
  [[" edge_2 \t /health "], ["health", "image"]],
  [
    ["", "*/health"],
    ["health", "image", "payments"],
  ],
  [["edge_1 /public/*"], ["health", "image", "payments"]],
  [["edge_1 *"], ["image", "payments"]],
])("the exceptions %j leave the open routes %j", (exceptions, names) => {
  const violations = policies["route-protected"].judge({ ingress } as never, {
    strength: "real",
    exceptions,
  });
  expect(violations.map(({ urn }) => urn?.split("::").at(-1))).toEqual(names);
});
