import { ResourceInitFailed } from "../../core/provider/types";
import type { Table } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";
import { fitsStatus, InitFailed } from "./status";
import { recorded, wrapped } from "./values";

/** Passes on what exists already if a call fails. */
export async function withPartialState<T>(fields: Table, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ResourceInitFailed ? initFailed(fields, error) : error;
  }
}

/** Holds as much of what exists as can be passed on: what the state lacks then shows as a change, and is sent again. */
function initFailed(fields: Table, { id, state = {}, secretPaths, message }: ResourceInitFailed): InitFailed {
  const failedWith = (values: Values) =>
    new InitFailed(message, id, wrapped(fields, recorded(fields, { id, outputs: values }), secretPaths));
  return failedWith(dropLargestUntil(fields, state, (values) => fitsStatus(failedWith(values))));
}

/**
 * The values without the largest of them, as few as can be, so that the rest fits. What an object is found by is left in, and
 * so is what would replace it if it were missing.
 */
function dropLargestUntil(fields: Table, values: Values, fits: (values: Values) => boolean): Values {
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
