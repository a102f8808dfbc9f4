import type { Table } from "../../core/schema/field";
import { isObject, type Values } from "../../core/schema/values";

/**
 * The values without the largest of them, as few as can be, so that the rest fits. What an object is found by is left in, and
 * so is what would replace it if it were missing.
 */
export function fitting(fields: Table, values: Values, fits: (values: Values) => boolean): Values {
  let left = values;
  for (const { names } of [...leavesOf(fields, values)].sort((a, b) => b.bytes - a.bytes)) {
    if (fits(left)) break;
    left = without(left, names);
  }
  return left;
}

interface Leaf {
  readonly names: readonly string[];
  readonly bytes: number;
}

function* leavesOf(fields: Table, values: Values, above: readonly string[] = []): Generator<Leaf> {
  for (const [key, value] of Object.entries(values)) {
    const row = fields[key];
    const names = [...above, key];
    if (!row || row.pathParameter || row.createOnly) continue;
    if (row.kind === "object" && isObject(value)) yield* leavesOf(row.fields, value, names);
    else yield { names, bytes: Buffer.byteLength(JSON.stringify(value)) };
  }
}

function without(values: Values, [name = "", ...below]: readonly string[]): Values {
  const { [name]: value, ...others } = values;
  return below.length > 0 && isObject(value) ? { ...others, [name]: without(value, below) } : others;
}
