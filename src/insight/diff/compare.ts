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

export type Side = "a" | "b";

/** Something that differs, or may. */
export type Difference = { readonly resource: StackResource } & (
  | OfArgument
  /** Only one of the stacks has the resource. */
  | { readonly kind: "resource"; readonly in: Side }
  /** The state of the resource does not show what is on the server, for these reasons. */
  | { readonly kind: "unsettled"; readonly reasons: Readonly<Partial<Record<Side, string>>> }
);

/** An argument has two values, or one stack has none. Secrets in them are masked, and both values if it is `secret`. */
type OfArgument = { readonly path: string } & (
  | { readonly kind: "argument"; readonly secret: boolean; readonly a?: unknown; readonly b?: unknown }
  /** Its values cannot be compared: it is encrypted. */
  | { readonly kind: "unknown"; readonly encryptedIn: readonly Side[] }
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
  const differences = pairs.flatMap((pair) => differencesOf(pair, naming));
  return {
    labels: { a: a.label, b: b.label },
    stacks: [...new Set([...a.resources, ...b.resources].map(({ stack }) => stack))],
    resources: pairs.length,
    differences: differences.sort((one, other) => collator.compare(orderOf(one), orderOf(other))),
  };
}

const collator = new Intl.Collator("en");

const orderOf = ({ resource: { type, name } }: Difference): string => `${type} ${name}`;

function differencesOf({ a, b }: Pair, naming: Readonly<Record<Side, Naming>>): Difference[] {
  const resource = a ?? b;
  if (!resource) return [];
  const table = tables.get(resource.type);
  if (!table) throw new Error(`${resource.type} ${resource.name} is of a type that this version does not know`);
  const reasons = { ...(a?.unsettled && { a: a.unsettled }), ...(b?.unsettled && { b: b.unsettled }) };
  if (Object.keys(reasons).length > 0) return [{ kind: "unsettled", resource, reasons }];
  if (!a || !b) return [{ kind: "resource", resource, in: a ? "a" : "b" }];
  const found = new Walk(a, b, naming).inObject(table, a.inputs, b.inputs, "");
  return found.map((each) => ({ resource, ...each }));
}

class Walk {
  constructor(
    private readonly one: StackResource,
    private readonly other: StackResource,
    private readonly naming: Readonly<Record<Side, Naming>>,
    private readonly marked: MarkedPaths = [...one.marked, ...other.marked],
  ) {}

  inObject(table: Table, a: Values, b: Values, path: string): OfArgument[] {
    return inputRows(table).flatMap(([key, row]) => {
      // What is for the provider alone is off if it is not stated.
      const [one, other] = [a[key], b[key]].map((value) => (row.providerOnly && value === false ? undefined : value));
      return this.inValue(row, one, other, path + key);
    });
  }

  private inValue(row: Row, a: unknown, b: unknown, path: string): OfArgument[] {
    const areObjects = isPlainObject(a) && isPlainObject(b);
    if (row.kind === "object" && areObjects) return this.inObject(row.fields, a, b, `${path}.`);
    const [ofA, ofB] = [opened(a), opened(b)];
    if (this.areAlike(row, ofA.value, ofB.value, path)) return [];
    if (isUncertain(row, ofA, ofB)) {
      const encryptedIn = (["a", "b"] as const).filter((side) => (side === "a" ? ofA : ofB).isEncrypted);
      return [{ kind: "unknown", path, encryptedIn }];
    }
    const secret = isHidden(row, a, path, this.marked) || isHidden(row, b, path, this.marked);
    if (row.kind === "headers" && areObjects && !secret) return this.inHeaders(a, b, path);
    const show = (value: unknown) => (secret ? MASK : masked(row, value, path, this.marked));
    return [{ kind: "argument", path, secret, ...(isSet(a) && { a: show(a) }), ...(isSet(b) && { b: show(b) }) }];
  }

  /** Each header by itself, by the name that it has in the first stack. */
  private inHeaders(a: Values, b: Values, path: string): OfArgument[] {
    const [ofA, ofB] = [byLowerCaseName(a), byLowerCaseName(b)];
    return [...new Set([...ofA.keys(), ...ofB.keys()])].flatMap((key) => {
      const [own, others] = [ofA.get(key), ofB.get(key)];
      if (this.areAlike({ kind: "string" }, own?.value, others?.value, path)) return [];
      const values = { ...(own && { a: own.value }), ...(others && { b: others.value }) };
      return [{ kind: "argument", path: `${path}.${(own ?? others)?.name}`, secret: false, ...values }];
    });
  }

  private areAlike(row: Row, a: unknown, b: unknown, path: string): boolean {
    const [argument, isInPath] = [path.replace(/\..*/, ""), row.pathParameter === true];
    const ofA = this.naming.a(this.one, argument, isInPath, a);
    const ofB = this.naming.b(this.other, argument, isInPath, b);
    // Two services may give the same id to different objects.
    const isNamed = isInPath && ofA !== a && ofB !== b;
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
