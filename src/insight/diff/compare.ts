import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import { equal } from "../../core/schema/diff";
import { inputRows, type Row, type Table } from "../../core/schema/field";
import { isPlainObject, isSet, type Values } from "../../core/schema/values";
import type { StackState } from "../stack/export";
import { isHidden, type MarkedPaths, masked } from "../stack/masked";
import type { StackResource } from "../stack/resource";
import { MASK, type Opened, opened } from "../stack/secrets";
import { type Pair, pairsOf } from "./pairs";
import { type Naming, namingOf } from "./references";

/** One of the two stacks. */
export type Side = "a" | "b";

/** Something that differs, or may. */
export type Difference = { readonly resource: StackResource } & (
  | {
      /** Only one of the stacks has the resource. */
      readonly kind: "resource";
      readonly in: Side;
    }
  | {
      /** An argument has two values. */
      readonly kind: "argument";
      readonly path: string;
      /** Whether it is a secret, so that both values are masked. */
      readonly secret: boolean;
      /** The value, secrets in it masked; absent where the stack has none. */
      readonly a?: unknown;
      readonly b?: unknown;
    }
  | {
      /** An argument whose values cannot be compared. */
      readonly kind: "unknown";
      readonly path: string;
      /** Where it is encrypted. */
      readonly encryptedIn: readonly Side[];
    }
  | {
      /** A resource whose state does not show what is on the server. */
      readonly kind: "unsettled";
      /** Why, for each stack of which that is true. */
      readonly reasons: Readonly<Partial<Record<Side, string>>>;
    }
);

/** What two stacks have, as far as it belongs to this package. */
export interface Comparison {
  /** The names by which a reader knows the stacks. */
  readonly labels: Readonly<Record<Side, string>>;
  /** The names that the stacks have for the engine. */
  readonly stacks: readonly string[];
  /** How many resources there are, those that both stacks have counted once. */
  readonly resources: number;
  readonly differences: readonly Difference[];
}

const tables = new Map(Object.values<Definition>(definitions).map(({ type, fields }) => [type, fields]));

/**
 * Compares the arguments of the resources of two stacks, by what they mean to the API. Left out is what must differ: ids and
 * other outputs, and arguments that repeat those of the same resource in each stack.
 *
 * @throws {Error} if a stack has resources of a type that this version of the package does not know.
 */
export function compare(a: StackState, b: StackState): Comparison {
  const all = pairsOf(a, b);
  const naming = { a: namingOf(all, "a"), b: namingOf(all, "b") };
  const pairs = all.filter((pair) => (pair.a ?? pair.b)?.isIngress);
  const differences = pairs.flatMap((pair) => [...differencesOf(pair, naming)]);
  return {
    labels: { a: a.label, b: b.label },
    stacks: [...new Set([...a.resources, ...b.resources].map(({ stack }) => stack))],
    resources: pairs.length,
    differences: differences.sort((one, other) => collator.compare(orderOf(one), orderOf(other))),
  };
}

const collator = new Intl.Collator("en");

const orderOf = ({ resource: { type, name } }: Difference): string => `${type} ${name}`;

function* differencesOf({ a, b }: Pair, naming: Readonly<Record<Side, Naming>>): Generator<Difference> {
  const resource = a ?? b;
  if (!resource) return;
  const table = tables.get(resource.type);
  if (!table) throw new Error(`${resource.type} ${resource.name} is of a type that this version does not know`);
  const reasons = { ...(a?.unsettled && { a: a.unsettled }), ...(b?.unsettled && { b: b.unsettled }) };
  if (Object.keys(reasons).length > 0) yield { kind: "unsettled", resource, reasons };
  else if (!a || !b) yield { kind: "resource", resource, in: a ? "a" : "b" };
  else yield* new Walk(a, b, naming).object(table, a.inputs, b.inputs, "");
}

/** The arguments of one resource, in both stacks. */
class Walk {
  private readonly marked: MarkedPaths;

  constructor(
    private readonly one: StackResource,
    private readonly other: StackResource,
    private readonly naming: Readonly<Record<Side, Naming>>,
  ) {
    this.marked = [...one.marked, ...other.marked];
  }

  *object(table: Table, a: Values, b: Values, path: string): Generator<Difference> {
    for (const [key, row] of inputRows(table)) {
      // What is for the provider alone is off if it is not stated.
      const [one, other] = [a[key], b[key]].map((value) => (row.providerOnly && value === false ? undefined : value));
      yield* this.value(row, one, other, path + key);
    }
  }

  private *value(row: Row, a: unknown, b: unknown, path: string): Generator<Difference> {
    const areObjects = isPlainObject(a) && isPlainObject(b);
    if (row.kind === "object" && areObjects) return yield* this.object(row.fields, a, b, `${path}.`);
    const [ofA, ofB] = [opened(a), opened(b)];
    if (this.areAlike(row, ofA.value, ofB.value, path)) return;
    const secret = isHidden(row, a, path, this.marked) || isHidden(row, b, path, this.marked);
    if (isUncertain(row, ofA, ofB)) {
      const encryptedIn = (["a", "b"] as const).filter((side) => (side === "a" ? ofA : ofB).isEncrypted);
      yield { kind: "unknown", resource: this.one, path, encryptedIn };
    } else if (row.kind === "headers" && areObjects && !secret) {
      yield* this.headers(a, b, path);
    } else {
      const show = (value: unknown) => (secret ? MASK : masked(row, value, path, this.marked));
      const values = { ...(isSet(a) && { a: show(a) }), ...(isSet(b) && { b: show(b) }) };
      yield { kind: "argument", resource: this.one, path, secret, ...values };
    }
  }

  /** Each header by itself, by the name that it has in the first stack. */
  private *headers(a: Values, b: Values, path: string): Generator<Difference> {
    const [ofA, ofB] = [byLowerCaseName(a), byLowerCaseName(b)];
    for (const key of new Set([...ofA.keys(), ...ofB.keys()])) {
      const [own, others] = [ofA.get(key), ofB.get(key)];
      if (this.areAlike({ kind: "string" }, own?.value, others?.value, path)) continue;
      const values = { ...(own && { a: own.value }), ...(others && { b: others.value }) };
      const at = `${path}.${(own ?? others)?.name}`;
      yield { kind: "argument", resource: this.one, path: at, secret: false, ...values };
    }
  }

  private areAlike(row: Row, a: unknown, b: unknown, path: string): boolean {
    const [name = ""] = path.split(".");
    const argument = { name, inPath: row.pathParameter === true };
    const { one, other, naming } = this;
    const [ofA, ofB] = [naming.a(one, argument, a), naming.b(other, argument, b)];
    // Two services may give the same id to different objects.
    const isNamed = argument.inPath && ofA !== a && ofB !== b;
    return (!isNamed && equal(row, a, b)) || equal(row, ofA, ofB);
  }
}

/** Whether what is encrypted may be what the other stack has. A module, or a secret, is not what is absent. */
function isUncertain(row: Row, a: Opened, b: Opened): boolean {
  const isOnlyInOne = !isSet(a.value) || !isSet(b.value);
  return (a.isEncrypted || b.isEncrypted) && !(isOnlyInOne && (row.secret || row.kind === "object"));
}

const byLowerCaseName = (headers: Values) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
