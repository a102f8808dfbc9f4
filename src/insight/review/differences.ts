import { equal } from "../../core/schema/diff";
import type { Row, Table } from "../../core/schema/field";
import { isObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { isWithin, memberPath } from "../../core/schema/walk";
import type { Block } from "../ingress/blocks";
import { MASK } from "../stack/secrets";

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
export function differences(before: Block, after: Block): Difference[] {
  const isWhole = before.opaqueAs !== undefined || after.opaqueAs !== undefined;
  /** A secret has changed if the engine reports it; the engine reports nothing of a secret that moves to another resource. */
  const ofSecret = (path: string) => {
    if (!isSameSource(before, after)) return "uncertain";
    // `enabled` stands for a module that is a secret as a whole.
    return isReported(after, isWhole && path === "enabled" ? "" : path) ? "hidden" : undefined;
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
  const [old, now] = isWhole ? [wholeOf(before), wholeOf(after)] : [before.values, after.values];
  return inTable(before.table, old, now, "");
}

/** What stands for a block of which nothing can be read on one of the sides. */
const wholeOf = ({ opaqueAs }: Block): Values => ({ enabled: opaqueAs ?? MASK });

/**
 * A block with what only the other side of the change shows: a secret is the same there, unless the engine reports it as
 * changed.
 */
export function revealed(block: Block, other: Block | undefined): Block {
  if (!other || !isSameSource(block, other)) return block;
  const { opaqueAs, ...rest } = block;
  const concealed = beside(block.values, other.values, (value, masked) =>
    isSet(value) && masked === MASK ? MASK : value,
  );
  const isConcealed = other.opaqueAs === MASK;
  const shown = { ...block, values: isConcealed ? other.values : concealed, ...(isConcealed && { opaqueAs: MASK }) };
  if (opaqueAs === MASK) {
    if (isReported(block, "")) return block;
    return { ...rest, shown, values: other.values, ...(other.opaqueAs ? { opaqueAs } : {}) };
  }
  const values = beside(block.values, other.values, (value, known, paths) =>
    value === MASK && isSet(known) && !paths.some((path) => isReported(block, path)) ? known : value,
  );
  return { ...block, shown, values };
}

/** The values of one side, each chosen by what the other side has at its paths. */
function beside(
  values: Values,
  others: Values,
  choose: (value: unknown, other: unknown, paths: readonly string[]) => unknown,
  below = "",
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const other = others[key];
      // The engine has the name of a header in brackets.
      const paths = below === "" ? [key] : [`${below}.${key}`, memberPath(below, key)];
      const areObjects = isObject(value) && isObject(other);
      return [key, areObjects ? beside(value, other, choose, paths[0]) : choose(value, other, paths)];
    }),
  );
}

const isSameSource = ({ source: a }: Block, { source: b }: Block): boolean => a.urn === b.urn && a.prefix === b.prefix;

/** Whether the engine reports a difference at a path, above it or below it. */
const isReported = ({ source: { changed } }: Block, path: string): boolean =>
  path === ""
    ? changed.length > 0
    : changed.some((each) => each === "" || isWithin(path, each) || isWithin(each, path));

/** Of an object with a secret that comes or goes, each value is looked at, too. */
const isComparedWithin = (before: unknown, after: unknown): boolean =>
  (isObject(before) && isObject(after)) || (isSet(before) !== isSet(after) && hasMaskWithin(before ?? after));

const valuesOf = (value: unknown): Values => (isObject(value) ? value : {});

function outcomeOf(row: Row, before: unknown, after: unknown, ofSecret: () => Difference["outcome"] | undefined) {
  if (hasUnknown(after)) return "unknown";
  // A secret of the API that is removed has changed; of what a program marks, nothing shows what is removed.
  if (hasMask(row, after) || (hasMask(row, before) && (isSet(after) || !row.secret))) return ofSecret();
  return equal(row, before, after) ? undefined : "changed";
}

/** Whether a value is masked, or a header is. */
export const hasMask = ({ kind }: Row, value: unknown): boolean =>
  value === MASK || (kind === "headers" && isObject(value) && Object.values(value).includes(MASK));

const hasMaskWithin = (value: unknown): boolean =>
  isObject(value) && Object.values(value).some((member) => member === MASK || hasMaskWithin(member));

const hasUnknown = (value: unknown): boolean =>
  value === UNKNOWN ||
  (Array.isArray(value) && value.some(hasUnknown)) ||
  (isObject(value) && Object.values(value).some(hasUnknown));
