import type { Diff } from "../schema/diff";
import { hasOutputs, outputRows, type Table } from "../schema/field";
import { UNKNOWN, type Values } from "../schema/values";

/** All that is known of an object before it is made. */
export const createdPreview = (table: Table, inputs: Values): Values => ({ ...unknownOutputs(table), ...inputs });

/**
 * All that is known of an object before it is changed: outputs that do not follow from a change stay as they are, unless
 * its state has none because it was left half-made.
 */
export const updatedPreview = (table: Table, outputs: Values, inputs: Values, { stables }: Diff): Values => ({
  ...unknownOutputs(table),
  ...(hasOutputs(table, outputs) && Object.fromEntries(stables.map((key) => [key, outputs[key]]))),
  ...inputs,
});

const unknownOutputs = (table: Table): Values => Object.fromEntries(outputRows(table).map(([key]) => [key, UNKNOWN]));
