import { equal } from "../../core/schema/canonical";
import type { Row, Table } from "../../core/schema/field";
import { isWithin } from "../../core/schema/paths";
import { isObject, isSet, UNKNOWN, type Values } from "../../core/schema/values";
import { MASK } from "../stack/secrets";
import type { Part } from "./parts";

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
export function differences(before: Part, after: Part): readonly Difference[] {
  const known = found.get(after);
  if (known?.before === before) return known.differences;
  const result = compared(before, after);
  found.set(after, { before, differences: result });
  return result;
}

/** What was found last, since many rules ask for the same. */
const found = new WeakMap<Part, { readonly before: Part; readonly differences: readonly Difference[] }>();

function compared(before: Part, after: Part): Difference[] {
  const ofSecret = secretOutcomes(before, after);
  const isWhole = before.whole !== undefined || after.whole !== undefined;
  const [old, now] = isWhole ? [wholeOf(before), wholeOf(after)] : [before.values, after.values];
  return tableDifferences(before.table, old, now, "", ofSecret);
}

/** What stands for a part of which nothing can be read on one of the sides. */
const wholeOf = ({ whole }: Part): Values => ({ enabled: whole ?? MASK });

/**
 * A part with what only the other side of the change shows: a secret is the same there, unless the engine reports it as
 * changed.
 */
export function revealed(part: Part, other: Part | undefined): Part {
  if (!other || !isSameSource(part, other)) return part;
  const { whole, ...rest } = part;
  const shown = concealed(part, other);
  if (whole !== MASK) return { ...part, shown, values: revealedValues(part, part.values, other.values, "") };
  return isReported(part, "") ? part : { ...rest, shown, values: other.values, ...(other.whole ? { whole } : {}) };
}

/** A part without what the other side keeps secret. */
const concealed = (part: Part, { whole, values }: Part): Part =>
  whole === MASK ? { ...part, whole, values } : { ...part, values: concealedValues(part.values, values) };

const concealedValues = (values: Values, others: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const other = others[key];
      if (isObject(value) && isObject(other)) return [key, concealedValues(value, other)];
      return [key, isSet(value) && other === MASK ? MASK : value];
    }),
  );

function revealedValues(part: Part, values: Values, others: Values, below: string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const [other, path] = [others[key], below + key];
      if (isObject(value) && isObject(other)) return [key, revealedValues(part, value, other, `${path}.`)];
      return [key, value === MASK && isSet(other) && !isReported(part, path) ? other : value];
    }),
  );
}

const isSameSource = ({ source: a }: Part, { source: b }: Part): boolean => a.urn === b.urn && a.prefix === b.prefix;

/** Whether the engine reports a difference at a path, above it or below it. */
const isReported = ({ source: { changed } }: Part, path: string): boolean =>
  path === ""
    ? changed.length > 0
    : changed.some((each) => each === "" || isWithin(path, each) || isWithin(each, path));

type SecretOutcome = (path: string) => Difference["outcome"] | undefined;

/** A secret has changed if the engine reports it; the engine reports nothing of a secret that moves to another resource. */
const secretOutcomes =
  (before: Part, after: Part): SecretOutcome =>
  (path) => {
    if (!isSameSource(before, after)) return "uncertain";
    // `enabled` stands for a module that is a secret as a whole.
    const isWhole = path === "enabled" && (before.whole ?? after.whole) !== undefined;
    return isReported(after, isWhole ? "" : path) ? "hidden" : undefined;
  };

function tableDifferences(table: Table, before: Values, after: Values, below: string, ofSecret: SecretOutcome) {
  return Object.entries(table).flatMap(([key, row]): Difference[] => {
    // The subject of a module resource already says where the module is.
    if (row.output || row.providerOnly || (row.pathParameter && "adopt" in table)) return [];
    return rowDifferences(row, before[key], after[key], below + key, ofSecret);
  });
}

function rowDifferences(row: Row, before: unknown, after: unknown, path: string, ofSecret: SecretOutcome) {
  if (row.kind === "object" && isComparedWithin(before, after)) {
    return tableDifferences(row.fields, valuesOf(before), valuesOf(after), `${path}.`, ofSecret);
  }
  const outcome = outcomeOf(row, before, after, () => ofSecret(path));
  return outcome ? [{ path, row, outcome }] : [];
}

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
