import { expect, it } from "vitest";
import { explain, explanationLines } from "../../src/insight/ingress/describe";
import { exported } from "../diff/exports";
import { explanations } from "./labelled";
import { exportOf, ingressIn } from "./stacks";

it.each(explanations)("a request is explained $name", ({ text, request, among, lines }) => {
  const found = explanationLines(explain(request, ingressIn(text)));
  expect(found).toEqual(among ? expect.arrayContaining(lines) : lines);
  expect(found.join("\n")).not.toContain("canary");
});

it("an edge that the stack does not have is named, with the edges that it has", () => {
  const ingress = ingressIn(exported("dev.decrypted"));
  expect(() => explain({ edge: "edge_9", path: "/" }, ingressIn(exportOf([])))).toThrow(
    "stack it has no route",
  );
  expect(() => explain({ edge: "edge_9", path: "/" }, ingress)).toThrow(
    /stack dev has no route that serves requests on the HTTPS edge edge_9; it has edghts_/,
  );
  const without = ingressIn(
    exportOf([{ type: "AgentIngress", name: "a", args: { domain: "a.example" } }]),
  );
  expect(() => explain({ edge: "edge_9", path: "/" }, without)).toThrow(
    "it has no HTTPS edge that serves requests",
  );
});
