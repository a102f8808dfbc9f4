import { expect, it } from "vitest";
import { z } from "zod";
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
import { dataBeside, text } from "../support/data";

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

const { divided, wrong, unnamed } = dataBeside(__filename, {
  divided: z.record(
    text,
    z.strictObject({
      split: text,
      parts: z.array(text),
      homes: z.record(text, z.array(text)).optional(),
    }),
  ),
  wrong: z.array(text),
  unnamed: z.array(text),
});

it.each(Object.entries(divided))(
  "an account is divided by %s",
  (_, { split, parts: wanted, homes = {} }) => {
    const known = new Map(Object.entries(homes).map(([part, keys]) => [part, new Set(keys)]));
    const parts = splitObjects(objects, readSplit(split), known);
    const shown = [...parts].map(
      ([part, all]) => `${part}: ${all.map(({ id }) => id.replace("agin_", "")).join(" ")}`,
    );
    expect(shown.sort()).toEqual([...wanted].sort());
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
