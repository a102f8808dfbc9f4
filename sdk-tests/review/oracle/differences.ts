import { isDeepStrictEqual } from "node:util";
import { isObject, type Values } from "../../../src/core/schema/values";
import { isHidden } from "./model";

export interface Difference {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
}

/** The leaves in which arguments differ, as the engine names them. */
export const differences = (before: Values, after: Values): Difference[] => differencesAt(before, after, "");

function differencesAt(before: unknown, after: unknown, path: string): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined) return [{ path, kind: "add" }];
  if (after === undefined) return [{ path, kind: "delete" }];
  const [olds, news] = [membersOf(before), membersOf(after)];
  if (!olds || !news || Array.isArray(before) !== Array.isArray(after)) return [{ path, kind: "update" }];
  const keys = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...keys].flatMap((key) => differencesAt(olds[key], news[key], pathOf(path, key, Array.isArray(before))));
}

const membersOf = (value: unknown): Values | undefined =>
  Array.isArray(value) ? { ...value } : isObject(value) && !isHidden(value) ? value : undefined;

/** What is no name in a program is in brackets. */
function pathOf(path: string, key: string, isItem: boolean): string {
  if (isItem) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
