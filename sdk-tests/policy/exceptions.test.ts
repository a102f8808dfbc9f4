import { expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Ingress } from "../../src/insight/ingress/ingress";
import { policies } from "../../src/insight/policy/policies";
import { exportOf, ingressIn, onEdge, previewOf, route } from "../expectations/stacks";

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
  expect(violatedBy(ingress, exceptions)).toEqual(names);
});

const violatedBy = (judged: Ingress, exceptions: readonly string[] = []) =>
  policies["route-protected"]
    .judge({ ingress: judged } as never, { strength: "real", exceptions })
    .map(({ urn }) => urn?.split("::").at(-1));

/** A route, and a backend of a TCP edge, whose edges only an apply will know. */
const unplaced = ingressIn(
  previewOf([
    route("health", "/health", { edgeId: UNKNOWN }),
    onEdge("TcpEdgeBackend", { edgeId: UNKNOWN, backendId: "bkd_1" }),
  ]),
);

it.each([
  [["edge_1 /health"], []],
  [["edge_1 /hea*"], []],
  [["/health"], []],
  [["edge_1 /other", "/other"], ["health"]],
  [[], ["health"]],
])(
  "if the edges are known at apply, the exceptions %j leave the open routes %j",
  (exceptions, names) => {
    expect(violatedBy(unplaced, exceptions)).toEqual(names);
  },
);
