import { objectKey } from "../account/account";
import { referencedResources } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { kebabCase } from "../core/schema/case";
import type { Declared } from "./declaration";
import { hyphenated } from "./naming";
import type { Origin, ProgramOptions } from "./options";
import { findEdge, kindFileStem, parentDomain } from "./split";
import { countLines, groupIntoTables } from "./tables";

/** Resources, and lines about, that a person would still read in one file. */
const FEW = 12;
const MANY_LINES = 300;

/** More objects of an edge or of a topic, and that many lines, are enough for a file of their own. */
const FEW_OF_EDGE = 4;
const FEW_LINES = 60;

const LINES_OF_ROW = 2;

/** The subject of a file that has everything. */
const EVERYTHING = "ingress";

/** Objects by the subjects of the files that declare them. */
export type FileGroups = ReadonlyMap<string, readonly Declared[]>;

/** Divides objects into files: those of an earlier run, else by kinds of objects, by edges and by topics. */
export function groupIntoFiles(
  declared: readonly Declared[],
  { fileStems, isOneFile }: ProgramOptions,
): FileGroups {
  if (isOneFile) return Map.groupBy([...subjectsOf(declared).values()].flat(), () => EVERYTHING);
  const subjectOf = ({ object }: Declared) => fileStems?.get(objectKey(object)) ?? EVERYTHING;
  return linkedTogether(fileStems ? Map.groupBy(declared, subjectOf) : subjectsOf(declared));
}

/** Files, of which those are one file whose resources refer to each other. */
function linkedTogether(files: FileGroups): FileGroups {
  const all = [...files].flatMap(([subject, declared]) =>
    declared.map((each) => ({ subject, each })),
  );
  const homes = new Map(all.map(({ subject, each }) => [each.resource, subject]));
  const joined = new Map<string, string>();
  const fileOf = (subject: string): string => {
    const other = joined.get(subject);
    return other === undefined ? subject : fileOf(other);
  };
  for (const { subject, each } of all) {
    for (const target of referencedResources(each.resource)) {
      const file = fileOf(subject);
      const other = fileOf(homes.get(target) ?? subject);
      if (file !== other) joined.set(other, file);
    }
  }
  const groups = Map.groupBy(all, ({ subject }) => fileOf(subject));
  return new Map(
    [...groups].map(([subject, members]) => [subject, members.map(({ each }) => each)]),
  );
}

/** Objects by files: kinds, edges, and the topics of those with too many lines. Edges with few objects share a file. */
function subjectsOf(declared: readonly Declared[]): FileGroups {
  const edges = Map.groupBy(declared, ({ object }) => findEdge(object)?.name);
  const subjects = Map.groupBy(declared, ({ object }) => {
    const edge = findEdge(object)?.name;
    return edge !== undefined && (edges.get(edge)?.length ?? 0) > FEW_OF_EDGE
      ? edge
      : kindFileStem(object);
  });
  if (declared.length <= FEW)
    return Map.groupBy([...subjects.values()].flatMap(inOrder), () => EVERYTHING);
  const names = new Map([...subjects].flatMap(([subject, all]) => divided(subject, inOrder(all))));
  return Map.groupBy(names.keys(), (each) => hyphenated(names.get(each) ?? ""));
}

/** What an object is about: a domain, the first part of a path, or where events go. A module is about what its route is about. */
export function groupKey({ object, route }: Declared): string {
  const { domain, match, target } = (route?.object ?? object).outputs;
  if (typeof domain === "string") return parentDomain(domain);
  return typeof match === "string"
    ? (match.split("/")[1] ?? "")
    : kebabCase(Object.keys(target ?? {})[0] ?? "");
}

/** Names of files by objects. What is too long is divided by topics with enough lines, the rest into equal parts. */
function divided(subject: string, declared: readonly Declared[]): (readonly [Declared, string])[] {
  const single = new Set(groupIntoTables(declared.map(({ resource }) => resource)).resources);
  const lines = (all: readonly Declared[]) =>
    all.reduce(
      (sum, { resource }) =>
        sum + (single.has(resource) ? countLines(resource.args) : LINES_OF_ROW),
      0,
    );
  if (lines(declared) <= MANY_LINES) return declared.map((each) => [each, subject]);
  const isLarge = (all: readonly Declared[]) => all.length > FEW_OF_EDGE && lines(all) >= FEW_LINES;
  const topics = new Map(
    [...Map.groupBy(declared, groupKey)].filter(([topic, all]) => topic !== "" && isLarge(all)),
  );
  const files = Map.groupBy(declared, (each) =>
    topics.has(groupKey(each)) ? `${subject}-${groupKey(each)}` : subject,
  );
  return [...files].flatMap(([name, all]) => {
    let part = 1;
    let length = 0;
    return all.map((each, index) => {
      // A route and its modules stay together.
      if (index > 0 && length + lines([each]) > MANY_LINES && !each.route) {
        part += 1;
        length = 0;
      }
      length += lines([each]);
      return [each, part === 1 ? name : `${name}-${part}`] as const;
    });
  });
}

/** What a file is about: an edge, or a type. */
export function fileComment(declared: readonly Declared[], { url, date }: Origin): string {
  const [edge, ...edges] = new Set(declared.map(({ object }) => findEdge(object)?.title));
  const [type, ...types] = new Set(declared.map(({ resource }) => resource.type));
  const kind = types.length > 0 ? "Objects" : `${type} resources`;
  return `${(edges.length === 0 && edge) || kind} of the account at ${url}, imported on ${date}.`;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** Objects in the order in which a person looks for them: by domain, or by edge and match. The modules of a route follow it. */
const inOrder = (declared: readonly Declared[]): Declared[] =>
  [...declared].sort((a, b) => {
    const left = placeOf(a);
    const right = placeOf(b);
    return (
      left.map((text, index) => compare(text, right[index] ?? "")).find((order) => order !== 0) ?? 0
    );
  });

/** What comes first decides first; of domains, that is the zone. */
function placeOf({ object, resource, route }: Declared): string[] {
  const { domain, description } = object.outputs;
  if (typeof domain === "string") {
    return [domain.toLowerCase().split(".").filter(Boolean).reverse().join("."), resource.name];
  }
  const owner = object.definition === httpsEdgeRoute ? { object, resource } : route;
  const match = owner ? `1 ${owner.object.outputs.match}` : "0";
  const ofEdge = [
    findEdge(object)?.id ?? "",
    match,
    owner?.resource.name ?? "",
    route ? resource.type : "",
  ];
  return [...ofEdge, String(description ?? ""), resource.name];
}
