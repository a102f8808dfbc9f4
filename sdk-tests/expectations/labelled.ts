import { join } from "node:path";
import { z } from "zod";
import type { Outcome } from "../../src/insight/expectations/claims";
import type { Expectation } from "../../src/insight/expectations/expectation";
import { readData } from "../support/data";
import { type Declared, exportOf, onEdge, previewOf, route, UNKNOWN } from "./stacks";

/** An expectation, with what must be found of it. */
export interface Labelled {
  readonly outcome: Outcome;
  readonly expectation: Expectation;
}

const values = z.record(z.string(), z.unknown());
const stack = z.strictObject({
  export: z.record(z.string(), values).optional(),
  preview: z.record(z.string(), values).optional(),
  expectations: z.array(z.partialRecord(z.enum(["holds", "fails", "not-known"]), values)),
});

/** A resource by its type and name; a module of an edge has the name of its type. */
function declared([key, args]: [string, Readonly<Record<string, unknown>>]): Declared {
  const [type = "", name] = key.split(" ");
  if (name === undefined) return onEdge(type, args);
  const { match, ...more } = args;
  return type === "HttpsEdgeRoute" ? route(name, String(match), more) : { type, name, args };
}

/** Ten stacks, six expectations of each. */
export const labelledStacks = Object.entries(
  readData(join(__dirname, "labelled.yaml"), z.strictObject({ values, stacks: z.record(z.string(), stack) })).stacks,
).map(([name, { export: exported, preview = {}, expectations }]) => {
  const resources = Object.entries(exported ?? preview).map(declared);
  return {
    name,
    text: (exported ? exportOf : previewOf)(resources).replaceAll('"UNKNOWN"', JSON.stringify(UNKNOWN)),
    expectations: expectations.flatMap((each) =>
      Object.entries(each).map(([outcome, expectation]) => ({
        outcome: outcome as Outcome,
        expectation: { edge: "edge_1", ...expectation } as Expectation,
      })),
    ) satisfies readonly Labelled[],
  };
});
