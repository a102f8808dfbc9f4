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
   * `unknown`: only an apply will know the new value; `hidden`: a secret changes; `uncertain`: a secret moves to another resource,
   * so that nothing shows whether it changes.
   */
  readonly outcome: "changed" | "unknown" | "hidden" | "uncertain";
}

/** The path of arguments that are hidden as a whole. */
export const WHOLE = "";

/**
 * Compares two versions of the same arguments, leaf by leaf. Spelling and order without a meaning are no difference.
 *
 * @param reported The paths that the engine found different: nothing else shows whether a secret changes.
 */
export function differences(
  before: Arguments,
  after: Arguments,
  reported: readonly string[] = [],
): Difference[] {
  return new Comparison(before, after, reported).differences();
}

class Comparison {
  readonly #isMoved: boolean;

  constructor(
    readonly before: Arguments,
    readonly after: Arguments,
    readonly reported: readonly string[],
  ) {
    const { urn, prefix } = before.declaration;
    this.#isMoved = urn !== after.declaration.urn || prefix !== after.declaration.prefix;
  }

  differences(): Difference[] {
    const { before, after } = this;
    if (before.hidden || after.hidden) return this.#ofWhole();
    return this.#inTable(before.table, before.values, after.values, "");
  }

  /** Arguments that are hidden as a whole on one side differ as a whole. The difference has the row of `enabled`, which each module has. */
  #ofWhole(): Difference[] {
    const { enabled } = this.before.table;
    const outcome = this.after.hidden === UNKNOWN ? "unknown" : this.#secretOutcome(WHOLE);
    return enabled && outcome ? [{ path: WHOLE, row: enabled, outcome }] : [];
  }

  #inTable(table: Table, before: ValueMap, after: ValueMap, prefix: string): Difference[] {
    return Object.entries(table).flatMap(([name, row]) => {
      // The object that has a module resource is not an argument of the module.
      const isOwner = row.pathParameter === true && "adopt" in table;
      if (row.output || row.providerOnly || isOwner) return [];
      return this.#inRow(row, before[name], after[name], prefix + name);
    });
  }

  #inRow(row: Row, before: Value, after: Value, path: string): Difference[] {
    if (row.kind === "object" && isComparedByMembers(before, after)) {
      return this.#inTable(row.fields, membersOf(before), membersOf(after), `${path}.`);
    }
    const outcome = this.#outcome(row, before, after, path);
    return outcome ? [{ path, row, outcome }] : [];
  }

  #outcome(row: Row, before: Value, after: Value, path: string): Difference["outcome"] | undefined {
    if (holdsHidden(after, UNKNOWN) || holdsHidden(before, UNKNOWN)) return "unknown";
    // If the program removes an argument that is always secret, the argument has changed. If the program had marked the value as a
    // secret, nothing shows what the program removes.
    const isRemoved = row.secret === true && !isSet(after);
    if (hasSecret(row, after) || (hasSecret(row, before) && !isRemoved))
      return this.#secretOutcome(path);
    const isEqual = equal(row, engineForm(before), engineForm(after));
    if (!holdsHidden(before, SECRET) && !holdsHidden(after, SECRET))
      return isEqual ? undefined : "changed";
    // A secret below the first level. If the rest of the value is the same, only the secret can differ.
    const ofSecret = this.#secretOutcome(path);
    return isEqual || ofSecret === undefined ? ofSecret : "changed";
  }

  /** A secret has changed if the engine reports it. The engine reports nothing of a secret that moves to another resource. */
  #secretOutcome(path: string): "uncertain" | "hidden" | undefined {
    if (this.#isMoved) return "uncertain";
    return this.#isReported(path) ? "hidden" : undefined;
  }

  /** Whether the engine reports a difference at a path, above it or below it. */
  #isReported(path: string): boolean {
    return this.reported.some(
      (other) =>
        path === WHOLE || other === WHOLE || isWithin(path, other) || isWithin(other, path),
    );
  }
}

/** Whether the members of two objects are compared. If an object with a secret in it comes or goes, its other members are seen. */
function isComparedByMembers(before: Value, after: Value): boolean {
  if (isValueMap(before) && isValueMap(after)) return true;
  const present = isSet(before) ? before : after;
  return isSet(before) !== isSet(after) && isValueMap(present) && holdsHidden(present, SECRET);
}

const membersOf = (value: Value): ValueMap => (isValueMap(value) ? value : {});

const holdsHidden = (value: Value, hidden: symbol): boolean =>
  someValue(value, (part) => part === hidden);

/** Whether a value is a secret, or a header in it is. */
export const hasSecret = ({ kind }: Row, value: Value): boolean =>
  value === SECRET ||
  (kind === "headers" && isValueMap(value) && Object.values(value).includes(SECRET));
