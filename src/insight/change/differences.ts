import { equal } from "../../core/schema/diff";
import type { Row, Table } from "../../core/schema/field";
import { isSet, someValue } from "../../core/schema/values";
import { isWithin } from "../../core/schema/walk";
import type { Arguments } from "../ingress/arguments";
import {
  engineForm,
  isValueMap,
  SECRET,
  UNKNOWN,
  type Value,
  type ValueMap,
} from "../ingress/value";

/** A difference between two versions of the same arguments, by the path of the value. */
export interface Difference {
  readonly path: string;
  readonly row: Row;
  /**
   * `unknown`: only an apply will know the new value; `secret`: a secret changes; `uncertain`: a secret moves to another resource,
   * so that nothing shows whether it changes.
   */
  readonly outcome: "changed" | "unknown" | "secret" | "uncertain";
}

/** The path of arguments that are hidden as a whole. */
export const WHOLE = "";

/**
 * Compares two versions of the same arguments, leaf by leaf. Spelling and order without a meaning are not differences.
 *
 * @param reported The paths that the engine found different: nothing else shows whether a secret changes.
 */
export function differences(
  before: Arguments,
  after: Arguments,
  reported: readonly string[],
): Difference[] {
  const evidence: Evidence = { isMoved: isMoved(before, after), reported };
  if (before.hidden || after.hidden) return wholeDifference(before, after, evidence);
  return inTable(before.table, before.values, after.values, "", evidence);
}

/** The facts that show whether a secret changes, although its value is hidden. */
interface Evidence {
  /** True if another resource or argument declares the arguments. The engine reports nothing of such a move. */
  readonly isMoved: boolean;
  readonly reported: readonly string[];
}

const isMoved = ({ declaration: was }: Arguments, { declaration: now }: Arguments): boolean =>
  was.urn !== now.urn || was.prefix !== now.prefix;

/** Compares arguments as a whole if one side is hidden as a whole. The difference has the row of `enabled`, which each module has. */
function wholeDifference(before: Arguments, after: Arguments, evidence: Evidence): Difference[] {
  const { enabled } = before.table;
  const outcome = after.hidden === UNKNOWN ? "unknown" : outcomeOfSecret(WHOLE, evidence);
  return enabled && outcome ? [{ path: WHOLE, row: enabled, outcome }] : [];
}

function inTable(
  table: Table,
  before: ValueMap,
  after: ValueMap,
  prefix: string,
  evidence: Evidence,
): Difference[] {
  return Object.entries(table).flatMap(([name, row]) => {
    // Only tables of module resources have `adopt`. Their path parameters are ids of the object that has the module: `change/owners.ts`
    // finds that object on each side.
    const isOwnerId = row.pathParameter === true && "adopt" in table;
    if (row.output || row.providerOnly || isOwnerId) return [];
    return inRow(row, before[name], after[name], prefix + name, evidence);
  });
}

function inRow(
  row: Row,
  before: Value,
  after: Value,
  path: string,
  evidence: Evidence,
): Difference[] {
  if (row.kind === "object" && isComparedByMembers(before, after)) {
    return inTable(row.fields, membersOf(before), membersOf(after), `${path}.`, evidence);
  }
  const outcome = outcomeOf(row, before, after, outcomeOfSecret(path, evidence));
  return outcome ? [{ path, row, outcome }] : [];
}

/** True if two objects are compared member by member: also if an object with a secret in it comes or goes, to show its other members. */
function isComparedByMembers(before: Value, after: Value): boolean {
  if (isValueMap(before) && isValueMap(after)) return true;
  if (isSet(before) === isSet(after)) return false;
  const present = isSet(before) ? before : after;
  return isValueMap(present) && holdsHidden(present, SECRET);
}

const membersOf = (value: Value): ValueMap => (isValueMap(value) ? value : {});

/**
 * Compares two values. A secret, or headers with a secret, are not compared: only evidence shows a difference. Of any other value with a
 * secret in it, the plain parts are compared if there is evidence.
 *
 * @param ofSecret The outcome if only a secret can differ.
 */
function outcomeOf(
  row: Row,
  before: Value,
  after: Value,
  ofSecret: Difference["outcome"] | undefined,
): Difference["outcome"] | undefined {
  if (holdsHidden(before, UNKNOWN) || holdsHidden(after, UNKNOWN)) return "unknown";
  if (isHiddenSecret(row, before, after)) return ofSecret;
  const isEqual = equal(row, engineForm(before), engineForm(after));
  const hasSecretPart = holdsHidden(before, SECRET) || holdsHidden(after, SECRET);
  if (!hasSecretPart) return isEqual ? undefined : "changed";
  // Without evidence, the value is the same: the engine may mask it on one side alone.
  if (ofSecret === undefined) return undefined;
  // If the plain parts are equal, only the secret part can differ.
  return isEqual ? ofSecret : "changed";
}

/** True if a secret hides the value. If the program removes an argument that is always secret, its removal is plain. */
function isHiddenSecret(row: Row, before: Value, after: Value): boolean {
  const isRemovedSecret = row.secret === true && !isSet(after);
  return (
    isSecretOrHasSecretHeader(row, after) ||
    (isSecretOrHasSecretHeader(row, before) && !isRemovedSecret)
  );
}

/** True for a secret, for headers of which at least one is a secret, and for names of headers of which at least one is a secret. */
export function isSecretOrHasSecretHeader({ kind }: Row, value: Value): boolean {
  if (value === SECRET) return true;
  if (kind === "headers") return isValueMap(value) && Object.values(value).includes(SECRET);
  return kind === "headerNames" && Array.isArray(value) && value.includes(SECRET);
}

const holdsHidden = (value: Value, hidden: symbol): boolean =>
  someValue(value, (part) => part === hidden);

/** The outcome for a secret at a path: a secret that stays in its place changes if the engine reports a difference. */
function outcomeOfSecret(
  path: string,
  { isMoved, reported }: Evidence,
): "uncertain" | "secret" | undefined {
  if (isMoved) return "uncertain";
  return reported.some((other) => areRelated(path, other)) ? "secret" : undefined;
}

/** True if a path is equal to another path, above it or below it. */
export const areRelated = (path: string, other: string): boolean =>
  path === WHOLE || other === WHOLE || isWithin(path, other) || isWithin(other, path);
