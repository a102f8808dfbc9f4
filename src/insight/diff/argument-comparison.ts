import { credentialsIn } from "../../core/schema/credentials";
import { equal } from "../../core/schema/diff";
import { inputRows, type Row, type Table } from "../../core/schema/field";
import { isPlainObject, isSet, stableJson, type Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";
import { isEncrypted, isSecretValue, MASK, withSecretsRevealed } from "../engine/secrets";
import { maskedValue } from "./masking";
import { onBothSides, type Side, type Sides, sides } from "./pairs";
import type { References } from "./references";

/** A difference of an argument. */
export type ArgumentDifference = { readonly path: string } & (
  | {
      readonly kind: "argument";
      /** True if both values are masked: the argument is a secret in a stack, or the values differ in a masked part alone. */
      readonly secret: boolean;
      /** The value in each stack; `undefined` if the stack does not set the argument. Secrets in it are masked. */
      readonly a?: unknown;
      readonly b?: unknown;
    }
  /** The values cannot be compared, because at least one of them is encrypted. */
  | { readonly kind: "unknown"; readonly encryptedIn: readonly Side[] }
);

/** The values of an argument in the two stacks. */
type ValuePair = Sides<unknown>;

/** Compares the arguments of a resource that two stacks have, by what the arguments mean to the API. */
export class ArgumentComparison {
  readonly #resources: Sides<StackResource>;
  readonly #references: Sides<References>;
  /** The paths that the program marks as secret in either stack. */
  readonly #secretPaths: readonly string[];

  constructor(resources: Sides<StackResource>, references: Sides<References>) {
    this.#resources = resources;
    this.#references = references;
    this.#secretPaths = [...resources.a.marked, ...resources.b.marked];
  }

  differences(table: Table): ArgumentDifference[] {
    const inputs = onBothSides((side) => this.#resources[side].inputs);
    return this.#compareObjects(table, inputs, "");
  }

  #compareObjects(table: Table, objects: Sides<Values>, prefix: string): ArgumentDifference[] {
    return inputRows(table).flatMap(([name, row]) => {
      const values = onBothSides((side) => declaredValue(row, objects[side][name]));
      return this.#compareValues(row, values, prefix + name);
    });
  }

  #compareValues(row: Row, values: ValuePair, path: string): ArgumentDifference[] {
    if (row.kind === "object" && areObjects(values))
      return this.#compareObjects(row.fields, values, `${path}.`);
    // Plaintexts are compared, and never shown: whatever is shown is masked below.
    const plain = onBothSides((side) => withSecretsRevealed(values[side]));
    if (this.#areEqual(row, plain, path)) return [];
    const encryptedIn = sides.filter((side) => isEncrypted(values[side]));
    if (encryptedIn.length > 0 && !isCertainDifference(row, plain))
      return [{ kind: "unknown", path, encryptedIn }];
    // From here on, the values are known to differ. The rest decides how much of them is shown.
    const isSecret = sides.some((side) =>
      isSecretValue(row, values[side], path, this.#secretPaths),
    );
    if (isSecret) return [maskedDifference(path, values)];
    if (row.kind === "headers" && areObjects(values)) return this.#compareHeaders(values, path);
    const shown = onBothSides((side) => maskedValue(row, values[side], path, this.#secretPaths));
    return [shownDifference(path, values, shown)];
  }

  /** Compares each header by itself, under its name in the first stack with the header. */
  #compareHeaders(headers: Sides<Values>, path: string): ArgumentDifference[] {
    const byName = onBothSides((side) => byLowerCaseName(headers[side]));
    const names = new Set([...byName.a.keys(), ...byName.b.keys()]);
    return [...names].flatMap((lowerCaseName) => {
      const found = onBothSides((side) => byName[side].get(lowerCaseName));
      const values = onBothSides((side) => found[side]?.value);
      // The references in a header are those in the whole argument, so the path is that of the argument.
      if (this.#areEqual({ kind: "string" }, values, path)) return [];
      const name = (found.a ?? found.b)?.name ?? lowerCaseName;
      const shown = onBothSides((side) => maskedHeader(name, values[side]));
      return [shownDifference(`${path}.${name}`, values, shown)];
    });
  }

  #areEqual(row: Row, values: ValuePair, path: string): boolean {
    const [argument = ""] = path.split(".");
    const isPathParameter = row.pathParameter === true;
    const normalized = onBothSides((side) => {
      const place = { resource: this.#resources[side], argument, isPathParameter };
      return this.#references[side].normalize(place, values[side]);
    });
    if (equal(row, normalized.a, normalized.b)) return true;
    // Two services may assign one id to different objects: if both values are references, only their targets count.
    const areReferences =
      isPathParameter && sides.every((side) => normalized[side] !== values[side]);
    return !areReferences && equal(row, values.a, values.b);
  }
}

/** The value that a program declares. An argument for the provider alone is off if the program leaves it out. */
const declaredValue = (row: Row, value: unknown): unknown =>
  row.providerOnly && value === false ? undefined : value;

const areObjects = (values: ValuePair): values is Sides<Values> =>
  isPlainObject(values.a) && isPlainObject(values.b);

/** True for a module or a secret that only one stack has: it differs even if its value is encrypted. */
const isCertainDifference = (row: Row, { a, b }: ValuePair): boolean =>
  (!isSet(a) || !isSet(b)) && (row.secret === true || row.kind === "object");

/** A difference with masks in place of both values. */
const maskedDifference = (path: string, values: ValuePair): ArgumentDifference => ({
  kind: "argument",
  path,
  secret: true,
  ...onBothSides((side) => (isSet(values[side]) ? MASK : undefined)),
});

/**
 * A difference with both values, or with masks in place of both if only their masked parts differ.
 *
 * @param shown The values with masks in place of the credentials in them.
 */
function shownDifference(path: string, values: ValuePair, shown: ValuePair): ArgumentDifference {
  if (differInMaskedPart(values, shown)) return maskedDifference(path, values);
  const shownIfSet = onBothSides((side) => (isSet(values[side]) ? shown[side] : undefined));
  return { kind: "argument", path, secret: false, ...shownIfSet };
}

/**
 * True if two values differ, and their masked forms do not. Equal values come here, too, if they are ids of different objects. They
 * are shown.
 */
const differInMaskedPart = (values: ValuePair, shown: ValuePair): boolean =>
  sides.every((side) => isSet(values[side])) &&
  stableJson(shown.a) === stableJson(shown.b) &&
  stableJson(values.a) !== stableJson(values.b);

const maskedHeader = (name: string, value: unknown): unknown =>
  credentialsIn(value, name).length > 0 ? MASK : value;

/** A header under the name that a program writes. */
interface Header {
  readonly name: string;
  readonly value: unknown;
}

const byLowerCaseName = (headers: Values): ReadonlyMap<string, Header> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
