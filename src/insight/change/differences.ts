import { equal } from "../../core/schema/diff";
import type { Row, Table } from "../../core/schema/field";
import { holds, isObject, isSet, UNKNOWN, type Values, valueAt } from "../../core/schema/values";
import { isWithin, type Visited, walk } from "../../core/schema/walk";
import { MASK } from "../engine/secrets";
import type { Arguments } from "../ingress/arguments";

/** A difference between two parts of the same table, by the path of its argument. */
export interface Difference {
  readonly path: string;
  readonly row: Row;
  /**
   * `unknown`: only an apply will know the new value; `hidden`: a secret changes; `uncertain`: a secret moves, so that
   * nothing shows whether it changes.
   */
  readonly outcome: "changed" | "unknown" | "hidden" | "uncertain";
}

/** What differs between two parts, leaf by leaf. Spelling and order without a meaning are no difference. */
export function differences(before: Arguments, after: Arguments): Difference[] {
  const isWhole = before.hidden !== undefined || after.hidden !== undefined;
  /** A secret has changed if the engine reports it; the engine reports nothing of a secret that moves to another resource. */
  const ofSecret = (path: string) => {
    if (!isSameSource(before, after)) return "uncertain";
    return isReported(after, isWhole ? WHOLE : path) ? "hidden" : undefined;
  };
  const inTable = (table: Table, old: Values, now: Values, below: string): Difference[] =>
    Object.entries(table).flatMap(([key, row]) => {
      // The subject of a module resource already says where the module is.
      if (row.output || row.providerOnly || (row.pathParameter && "adopt" in table)) return [];
      return inRow(row, old[key], now[key], below + key);
    });
  const inRow = (row: Row, old: unknown, now: unknown, path: string): Difference[] => {
    if (row.kind === "object" && isComparedWithin(old, now)) {
      return inTable(row.fields, valuesOf(old), valuesOf(now), `${path}.`);
    }
    const outcome = outcomeOf(row, old, now, () => ofSecret(path));
    return outcome ? [{ path, row, outcome }] : [];
  };
  if (!isWhole) return inTable(before.table, before.values, after.values, "");
  const partOf = ({ hidden = MASK }: Arguments): Values => ({ enabled: hidden });
  return inTable(before.table, partOf(before), partOf(after), "").map((each) => ({ ...each, path: WHOLE }));
}

/** The path of a module of which nothing is shown. */
export const WHOLE = "";

/** A block with what only the other side shows of its secrets: they are the same there, unless the engine reports a change. */
export function revealed(args: Arguments, other: Arguments | undefined): Arguments {
  if (!other || !isSameSource(args, other) || !holds([args.values, other.values], isMask)) return args;
  const { hidden, ...rest } = args;
  const { values: others } = other;
  if (hidden === MASK) {
    return isReported(args, "") || other.hidden !== undefined ? args : { ...rest, shown: args, values: others };
  }
  // People see neither what is masked here, nor what is masked on the other side.
  const concealed = beside(args, others, (value, masked) => isSet(value) && masked === MASK);
  const isConcealed = other.hidden === MASK;
  const shown = isConcealed ? { ...args, values: others, opaqueAs: MASK } : { ...args, values: concealed };
  const values = beside(args, others, (value, known, { path, names }) => {
    // The engine has the name of a header in brackets, unless it could be that of an argument.
    const isChanged = [path, names.join(".")].some((each) => isReported(args, each));
    return value === MASK && isSet(known) && !isChanged;
  });
  return { ...args, shown, values };
}

/** The values of a block, each replaced by the value of the other side if that is wanted. */
const beside = (
  { table, values }: Arguments,
  others: Values,
  isWanted: (value: unknown, other: unknown, visited: Visited) => boolean,
): Values =>
  walk(table, values, (visited) => {
    const other = valueAt(others, visited.names);
    return isWanted(visited.value, other, visited) ? other : visited.below();
  });

const isSameSource = ({ declaration: a }: Arguments, { declaration: b }: Arguments): boolean =>
  a.urn === b.urn && a.prefix === b.prefix;

/** Whether the engine reports a difference at a path, above it or below it. */
const isReported = ({ declaration: { changed } }: Arguments, path: string): boolean =>
  changed.some((each) => path === "" || each === "" || isWithin(path, each) || isWithin(each, path));

/** Of an object with a secret that comes or goes, each value is looked at, too. */
const isComparedWithin = (before: unknown, after: unknown): boolean =>
  (isObject(before) && isObject(after)) ||
  (isSet(before) !== isSet(after) && isObject(before ?? after) && holds(before ?? after, isMask));

const valuesOf = (value: unknown): Values => (isObject(value) ? value : {});

function outcomeOf(row: Row, before: unknown, after: unknown, ofSecret: () => Difference["outcome"] | undefined) {
  if (holds(after, (value) => value === UNKNOWN)) return "unknown";
  // A secret of the API that is removed has changed; of what a program marks, nothing shows what is removed.
  if (hasMask(row, after) || (hasMask(row, before) && (isSet(after) || !row.secret))) return ofSecret();
  const isEqual = equal(row, before, after);
  if (!holds([before, after], isMask)) return isEqual ? undefined : "changed";
  // Secrets below the first level. If the rest of the value is the same, one of them changes, or none does.
  const outcome = ofSecret();
  return isEqual || outcome === undefined ? outcome : "changed";
}

const isMask = (value: unknown): boolean => value === MASK;

/** Whether a value is masked, or a header is. */
export const hasMask = ({ kind }: Row, value: unknown): boolean =>
  isMask(value) || (kind === "headers" && isObject(value) && Object.values(value).includes(MASK));
