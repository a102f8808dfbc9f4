import * as pulumi from "@pulumi/pulumi";
import type { Table } from "../../core/schema/field";
import { isObject } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";
import { jsonValue, refuseReservedKey, refuseUnfit } from "./json-values";

type Inputs = Record<string, unknown>;

/**
 * The arguments as they go to the engine: secrets marked, and refused what the SDK would silently drop or change on the way.
 *
 * @throws {pulumi.RunError} if there are none, JSON does not have one of their values, a text contains a lone surrogate, or
 * an object has a symbol or `__proto__` as a key.
 */
export function prepareArguments(table: Table, args: unknown, resource: string): Inputs {
  if (!isObject(args)) {
    throw new pulumi.RunError(`${resource}: the arguments must be an object, after the name`);
  }
  return walk(table, args, ({ row, value, path, names, isOpen, below }) => {
    const place = { path: `${resource}: ${path}` };
    refuseReservedKey(String(names.at(-1)), place.path);
    if (row?.kind === "object" && isOpen) {
      refuseUnfit(value, place);
      return below();
    }
    const sent = jsonValue(value, place);
    return row?.secret && sent !== undefined ? pulumi.secret(sent) : sent;
  });
}
