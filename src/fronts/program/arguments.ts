import * as pulumi from "@pulumi/pulumi";
import type { Table } from "../../core/schema/field";
import { isObject, isPlainObject } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";

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
  return walk(table, args, ({ row, value, path, names, isOpen, below }) => {
    refuseReservedKey(String(names.at(-1)), `${resource}: ${path}`);
    if (row?.kind === "object" && isOpen) return below();
    const guarded = guard(value, `${resource}: ${path}`);
    return row?.secret && guarded !== undefined ? pulumi.secret(guarded) : guarded;
  });
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
      refuseReservedKey(key, `${path}.${key}`);
      return [key, guard(value[key], `${path}.${key}`)];
    }),
  );
}

function refuseReservedKey(key: string, path: string): void {
  if (key === "__proto__") throw new pulumi.RunError(`${path} cannot be a key`);
}
