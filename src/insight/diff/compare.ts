import * as definitions from "../../core/definitions";
import { credentialsIn } from "../../core/schema/credentials";
import type { Definition } from "../../core/schema/definition";
import { equal } from "../../core/schema/diff";
import { inputRows, type Row, type Table } from "../../core/schema/field";
import { undescribedSecrets, withReplacements } from "../../core/schema/undescribed-secrets";
import { isPlainObject, isSet, stableJson, type Values } from "../../core/schema/values";
import type { StackState } from "../engine/export";
import { compareTexts, inStableOrder } from "../engine/order";
import type { StackResource } from "../engine/resource";
import { isEncrypted, isSecretValue, MASK, maskedArguments, opened } from "../engine/secrets";
import { applySuppressions, type Suppression } from "../report/suppression";
import { type Naming, namingOf, type Pair, pairsOf } from "./pairs";

export type Side = "a" | "b";

/** Something that differs, or may. */
export type Difference = { readonly resource: Pick<StackResource, "type" | "name" | "parents"> } & (
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

export type Comparison = ReturnType<typeof compare>;

type Namings = Readonly<Record<Side, Naming>>;

const tables = new Map(Object.values<Definition>(definitions).map(({ type, fields }) => [type, fields]));

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/**
 * Compares the arguments of the resources of two stacks, by what they mean to the API. Left out is what must differ: ids and
 * other outputs, and arguments that repeat those of the same resource in each stack; and what a suppression is for.
 *
 * @throws {Error} if a stack has resources of a type that this version of the package does not know.
 */
export function compare(one: StackState, other: StackState, suppressions: readonly Suppression[] = []) {
  const a = ordered(one);
  const b = ordered(other);
  const all = pairsOf(a, b);
  const naming = { a: namingOf(all, "a"), b: namingOf(all, "b") };
  const pairs = all.filter(({ resource }) => resource.isIngress);
  // The names that the stacks have for the engine.
  const stacks = [...new Set([...a.resources, ...b.resources].map(({ stack }) => stack))];
  const { kept, ignored, unused } = applySuppressions(
    suppressions.filter(({ rule }) => rule === STACK_DIFFERENCE),
    stacks,
    pairs.flatMap((pair) => differencesOf(pair, naming)),
    (each) => ({ rule: STACK_DIFFERENCE, resource: nameOf(each), argument: "path" in each ? each.path : "", stacks }),
  );
  const differences = kept.map(({ finding }) => finding);
  return {
    labels: { a: a.label, b: b.label },
    // Those that both stacks have are counted once.
    resources: pairs.length,
    differences: differences.sort(byResource),
    ignored: ignored.length,
    // Suppressions that ignore nothing.
    unused,
  };
}

/** Its resources in an order that no run of the engine decides. */
const ordered = (state: StackState): StackState => ({
  ...state,
  resources: inStableOrder(state.resources, (resource) => resource),
});

/** As people sort names; names that people take for one by their characters. */
function byResource(one: Difference, other: Difference): number {
  const [a, b] = [one, other].map((each) => [nameOf(each), ...each.resource.parents].join(" ")) as [string, string];
  return nameOf(one).localeCompare(nameOf(other), "en") || compareTexts(a, b);
}

const nameOf = ({ resource: { type, name } }: Difference): string => `${type} ${name}`;

function differencesOf({ resource: { type, name, parents }, a, b }: Pair, naming: Namings): Difference[] {
  const table = tables.get(type);
  if (!table) throw new Error(`${type} ${name} is of a type that this version does not know`);
  const resource = { type, name, parents };
  const reasons = { ...(a?.unsettled && { a: a.unsettled }), ...(b?.unsettled && { b: b.unsettled }) };
  if (Object.keys(reasons).length > 0) return [{ resource, kind: "unsettled", reasons }];
  if (!a || !b) return [{ resource, kind: "resource", in: a ? "a" : "b" }];
  return argumentsOf(a, b, table, naming).map((each) => ({ resource, ...each }));
}

/** The differences in the arguments of a resource that both stacks have. */
function argumentsOf(one: StackResource, other: StackResource, table: Table, naming: Namings): OfArgument[] {
  const marked = [...one.marked, ...other.marked];
  const inObject = (rows: Table, a: Values, b: Values, path: string): OfArgument[] =>
    inputRows(rows).flatMap(([key, row]) => {
      // What is for the provider alone is off if it is not stated.
      const stated = (value: unknown) => (row.providerOnly && value === false ? undefined : value);
      return inValue(row, stated(a[key]), stated(b[key]), path + key);
    });
  const inValue = (row: Row, a: unknown, b: unknown, path: string): OfArgument[] => {
    const areObjects = isPlainObject(a) && isPlainObject(b);
    if (row.kind === "object" && areObjects) return inObject(row.fields, a, b, `${path}.`);
    const openA = opened(a);
    const openB = opened(b);
    if (areAlike(row, openA, openB, path)) return [];
    const encryptedIn = (["a", "b"] as const).filter((side) => isEncrypted(side === "a" ? a : b));
    // A module, or a secret, is not what is absent.
    const isCertain = (!isSet(openA) || !isSet(openB)) && (row.secret || row.kind === "object");
    if (encryptedIn.length > 0 && !isCertain) return [{ kind: "unknown", path, encryptedIn }];
    const secret = isSecretValue(row, a, path, marked) || isSecretValue(row, b, path, marked);
    if (row.kind === "headers" && areObjects && !secret) return inHeaders(a, b, path);
    const table = { [path]: row };
    const masked = (value: unknown) =>
      withoutCredentials(table, maskedArguments(table, { [path]: value }, "", marked))[path];
    return [differenceOf(path, { a, b, secret, masked })];
  };
  /** Each header by itself, by the name that it has in the first stack. */
  const inHeaders = (a: Values, b: Values, path: string): OfArgument[] => {
    const ofA = byLowerCaseName(a);
    const ofB = byLowerCaseName(b);
    return [...new Set([...ofA.keys(), ...ofB.keys()])].flatMap((key) => {
      const own = ofA.get(key);
      const others = ofB.get(key);
      if (areAlike({ kind: "string" }, own?.value, others?.value, path)) return [];
      const name = (own ?? others)?.name ?? key;
      const masked = (value: unknown) => (credentialsIn(value, name).length > 0 ? MASK : value);
      return [differenceOf(`${path}.${name}`, { a: own?.value, b: others?.value, secret: false, masked })];
    });
  };
  const areAlike = (row: Row, a: unknown, b: unknown, path: string): boolean => {
    const argument = path.replace(/\..*/, "");
    const isInPath = row.pathParameter === true;
    const ofA = naming.a(one, argument, isInPath, a);
    const ofB = naming.b(other, argument, isInPath, b);
    // Two services may give the same id to different objects.
    const isNamed = isInPath && ofA !== a && ofB !== b;
    return (!isNamed && equal(row, a, b)) || equal(row, ofA, ofB);
  };
  return inObject(table, one.inputs, other.inputs, "");
}

/** Values of an argument, and how a value is shown whose secrets are masked. */
interface Differing {
  readonly a: unknown;
  readonly b: unknown;
  /** Whether the argument is a secret in a stack. */
  readonly secret: boolean;
  readonly masked: (value: unknown) => unknown;
}

/** A difference that shows both values. If they differ in what is masked alone, nothing of them is shown. */
function differenceOf(path: string, { a, b, secret, masked }: Differing): OfArgument {
  const shown = { a: masked(a), b: masked(b) };
  const areShownAlike = isSet(a) && isSet(b) && stableJson(shown.a) === stableJson(shown.b);
  // Equal ids of different objects are shown as they are.
  const isMasked = secret || (areShownAlike && stableJson(a) !== stableJson(b));
  return {
    kind: "argument",
    path,
    secret: isMasked,
    ...(isSet(a) && { a: isMasked ? MASK : shown.a }),
    ...(isSet(b) && { b: isMasked ? MASK : shown.b }),
  };
}

/** Arguments with the mask in place of credentials, although the API does not call them secret. */
function withoutCredentials(table: Table, values: Values): Values {
  const masks = new Map(undescribedSecrets(table, values).map(({ path }) => [path, MASK]));
  return withReplacements(table, values, masks);
}

const byLowerCaseName = (headers: Values) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
