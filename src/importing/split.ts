import { type AccountObject, objectKey } from "../account/account";
import { kebabCase } from "../core/schema/case";
import { hyphenated } from "./naming";
import { matchableTexts, matchesPattern } from "./patterns";

/** The part that has what belongs to no other one. */
export const SHARED = "shared";

/** How an account is divided into projects. */
export interface Split {
  /** The name of the part that an object is in. */
  readonly partName: (object: AccountObject) => string;
  /** The most objects of a part. With a limit, parts are numbered. Default: no limit. */
  readonly limit?: number;
}

/** Reads the value of `--split`, or throws an error that names the values. */
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
  const names = new Map(patterns.map((each) => [hyphenated(each), each]));
  if (names.size < patterns.length || names.has("") || names.has(SHARED))
    throw new Error(
      "--split: each pattern must have letters or digits of its own, after which its project is named",
    );
  return {
    partName: (object) =>
      [...names].find(([, pattern]) => matchesPattern(matchableTexts(object), pattern))?.[0] ??
      SHARED,
  };
}

/** Objects by the parts of a split, none of which refers to another. Objects stay in parts that exist, whose keys `homes` has. */
export function splitObjects(
  objects: readonly AccountObject[],
  { partName, limit }: Split,
  homes: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly AccountObject[]> {
  const parts = new Parts(homes.keys());
  const homeOf = new Map<string, string>();
  for (const [part, keys] of homes)
    for (const key of keys) if (!homeOf.has(key)) homeOf.set(key, part);
  for (const each of objects) {
    const home = homeOf.get(objectKey(each));
    if (home !== undefined) parts.add(home, each);
  }
  for (const each of objects.filter((object) => !homeOf.has(objectKey(object)))) {
    const part = partName(each);
    parts.add(limit === undefined ? part : parts.withRoom(part, limit), each);
  }
  return parts.all;
}

class Parts {
  readonly all = new Map<string, AccountObject[]>();
  /** The first number of a part that may have room: a part never loses an object. */
  private readonly firstOpen = new Map<string, number>();

  constructor(names: Iterable<string>) {
    for (const each of names) this.all.set(each, []);
  }

  add(name: string, object: AccountObject): void {
    const part = this.all.get(name) ?? [];
    part.push(object);
    this.all.set(name, part);
  }

  /** The first numbered part of a name that has fewer objects than the limit. */
  withRoom(name: string, limit: number): string {
    let number = this.firstOpen.get(name) ?? 1;
    while ((this.all.get(`${name}-${number}`)?.length ?? 0) >= limit) number += 1;
    this.firstOpen.set(name, number);
    return `${name}-${number}`;
  }
}

/** Such as `agent-ingresses`, and `https-edges` for the routes and modules of all of them. */
export function kindFileStem(object: AccountObject): string {
  const { definition } = object;
  const plural = definition.kind === "collection" ? definition.plural : undefined;
  return findEdge(object)?.kind ?? kebabCase(plural ?? definition.type);
}

/** The edge that an object is on. The API shows nothing of it but its id. */
export function findEdge({ definition: { path }, outputs: { edgeId } }: AccountObject) {
  const [, protocol] = /^\/edges\/(\w+)\//.exec(path) ?? [];
  if (protocol === undefined) return undefined;
  const name = `${protocol}-edge-${edgeId}`;
  const title = `${protocol.toUpperCase()} edge ${edgeId}`;
  return { id: String(edgeId), name, title, kind: `${protocol}-edges` };
}

/** The labels of a domain, without what a comment must not contain. */
export const domainLabels = (domain: string): string[] =>
  domain.toLowerCase().match(/[\p{L}\p{N}_*-]+/gu) ?? [];

/** The domain in which a host is. */
export function parentDomain(domain: string): string {
  const labels = domainLabels(domain);
  return (labels.length > 2 ? labels.slice(1) : labels).join(".");
}
