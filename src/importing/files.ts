import { objectKey } from "../account/account";
import { type Resource, referencedResources } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { kebabCase } from "../core/schema/case";
import type { Declared } from "./declaration";
import { hyphenated } from "./naming";
import type { Origin, ProgramOptions } from "./options";
import { findEdge, parentDomain } from "./places";
import { kindFileStem } from "./split";
import { countLines, groupIntoTables } from "./tables";

/** Sizes at which a program is divided, chosen so that people can read a file. */
const LIMITS = {
  /** The most objects of a program that is one file. */
  objectsOfProgram: 12,
  /** About the most lines of a file. */
  lines: 300,
  /** The most objects of an edge, or of a group, that share a file with other objects. */
  sharedObjects: 4,
  /** The fewest lines of a group that has a file of its own. */
  linesOfGroup: 60,
};

const LINES_OF_TABLE_ROW = 2;

/** The name of a file with all objects. */
const WHOLE_PROGRAM = "ingress";

/** Objects by the names of the files that declare them, without extensions. */
export type FileGroups = ReadonlyMap<string, readonly Declared[]>;

/**
 * Assigns objects to files: to the files of an earlier run, else by types, edges and groups of objects. Resources that refer to
 * each other are in one file.
 */
export function groupIntoFiles(
  declared: readonly Declared[],
  { fileStems, isOneFile }: ProgramOptions,
): FileGroups {
  // In a single file, the assignment determines the order.
  if (isOneFile) return inOneFile([...assignFiles(declared).values()].flat());
  if (!fileStems) return joinLinkedFiles(assignFiles(declared));
  const earlierStem = ({ object }: Declared) => fileStems.get(objectKey(object)) ?? WHOLE_PROGRAM;
  return joinLinkedFiles(Map.groupBy(declared, earlierStem));
}

/** Joins files whose resources refer to each other. */
function joinLinkedFiles(files: FileGroups): FileGroups {
  const stems = new Map<Resource, string>();
  for (const [stem, declared] of files)
    for (const { resource } of declared) stems.set(resource, stem);
  /** The files into which files are joined. */
  const joined = new Map<string, string>();
  /** Follows the joins to the file that remains. */
  const finalStem = (stem: string): string => {
    const target = joined.get(stem);
    return target === undefined ? stem : finalStem(target);
  };
  for (const [resource, stem] of stems) {
    for (const target of referencedResources(resource)) {
      const from = finalStem(stem);
      const to = finalStem(stems.get(target) ?? stem);
      if (from !== to) joined.set(to, from);
    }
  }
  const result = new Map<string, Declared[]>();
  for (const [stem, declared] of files) {
    const objects = result.get(finalStem(stem)) ?? [];
    objects.push(...declared);
    result.set(finalStem(stem), objects);
  }
  return result;
}

/** Assigns objects to files by edges and types. Edges with few objects share a file, and a long file is divided. */
function assignFiles(declared: readonly Declared[]): FileGroups {
  const edgeName = ({ object }: Declared) => findEdge(object)?.name;
  const edges = Map.groupBy(declared, edgeName);
  const files = Map.groupBy(declared, (declaration) => {
    const name = edgeName(declaration);
    const objectsOfEdge = edges.get(name)?.length ?? 0;
    const hasOwnFile = name !== undefined && objectsOfEdge > LIMITS.sharedObjects;
    return hasOwnFile ? name : kindFileStem(declaration.object);
  });
  const sorted = [...files].map(([stem, objects]) => ({ stem, objects: inReadingOrder(objects) }));
  if (declared.length <= LIMITS.objectsOfProgram)
    return inOneFile(sorted.flatMap(({ objects }) => objects));
  const result = new Map<string, Declared[]>();
  for (const part of sorted.flatMap(({ stem, objects }) => divideLongFile(stem, objects))) {
    const stem = hyphenated(part.stem);
    result.set(stem, [...(result.get(stem) ?? []), ...part.objects]);
  }
  return result;
}

const inOneFile = (declared: readonly Declared[]): FileGroups =>
  declared.length === 0 ? new Map() : new Map([[WHOLE_PROGRAM, declared]]);

/** Objects of a file that is to be written. */
interface FilePart {
  readonly stem: string;
  readonly objects: readonly Declared[];
}

/** Divides a file that is too long: large groups get a file, and the rest is divided into parts of equal length. */
function divideLongFile(stem: string, declared: readonly Declared[]): FilePart[] {
  const linesOf = lineCounter(declared);
  if (linesOf(declared) <= LIMITS.lines) return [{ stem, objects: declared }];
  const largeGroups = new Set<string>();
  for (const [key, objects] of Map.groupBy(declared, groupKey)) {
    const isLarge =
      objects.length > LIMITS.sharedObjects && linesOf(objects) >= LIMITS.linesOfGroup;
    if (key !== "" && isLarge) largeGroups.add(key);
  }
  const files = Map.groupBy(declared, (declaration) => {
    const key = groupKey(declaration);
    return largeGroups.has(key) ? `${stem}-${key}` : stem;
  });
  return [...files].flatMap(([name, objects]) => divideByLength(name, objects, linesOf));
}

type LineCounter = (declared: readonly Declared[]) => number;

/** Creates a function that estimates the lines of declarations. A resource of a table needs few lines. */
function lineCounter(declared: readonly Declared[]): LineCounter {
  const { resources } = groupIntoTables(declared.map(({ resource }) => resource));
  const outsideTables = new Set(resources);
  const lines = ({ resource }: Declared) =>
    outsideTables.has(resource) ? countLines(resource.args) : LINES_OF_TABLE_ROW;
  return (objects) => objects.reduce((sum, declaration) => sum + lines(declaration), 0);
}

/** Begins a new file when a file is full. A route and its modules stay together. */
function divideByLength(stem: string, declared: readonly Declared[], linesOf: LineCounter) {
  const parts: { stem: string; objects: Declared[] }[] = [];
  let linesOfPart = 0;
  for (const declaration of declared) {
    const lines = linesOf([declaration]);
    const isFull = linesOfPart + lines > LIMITS.lines;
    if (parts.length === 0 || (isFull && !declaration.route)) {
      const number = parts.length + 1;
      parts.push({ stem: number === 1 ? stem : `${stem}-${number}`, objects: [] });
      linesOfPart = 0;
    }
    parts.at(-1)?.objects.push(declaration);
    linesOfPart += lines;
  }
  return parts;
}

/**
 * The group of an object: its parent domain, the first segment of its path, or the kind of its target. A module is in the group of
 * its route. Empty if the object is in no group.
 */
export function groupKey({ object, route }: Declared): string {
  const { domain, match, target } = (route?.object ?? object).outputs;
  if (typeof domain === "string") return parentDomain(domain);
  if (typeof match === "string") return match.split("/")[1] ?? "";
  return kebabCase(Object.keys(target ?? {})[0] ?? "");
}

/** A comment that describes the objects of a file by their edge or their type. */
export function fileComment(declared: readonly Declared[], { url, date }: Origin): string {
  const edges = [...new Set(declared.map(({ object }) => findEdge(object)?.title))];
  const types = [...new Set(declared.map(({ resource }) => resource.type))];
  let objects = types.length > 1 ? "Objects" : `${types[0]} resources`;
  if (edges.length === 1) objects = edges[0] ?? objects;
  return `${objects} of the account at ${url}, imported on ${date}.`;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** Sorts objects by domain, or by edge and match. The modules of a route follow the route. */
const inReadingOrder = (declared: readonly Declared[]): Declared[] =>
  declared
    .map((declaration) => ({ declaration, keys: sortKeys(declaration) }))
    .sort((a, b) => compareKeys(a.keys, b.keys))
    .map(({ declaration }) => declaration);

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [index, key] of a.entries()) {
    const order = compare(key, b[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Sort keys of an object, the most significant key first. The labels of a domain are reversed, so
 * that domains of a zone follow each other.
 */
function sortKeys({ object, resource, route }: Declared): string[] {
  const { domain, description } = object.outputs;
  if (typeof domain === "string") {
    const labels = domain.toLowerCase().split(".").filter(Boolean);
    return [labels.reverse().join("."), resource.name];
  }
  const edgeId = findEdge(object)?.id ?? "";
  const isRoute = object.definition === httpsEdgeRoute;
  const owner = isRoute ? { object, resource } : route;
  // Modules of the edge itself come before its routes.
  const match = owner ? `1 ${owner.object.outputs.match}` : "0";
  const moduleType = route ? resource.type : "";
  return [
    edgeId,
    match,
    owner?.resource.name ?? "",
    moduleType,
    String(description ?? ""),
    resource.name,
  ];
}
