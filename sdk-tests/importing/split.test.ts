import { describe, expect, it } from "vitest";
import type { AccountObject } from "../../src/account/account";
import { agentIngress, eventDestination, httpsEdgeRoute, httpsEdgeTlsTermination } from "../../src/core/definitions";
import { partsOf, readSplit } from "../../src/importing/split";

/** How `--split` divides an account. */

const base = { masked: [] };
const ingress = (name: string): AccountObject => {
  return { ...base, definition: agentIngress, id: `agin_${name}`, outputs: { domain: `${name}.example.com` } };
};
const destination: AccountObject = { ...base, definition: eventDestination, id: "evdst_1", outputs: {} };
const onEdge = (edgeId: string): AccountObject[] => [
  { ...base, definition: httpsEdgeTlsTermination, id: edgeId, outputs: { edgeId } },
  { ...base, definition: httpsEdgeRoute, id: `rt_${edgeId}`, outputs: { edgeId, match: "/" } },
];

const objects = [ingress("a.eu"), ingress("b.eu"), ingress("c.us"), destination, ...onEdge("e_1"), ...onEdge("e_2")];

const divided = (split: string, homes: Record<string, readonly string[]> = {}) => {
  const known = new Map(Object.entries(homes).map(([part, keys]) => [part, new Set(keys)]));
  const parts = partsOf(objects, readSplit(split), known);
  return Object.fromEntries([...parts].map(([part, all]) => [part, all.map(({ id }) => id)]));
};

describe("an account is divided", () => {
  it("by edges", () => {
    expect(divided("edge")).toEqual({
      shared: ["agin_a.eu", "agin_b.eu", "agin_c.us", "evdst_1"],
      "https-edge-e_1": ["e_1", "rt_e_1"],
      "https-edge-e_2": ["e_2", "rt_e_2"],
    });
  });

  it("by kinds", () => {
    expect(divided("kind")).toEqual({
      "agent-ingresses": ["agin_a.eu", "agin_b.eu", "agin_c.us"],
      "event-destinations": ["evdst_1"],
      "https-edges": ["e_1", "rt_e_1", "e_2", "rt_e_2"],
    });
  });

  it("by numbers, which also divide a large kind", () => {
    expect(divided("count:2")).toEqual({
      "agent-ingresses-1": ["agin_a.eu", "agin_b.eu"],
      "agent-ingresses-2": ["agin_c.us"],
      "event-destinations-1": ["evdst_1"],
      "https-edges-1": ["e_1", "rt_e_1"],
      "https-edges-2": ["e_2", "rt_e_2"],
    });
  });

  it("by patterns", () => {
    expect(divided("pattern:*.eu.example.com,rt_*")).toEqual({
      "eu-example-com": ["agin_a.eu", "agin_b.eu"],
      rt: ["rt_e_1", "rt_e_2"],
      shared: ["agin_c.us", "evdst_1", "e_1", "e_2"],
    });
  });

  it("and an object stays where it is, while what is new fills the room that is left", () => {
    expect(
      divided("count:2", { "agent-ingresses-1": ["AgentIngress agin_c.us"], old: ["EventDestination evdst_1"] }),
    ).toEqual({
      "agent-ingresses-1": ["agin_c.us", "agin_a.eu"],
      old: ["evdst_1"],
      "agent-ingresses-2": ["agin_b.eu"],
      "https-edges-1": ["e_1", "rt_e_1"],
      "https-edges-2": ["e_2", "rt_e_2"],
    });
  });
});

it.each(["edges", "count:0", "count:x", "count", "pattern:", "kind:2"])("%j is refused", (text) => {
  expect(() => readSplit(text)).toThrow("--split must be edge, kind, count:N, pattern:PATTERN[,PATTERN...]");
});

it.each(["pattern:*", "pattern:a*,*a", "pattern:shared*"])(
  "%j is refused, because no project can be named after it",
  (text) => {
    expect(() => readSplit(text)).toThrow("each pattern must have letters or digits of its own");
  },
);
