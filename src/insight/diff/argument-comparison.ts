import { credentialsIn } from "../../core/schema/credentials";
import { equal } from "../../core/schema/diff";
import { inputRows, type Row, type Table } from "../../core/schema/field";
import { isPlainObject, isSet, stableJson, type Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";
import { isEncrypted, isSecretValue, MASK, withSecretsRevealed } from "../engine/secrets";
import { maskedValue } from "./masking";
import type { Side } from "./pairs";
import type { References } from "./references";

/** A difference of an argument. */
export type ArgumentDifference = { readonly path: string } & (
  | {
      readonly kind: "argument";
      /** Whether both values are masked: the argument is a secret in a stack, or the values differ in a masked part alone. */
      readonly secret: boolean;
      /** The value in each stack; none if the stack does not set the argument. Secrets in it are masked. */
      readonly a?: unknown;
      readonly b?: unknown;
    }
  /** The values cannot be compared, because at least one of them is encrypted. */
  | { readonly kind: "unknown"; readonly encryptedIn: readonly Side[] }
);

/** The values of an argument in the two stacks. */
interface ValuePair {
  readonly a: unknown;
  readonly b: unknown;
}

/** Compares the arguments of a resource that two stacks have, by what the arguments mean to the API. */
export class ArgumentComparison {
  readonly #resources: Readonly<Record<Side, StackResource>>;
  readonly #references: Readonly<Record<Side, References>>;
  /** The paths that the program marks as secret in either stack. */
  readonly #secretPaths: readonly string[];

  constructor(
    resources: Readonly<Record<Side, StackResource>>,
    references: Readonly<Record<Side, References>>,
  ) {
    this.#resources = resources;
    this.#references = references;
    this.#secretPaths = [...resources.a.marked, ...resources.b.marked];
  }

  differences(table: Table): ArgumentDifference[] {
    return this.#compareObjects(table, this.#resources.a.inputs, this.#resources.b.inputs, "");
  }

  #compareObjects(table: Table, a: Values, b: Values, prefix: string): ArgumentDifference[] {
    return inputRows(table).flatMap(([name, row]) =>
      this.#compareValues(
        row,
        { a: declaredValue(row, a[name]), b: declaredValue(row, b[name]) },
        prefix + name,
      ),
    );
  }

  #compareValues(row: Row, { a, b }: ValuePair, path: string): ArgumentDifference[] {
    const areObjects = isPlainObject(a) && isPlainObject(b);
    if (row.kind === "object" && areObjects)
      return this.#compareObjects(row.fields, a, b, `${path}.`);
    const plain = { a: withSecretsRevealed(a), b: withSecretsRevealed(b) };
    if (this.#areEqual(row, plain, path)) return [];
    const encryptedIn = encryptedSides({ a, b });
    if (encryptedIn.length > 0 && !isCertainDifference(row, plain))
      return [{ kind: "unknown", path, encryptedIn }];
    const isSecret =
      isSecretValue(row, a, path, this.#secretPaths) ||
      isSecretValue(row, b, path, this.#secretPaths);
    if (row.kind === "headers" && areObjects && !isSecret) return this.#compareHeaders(a, b, path);
    const masked = {
      a: maskedValue(row, a, path, this.#secretPaths),
      b: maskedValue(row, b, path, this.#secretPaths),
    };
    return [differenceOf(path, { a, b }, masked, isSecret)];
  }

  /** Compares each header by itself, under its name in the first stack with the header. */
  #compareHeaders(a: Values, b: Values, path: string): ArgumentDifference[] {
    const headersOfA = byLowerCaseName(a);
    const headersOfB = byLowerCaseName(b);
    const names = new Set([...headersOfA.keys(), ...headersOfB.keys()]);
    return [...names].flatMap((lowerCaseName) => {
      const headerOfA = headersOfA.get(lowerCaseName);
      const headerOfB = headersOfB.get(lowerCaseName);
      const values = { a: headerOfA?.value, b: headerOfB?.value };
      if (this.#areEqual({ kind: "string" }, values, path)) return [];
      const name = (headerOfA ?? headerOfB)?.name ?? lowerCaseName;
      const masked = { a: maskedHeader(name, values.a), b: maskedHeader(name, values.b) };
      return [differenceOf(`${path}.${name}`, values, masked, false)];
    });
  }

  #areEqual(row: Row, { a, b }: ValuePair, path: string): boolean {
    const argument = path.replace(/\..*/, "");
    const isPathParameter = row.pathParameter === true;
    const normalized = {
      a: this.#references.a.normalize(
        { resource: this.#resources.a, argument, isPathParameter },
        a,
      ),
      b: this.#references.b.normalize(
        { resource: this.#resources.b, argument, isPathParameter },
        b,
      ),
    };
    if (equal(row, normalized.a, normalized.b)) return true;
    // Two services may assign one id to different objects: if both values are references, only their targets count.
    const areReferences = isPathParameter && normalized.a !== a && normalized.b !== b;
    return !areReferences && equal(row, a, b);
  }
}

/** The value that a program declares. An argument for the provider alone is off if the program leaves it out. */
const declaredValue = (row: Row, value: unknown): unknown =>
  row.providerOnly && value === false ? undefined : value;

const encryptedSides = ({ a, b }: ValuePair): Side[] => [
  ...(isEncrypted(a) ? (["a"] as const) : []),
  ...(isEncrypted(b) ? (["b"] as const) : []),
];

/** A module or a secret that only one stack has differs, even if its value is encrypted. */
const isCertainDifference = (row: Row, { a, b }: ValuePair): boolean =>
  (!isSet(a) || !isSet(b)) && (row.secret === true || row.kind === "object");

/** A difference that contains both values. If only their masked parts differ, the difference contains none of them. */
function differenceOf(
  path: string,
  values: ValuePair,
  masked: ValuePair,
  isSecret: boolean,
): ArgumentDifference {
  const isShownEqual =
    isSet(values.a) && isSet(values.b) && stableJson(masked.a) === stableJson(masked.b);
  // The values may be equal: ids that belong to different objects. Those are shown.
  const differsInMask = isShownEqual && stableJson(values.a) !== stableJson(values.b);
  const isMasked = isSecret || differsInMask;
  return {
    kind: "argument",
    path,
    secret: isMasked,
    ...(isSet(values.a) && { a: isMasked ? MASK : masked.a }),
    ...(isSet(values.b) && { b: isMasked ? MASK : masked.b }),
  };
}

const maskedHeader = (name: string, value: unknown): unknown =>
  credentialsIn(value, name).length > 0 ? MASK : value;

const byLowerCaseName = (headers: Values) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
