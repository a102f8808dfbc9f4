import { expect, it } from "vitest";
import type { AccountObject } from "../../src/account/account";
import { agentIngress, eventDestination, httpsEdgeRoute, httpsEdgeTlsTermination } from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";
import { partsOf, readSplit } from "../../src/importing/split";

/** How `--split` divides an account. */

const object = (definition: Definition, id: string, outputs: Values = {}): AccountObject => ({
  ...{ definition, id, outputs, masked: [] },
});

const objects = [
  ...["a.eu", "b.eu", "c.us"].map((name) => object(agentIngress, `agin_${name}`, { domain: `${name}.example.com` })),
  object(eventDestination, "evdst_1"),
  ...["e_1", "e_2"].flatMap((edgeId) => [
    object(httpsEdgeTlsTermination, edgeId, { edgeId }),
    object(httpsEdgeRoute, `rt_${edgeId}`, { edgeId, match: "/" }),
  ]),
];

type Homes = Readonly<Record<string, readonly string[]>>;

it.each<[title: string, split: string, parts: readonly string[], homes?: Homes]>([
  ["edge", "edge", ["shared: a.eu b.eu c.us evdst_1", "https-edge-e_1: e_1 rt_e_1", "https-edge-e_2: e_2 rt_e_2"]],
  [
    "kind",
    "kind",
    ["agent-ingresses: a.eu b.eu c.us", "event-destinations: evdst_1", "https-edges: e_1 rt_e_1 e_2 rt_e_2"],
  ],
  [
    "numbers, which also divide a large kind",
    "count:2",
    [
      ...["agent-ingresses-1: a.eu b.eu", "agent-ingresses-2: c.us", "event-destinations-1: evdst_1"],
      ...["https-edges-1: e_1 rt_e_1", "https-edges-2: e_2 rt_e_2"],
    ],
  ],
  [
    "patterns",
    "pattern:*.eu.example.com,rt_*",
    ["shared: c.us evdst_1 e_1 e_2", "eu-example-com: a.eu b.eu", "rt: rt_e_1 rt_e_2"],
  ],
  [
    "numbers, and an object stays where it is, while what is new fills the room that is left",
    "count:2",
    [
      ...["agent-ingresses-1: c.us a.eu", "agent-ingresses-2: b.eu", "old: evdst_1"],
      ...["https-edges-1: e_1 rt_e_1", "https-edges-2: e_2 rt_e_2"],
    ],
    { "agent-ingresses-1": ["AgentIngress agin_c.us"], old: ["EventDestination evdst_1"] },
  ],
])("an account is divided by %s", (_, split, wanted, homes = {}) => {
  const known = new Map(Object.entries(homes).map(([part, keys]) => [part, new Set(keys)]));
  const parts = partsOf(objects, readSplit(split), known);
  const shown = [...parts].map(([part, all]) => `${part}: ${all.map(({ id }) => id.replace("agin_", "")).join(" ")}`);
  expect(shown.sort()).toEqual([...wanted].sort());
});

it.each(["edges", "count:0", "count:x", "count", "pattern:", "kind:2"])("%j is refused", (text) => {
  expect(() => readSplit(text)).toThrow("--split must be edge, kind, count:N, pattern:PATTERN[,PATTERN...]");
});

it.each(["pattern:*", "pattern:a*,*a", "pattern:shared*"])(
  "%j is refused: no project can be named after it",
  (text) => {
    expect(() => readSplit(text)).toThrow("each pattern must have letters or digits of its own");
  },
);
