import * as pulumi from "@pulumi/pulumi";
import type { Table } from "../../core/schema/field";
import { mismatch, mismatchText, typeName } from "../../core/schema/problem";
import { isJsonValue } from "../../core/schema/values";
import { isNested, walk } from "../../core/schema/walk";
import { requireArguments } from "./inputs";

/**
 * The arguments for the engine, with their secrets marked. Refuses values that the SDK would silently drop or change.
 *
 * @throws {pulumi.RunError} if there are none, or as {@link jsonValue} does.
 */
export function prepareArguments(
  table: Table,
  args: unknown,
  resource: string,
): Record<string, unknown> {
  requireArguments(args, resource);
  return walk(table, args, (visited) => {
    const { row, value, path, names, below } = visited;
    const place = { path: `${resource}: ${path}` };
    refuseReservedKey(String(names.at(-1)), place.path);
    if (isNested(visited)) {
      refuseUnfit(value, place);
      return below();
    }
    const sent = jsonValue(value, place);
    return row?.secret && sent !== undefined ? pulumi.secret(sent) : sent;
  });
}

/** The position of a value in the arguments of a resource. */
interface Place {
  /** The resource and the path, for messages. */
  readonly path: string;
  /** The value is a part of a secret: messages must not contain names and types of its members. */
  readonly isSecret?: boolean | undefined;
  /** The value is an item of an array, which cannot be absent. */
  readonly isItem?: boolean;
  /** The objects and arrays that contain the value. */
  readonly within?: readonly object[];
}

/**
 * The value, as a copy if it has members. The value must be JSON, because the SDK would silently send something else. The value of an
 * output or promise is checked when it is known.
 *
 * @throws {pulumi.RunError} if JSON does not have the value or a part of it, a text contains a lone surrogate, or an object
 * has a symbol or `__proto__` as a key.
 */
function jsonValue(value: unknown, place: Place): unknown {
  if (pulumi.Output.isInstance(value)) return jsonOutput(value, place);
  // `pulumi.output` of the promise itself would be a copy, in which a date is an empty object.
  if (value instanceof Promise)
    return pulumi.output(value.then((resolved) => jsonValue(resolved, place)));
  if (pulumi.isUnknown(value) || (value === undefined && !place.isItem)) return value;
  refuseUnfit(value, place);
  if (typeof value !== "object" || value === null) return value;
  if (place.within?.includes(value))
    throw new pulumi.RunError(`${place.path} must not contain itself`);
  const within = [...(place.within ?? []), value];
  return Array.isArray(value)
    ? jsonItems(value, { ...place, within })
    : jsonMembers(value, { ...place, within });
}

function jsonOutput(value: pulumi.Output<unknown>, place: Place): pulumi.Output<unknown> {
  const read = (isSecret: boolean) =>
    value.apply((resolved) =>
      pulumi.output(jsonValue(resolved, { ...place, isSecret: isSecret || place.isSecret })),
    );
  return pulumi.output(pulumi.isSecret(value)).apply(read);
}

// `map` would skip the holes of a sparse array.
const jsonItems = (items: readonly unknown[], { path, ...place }: Place): unknown[] =>
  Array.from(items, (item, index) =>
    jsonValue(item, { ...place, path: `${path}[${index}]`, isItem: true }),
  );

function jsonMembers(value: object, { path, ...place }: Place): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const below = place.isSecret ? `${path}["[secret]"]` : `${path}.${key}`;
      refuseReservedKey(key, below);
      return [key, jsonValue(member, { ...place, path: below, isItem: false })];
    }),
  );
}

function refuseReservedKey(key: string, path: string): void {
  if (key === "__proto__") throw new pulumi.RunError(`${path} cannot be a key`);
}

/** Refuses a value, apart from its members, if it is not JSON. */
function refuseUnfit(value: unknown, { path, isSecret }: Place): void {
  const kind = pulumiKind(value) ?? (isJsonValue(value) ? undefined : typeName(value));
  if (kind !== undefined)
    throw new pulumi.RunError(
      `${path} ${isSecret ? EXPECTED : mismatchText(mismatch(EXPECTED, kind))}`,
    );
  if (typeof value === "string" && !value.isWellFormed())
    throw new pulumi.RunError(`${path} contains a lone surrogate, which is not valid Unicode`);
  // The copy has only the enumerable symbols.
  if (typeof value === "object" && Object.getOwnPropertySymbols({ ...value }).length > 0)
    throw new pulumi.RunError(`${path} must not have a symbol as a key`);
}

const EXPECTED = "must be a JSON value";

/** The kind of a Pulumi object. The SDK's plain copies of assets have the same marks as the assets. */
function pulumiKind(value: unknown): string | undefined {
  if (pulumi.asset.Asset.isInstance(value)) return "an asset";
  if (pulumi.asset.Archive.isInstance(value)) return "an archive";
  if (pulumi.Resource.isInstance(value))
    return "a resource; pass one of its outputs, such as its id";
  return undefined;
}
