import * as pulumi from "@pulumi/pulumi";
import type { Row, Table } from "../../core/schema/field";
import { isObject } from "../../core/schema/values";
import { isPlainObject } from "./plain-object";

type Inputs = Record<string, unknown>;

/**
 * The arguments as they go to the engine: secrets marked, and refused what the SDK would silently drop on the way.
 *
 * @throws {pulumi.RunError} if there are none, a text contains a lone surrogate, or an object a key `__proto__`.
 */
export function prepareArguments(table: Table, args: unknown, resource: string): Inputs {
  if (!isObject(args)) {
    throw new pulumi.RunError(`${resource}: the arguments must be an object, after the name`);
  }
  return prepareObject(table, args, `${resource}: `);
}

const prepareObject = (table: Table, values: Inputs, path: string): Inputs =>
  Object.fromEntries(
    Object.keys(values).map((key) => {
      refuseReservedKey(key, path);
      return [key, prepare(table[key], values[key], path + key)];
    }),
  );

function prepare(row: Row | undefined, value: unknown, path: string): unknown {
  if (row?.kind === "object" && isPlainObject(value)) return prepareObject(row.fields, value, `${path}.`);
  const guarded = guard(value, path);
  return row?.secret && guarded !== undefined ? pulumi.secret(guarded) : guarded;
}

/** The value itself; what an output or promise holds is looked at when it is there. */
function guard(value: unknown, path: string): unknown {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.output(value).apply((resolved) => guard(resolved, path));
  }
  if (typeof value === "string" && !value.isWellFormed()) {
    throw new pulumi.RunError(`${path} contains a lone surrogate, which is not valid Unicode`);
  }
  if (Array.isArray(value)) return value.map((item, index) => guard(item, `${path}[${index}]`));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value).map((key) => {
      refuseReservedKey(key, `${path}.`);
      return [key, guard(value[key], `${path}.${key}`)];
    }),
  );
}

function refuseReservedKey(key: string, path: string): void {
  if (key === "__proto__") throw new pulumi.RunError(`${path}__proto__ cannot be a key`);
}
