import type { Table } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";

/**
 * The values without the largest of them, as few as can be, so that the rest fits. What an object is found by is left in, and
 * so is what would replace it if it were missing.
 */
export function fitting(fields: Table, values: Values, fits: (values: Values) => boolean): Values {
  let left = values;
  for (const leaf of leavesOf(fields, values).sort((a, b) => b.bytes - a.bytes)) {
    if (fits(left)) break;
    left = walk(fields, left, ({ path, below }) => (path === leaf.path ? undefined : below()));
  }
  return left;
}

interface Leaf {
  readonly path: string;
  readonly bytes: number;
}

function leavesOf(fields: Table, values: Values): Leaf[] {
  const leaves: Leaf[] = [];
  walk(fields, values, ({ row, value, path, isOpen, below }) => {
    if (!row || row.pathParameter || row.createOnly || value === undefined) return;
    if (row.kind === "object" && isOpen) below();
    else leaves.push({ path, bytes: Buffer.byteLength(JSON.stringify(value)) });
  });
  return leaves;
}
