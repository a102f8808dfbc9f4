import { expect, it } from "vitest";
import type { AccountObject } from "../../src/account/account";
import {
  agentIngress,
  eventDestination,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
} from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";
import { readSplit, splitObjects } from "../../src/importing/split";

/** Tests of the division of an account by `--split`. */

const object = (definition: Definition, id: string, outputs: Values = {}): AccountObject => ({
  ...{ definition, id, outputs, masked: [] },
});

const objects = [
  ...["a.eu", "b.eu", "c.us"].map((name) =>
    object(agentIngress, `agin_${name}`, { domain: `${name}.example.com` }),
  ),
  object(eventDestination, "evdst_1"),
  ...["e_1", "e_2"].flatMap((edgeId) => [
    object(httpsEdgeTlsTermination, edgeId, { edgeId }),
    object(httpsEdgeRoute, `rt_${edgeId}`, { edgeId, match: "/" }),
  ]),
];

interface Division {
  /** The value of `--split`. */
  readonly split: string;
  readonly parts: readonly string[];
  /** The objects that are in a part before, by the name of the part. */
  readonly homes?: Readonly<Record<string, readonly string[]>>;
}

/** The division of the account of split.test.ts by `--split`: the parts with their objects. */
const divided: Readonly<Record<string, Division>> = {
  edges: {
    split: "edge",
    parts: [
      "shared: a.eu b.eu c.us evdst_1",
      "https-edge-e_1: e_1 rt_e_1",
      "https-edge-e_2: e_2 rt_e_2",
    ],
  },
  kinds: {
    split: "kind",
    parts: [
      "agent-ingresses: a.eu b.eu c.us",
      "event-destinations: evdst_1",
      "https-edges: e_1 rt_e_1 e_2 rt_e_2",
    ],
  },
  "numbers, which also divide a large kind": {
    split: "count:2",
    parts: [
      "agent-ingresses-1: a.eu b.eu",
      "agent-ingresses-2: c.us",
      "event-destinations-1: evdst_1",
      "https-edges-1: e_1 rt_e_1",
      "https-edges-2: e_2 rt_e_2",
    ],
  },
  patterns: {
    split: "pattern:*.eu.example.com,rt_*",
    parts: ["shared: c.us evdst_1 e_1 e_2", "eu-example-com: a.eu b.eu", "rt: rt_e_1 rt_e_2"],
  },
  "numbers, and an object stays where it is, while what is new fills the room that is left": {
    split: "count:2",
    homes: { "agent-ingresses-1": ["AgentIngress agin_c.us"], old: ["EventDestination evdst_1"] },
    parts: [
      "agent-ingresses-1: c.us a.eu",
      "agent-ingresses-2: b.eu",
      "old: evdst_1",
      "https-edges-1: e_1 rt_e_1",
      "https-edges-2: e_2 rt_e_2",
    ],
  },
};

const wrong = ["edges", "count:0", "count:x", "count", "pattern:", "kind:2"];

/** Names that cannot be the name of a project. */
const unnamed = ["pattern:*", "pattern:a*,*a", "pattern:shared*"];

it.each(Object.entries(divided))(
  "an account is divided by %s",
  (_, { split, parts: expected, homes = {} }) => {
    const known = new Map(Object.entries(homes).map(([part, keys]) => [part, new Set(keys)]));
    const parts = splitObjects(objects, readSplit(split), known);
    const shown = [...parts].map(
      ([part, all]) => `${part}: ${all.map(({ id }) => id.replace("agin_", "")).join(" ")}`,
    );
    expect(shown.sort()).toEqual([...expected].sort());
  },
);

it("an account of 12,000 objects is divided into as many parts", () => {
  const many = Array.from({ length: 12_000 }, (_, index) => object(agentIngress, `agin_${index}`));
  const known = new Map([["old", new Set(["AgentIngress agin_7"])]]);
  const parts = splitObjects(many, readSplit("count:1"), known);
  expect(parts.size).toBe(12_000);
  expect(parts.get("agent-ingresses-11999")?.map(({ id }) => id)).toEqual(["agin_11999"]);
});

it.each(wrong)("%j is refused", (split) => {
  expect(() => readSplit(split)).toThrow(
    "--split must be edge, kind, count:N, pattern:PATTERN[,PATTERN...]",
  );
});

it.each(unnamed)("%j is refused: no project can be named after it", (split) => {
  expect(() => readSplit(split)).toThrow(
    /each pattern must have letters or digits of its own, .* called shared$/,
  );
});
