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
export function differences(before: Block, after: Block): readonly Difference[] {
  const known = found.get(after);
  if (known?.before === before) return known.differences;
  const result = compared(before, after);
  found.set(after, { before, differences: result });
  return result;
}

/** What was found last, since many rules ask for the same. */
const found = new WeakMap<Block, { readonly before: Block; readonly differences: readonly Difference[] }>();

function compared(before: Block, after: Block): Difference[] {
  const ofSecret = secretOutcomes(before, after);
  const isWhole = before.opaqueAs !== undefined || after.opaqueAs !== undefined;
  const [old, now] = isWhole ? [wholeOf(before), wholeOf(after)] : [before.values, after.values];
  return tableDifferences(before.table, old, now, "", ofSecret);
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
  const shown = concealed(block, other);
  if (opaqueAs !== MASK) return { ...block, shown, values: revealedValues(block, block.values, other.values) };
  return isReported(block, "")
    ? block
    : { ...rest, shown, values: other.values, ...(other.opaqueAs ? { opaqueAs } : {}) };
}

/** A block without what the other side keeps secret. */
const concealed = (block: Block, { opaqueAs, values }: Block): Block =>
  opaqueAs === MASK ? { ...block, opaqueAs, values } : { ...block, values: concealedValues(block.values, values) };

const concealedValues = (values: Values, others: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const other = others[key];
      if (isObject(value) && isObject(other)) return [key, concealedValues(value, other)];
      return [key, isSet(value) && other === MASK ? MASK : value];
    }),
  );

function revealedValues(block: Block, values: Values, others: Values, below = ""): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const other = others[key];
      // The engine has the name of a header in brackets.
      const paths = below === "" ? [key] : [`${below}.${key}`, memberPath(below, key)];
      if (isObject(value) && isObject(other)) return [key, revealedValues(block, value, other, paths[0])];
      const isSame = value === MASK && isSet(other) && !paths.some((path) => isReported(block, path));
      return [key, isSame ? other : value];
    }),
  );
}

const isSameSource = ({ source: a }: Block, { source: b }: Block): boolean => a.urn === b.urn && a.prefix === b.prefix;

/** Whether the engine reports a difference at a path, above it or below it. */
const isReported = ({ source: { changed } }: Block, path: string): boolean =>
  path === ""
    ? changed.length > 0
    : changed.some((each) => each === "" || isWithin(path, each) || isWithin(each, path));

type SecretOutcome = (path: string) => Difference["outcome"] | undefined;

/** A secret has changed if the engine reports it; the engine reports nothing of a secret that moves to another resource. */
const secretOutcomes =
  (before: Block, after: Block): SecretOutcome =>
  (path) => {
    if (!isSameSource(before, after)) return "uncertain";
    // `enabled` stands for a module that is a secret as a whole.
    const isWhole = path === "enabled" && (before.opaqueAs ?? after.opaqueAs) !== undefined;
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
