import { join } from "node:path";
import { z } from "zod";
import { UNKNOWN, wrapSecretForState } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import type { Outcome } from "../../src/insight/expectations/claims";
import type { Expectation } from "../../src/insight/expectations/expectation";
import type { Declared } from "../review/declared";
import { readEntries } from "../support/data";
import { exportOf, onEdge, previewOf, route } from "./stacks";

const values = z.record(z.string(), z.unknown());
const program = z.record(z.string(), values).optional();
const stack = { export: program, preview: program };
/** The expected outcome, and words of its reasons. */
const expected = z.array(
  z.strictObject({
    ...{ holds: values.optional(), fails: values.optional(), "not-known": values.optional() },
    reason: z.string().exactOptional(),
  }),
);
const lines = z.array(z.string());
const labelled = z.strictObject({ ...stack, expectations: expected });
const explained = z.strictObject({
  ...stack,
  path: z.string(),
  edge: z.string().default("edge_1"),
  among: z.literal(true).optional(),
  lines,
});

/** Returns a resource with its type and name; a module of an edge has the name of its type. */
function declared([key, args]: [string, Values]): Declared {
  const [type = "", name] = key.split(" ");
  if (name === undefined) return onEdge(type, args);
  const { match, ...more } = args;
  return type === "HttpsEdgeRoute" ? route(name, String(match), more) : { type, name, args };
}

/** Returns the output of the engine for a stack. */
function textOf({ export: exported, preview = {} }: z.infer<z.ZodObject<typeof stack>>): string {
  const resources = Object.entries(exported ?? preview).map(declared);
  return (exported ? exportOf : previewOf)(resources)
    .replaceAll('"UNKNOWN"', JSON.stringify(UNKNOWN))
    .replaceAll('"SECRET"', JSON.stringify(wrapSecretForState("/secret")));
}

/** Stacks, with the expectations for each stack. */
export const labelledStacks = readEntries(join(__dirname, "labelled.yaml"), "stacks", labelled).map(
  ([name, { expectations, ...of }]) => ({
    ...{ name, text: textOf(of) },
    expectations: expectations.flatMap(({ reason = "", ...outcomes }) =>
      Object.entries(outcomes).map(([outcome, expectation]) => ({
        ...{ outcome: outcome as Outcome, reason },
        expectation: { edge: "edge_1", ...expectation } as Expectation,
      })),
    ),
  }),
);

/** Requests, with their explanations. */
export const explanations = readEntries(
  join(__dirname, "explained.yaml"),
  "explanations",
  explained,
).map(([name, { path, edge, among = false, lines, ...of }]) => ({
  name,
  request: { edge, path },
  among,
  lines,
  text: textOf(of),
}));
