import { type AccountObject, objectKey } from "../account/account";
import { kebabCase } from "../core/schema/case";
import { hyphenated } from "./naming";
import { matchableTexts, matchesPattern } from "./patterns";
import { findEdge } from "./places";

/** The part for objects that do not belong to another part. */
export const SHARED = "shared";

/** A way to divide an account into projects. */
export interface Split {
  /** The name of the part of an object. */
  readonly partName: (object: AccountObject) => string;
  /** The most objects of a part. With a limit, parts are numbered. Default: not set. */
  readonly limit?: number;
}

/**
 * Reads the value of `--split`.
 *
 * @throws {Error} if the value is not valid. The error names the valid values.
 */
export function readSplit(text: string): Split {
  const [, method, value = ""] = /^(\w+)(?::(.+))?$/.exec(text) ?? [];
  if (method === "pattern" && value !== "") return byPatterns(value.split(","));
  if (method === "count" && /^[1-9]\d*$/.test(value))
    return { partName: kindFileStem, limit: Number(value) };
  if (text === "kind") return { partName: kindFileStem };
  if (text === "edge") return { partName: (object) => findEdge(object)?.name ?? SHARED };
  throw new Error("--split must be edge, kind, count:N, pattern:PATTERN[,PATTERN...]");
}

function byPatterns(patterns: readonly string[]): Split {
  const names = new Map(patterns.map((pattern) => [hyphenated(pattern), pattern]));
  if (names.size < patterns.length || names.has("") || names.has(SHARED))
    throw new Error(
      "--split: each pattern must have letters or digits of its own, after which its project is named, and no pattern can be called shared",
    );
  return {
    partName: (object) =>
      [...names].find(([, pattern]) => matchesPattern(matchableTexts(object), pattern))?.[0] ??
      SHARED,
  };
}

/**
 * Divides objects into parts.
 *
 * @param existing Keys of the objects in existing parts. An object stays in its part.
 */
export function splitObjects(
  objects: readonly AccountObject[],
  { partName, limit }: Split,
  existing: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly AccountObject[]> {
  const parts = new Parts(existing.keys());
  const existingPart = partsByKey(existing);
  const added: AccountObject[] = [];
  for (const object of objects) {
    const part = existingPart.get(objectKey(object));
    if (part === undefined) added.push(object);
    else parts.add(part, object);
  }
  for (const object of added) {
    const name = partName(object);
    parts.add(limit === undefined ? name : parts.firstWithSpace(name, limit), object);
  }
  return parts.all;
}

/** The part of each key. If a key is in several parts, the first part counts. */
function partsByKey(parts: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const [part, keys] of parts) {
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, part);
  }
  return byKey;
}

class Parts {
  readonly all = new Map<string, AccountObject[]>();
  /** The numbers of parts before which all parts are full, by their names. A part never loses an object. */
  private readonly firstOpen = new Map<string, number>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.all.set(name, []);
  }

  add(name: string, object: AccountObject): void {
    const part = this.all.get(name) ?? [];
    part.push(object);
    this.all.set(name, part);
  }

  /** The first numbered part with a name that contains fewer objects than the limit. */
  firstWithSpace(name: string, limit: number): string {
    let number = this.firstOpen.get(name) ?? 1;
    while ((this.all.get(`${name}-${number}`)?.length ?? 0) >= limit) number += 1;
    this.firstOpen.set(name, number);
    return `${name}-${number}`;
  }
}

/**
 * The name of a file for objects of a type, such as `agent-ingresses`. Routes and modules of edges
 * share a name such as `https-edges`.
 */
export function kindFileStem(object: AccountObject): string {
  const { definition } = object;
  const plural = definition.kind === "collection" ? definition.plural : undefined;
  return findEdge(object)?.fileStem ?? kebabCase(plural ?? definition.type);
}
