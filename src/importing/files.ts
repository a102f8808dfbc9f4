import { keyOf } from "../account/account";
import { freeName } from "../codegen/language";
import { isSetting, leavesIn, type Program, targetsOf } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { kebabCase } from "../core/schema/case";
import type { Declared } from "./declared";
import { hyphenated } from "./naming";
import type { Origin, PlanOptions } from "./options";
import { edgeOf, kindOf, zoneOf } from "./split";
import { grouped, linesOf } from "./tables";

/** The part of a program that is one file. */
export type Part = ReturnType<typeof partsOf>[number];

/** Resources, and lines about, that a person would still read in one file. */
const [FEW, MANY_LINES] = [12, 300];

/** More objects of an edge or of a topic, and that many lines, are enough for a file of their own. */
const [FEW_OF_EDGE, FEW_LINES] = [4, 60];

const LINES_OF_ROW = 2;

/** The subject of a file that has everything. */
const EVERYTHING = "ingress";

/** Divides a program into files: those of an earlier run, else by kinds of objects, by edges and by topics. */
export function partsOf(declared: readonly Declared[], { groups, origin, subjects, isTaken }: PlanOptions) {
  const files = subjects
    ? Map.groupBy(declared, ({ object }) => subjects.get(keyOf(object)) ?? EVERYTHING)
    : subjectsOf(declared);
  const used = new Set<string>();
  return [...files].map(([wanted, all]) => {
    const subject = freeSubject(wanted, all, (each) => used.has(each) || isTaken?.(each) === true);
    used.add(subject);
    const resources = all.map(({ resource }) => resource);
    const comment = origin && { comment: commentOn(all, origin) };
    const bare = { ...comment, config: [], outputs: [], ...(groups ? grouped(resources) : { resources }) };
    // The settings that resources refer to, in the order of their first use; a table reads its own.
    const config = [...new Set(targetsOf(leavesIn(bare)))].filter(isSetting).filter(({ name }) => name !== "");
    const program: Program = { ...bare, config };
    /** `subject` is such as `agent-ingresses`, `keys` are those of the objects that the part declares. */
    return { subject, keys: all.map(({ object }) => keyOf(object)), program };
  });
}

/** A name for a file: the one that it should have, else what it has in common, else a number. */
function freeSubject(wanted: string, declared: readonly Declared[], isTaken: (subject: string) => boolean): string {
  const topics = new Set(declared.map(declared.length === 1 ? ({ resource }) => resource.name : topicOf));
  const [topic = ""] = topics.size === 1 ? topics : [];
  return isTaken(wanted) ? freeName(hyphenated(`${wanted}-${topic}`), isTaken, "-") : wanted;
}

/** Objects by files: kinds, edges, and the topics of those with too many lines. Edges with few objects share a file. */
function subjectsOf(declared: readonly Declared[]): ReadonlyMap<string, readonly Declared[]> {
  const edges = Map.groupBy(declared, ({ object }) => edgeOf(object)?.name);
  const subjects = Map.groupBy(declared, ({ object }) => {
    const edge = edgeOf(object)?.name;
    return edge !== undefined && (edges.get(edge)?.length ?? 0) > FEW_OF_EDGE ? edge : kindOf(object);
  });
  if (declared.length <= FEW) return Map.groupBy([...subjects.values()].flatMap(inOrder), () => EVERYTHING);
  const names = new Map([...subjects].flatMap(([subject, all]) => divided(subject, inOrder(all))));
  return Map.groupBy(names.keys(), (each) => hyphenated(names.get(each) ?? ""));
}

/** What an object is about: a domain, the first part of a path, or where events go. A module is about what its route is about. */
function topicOf({ object, route }: Declared): string {
  const { domain, match, target } = (route?.object ?? object).outputs;
  if (typeof domain === "string") return zoneOf(domain);
  return typeof match === "string" ? (match.split("/")[1] ?? "") : kebabCase(Object.keys(target ?? {})[0] ?? "");
}

/** Names of files by objects. What is too long is divided by topics with enough lines, the rest into equal parts. */
function divided(subject: string, declared: readonly Declared[]): (readonly [Declared, string])[] {
  const single = new Set(grouped(declared.map(({ resource }) => resource)).resources);
  const lines = (all: readonly Declared[]) =>
    all.reduce((sum, { resource }) => sum + (single.has(resource) ? linesOf(resource.args) : LINES_OF_ROW), 0);
  if (lines(declared) <= MANY_LINES) return declared.map((each) => [each, subject]);
  const isLarge = (all: readonly Declared[]) => all.length > FEW_OF_EDGE && lines(all) >= FEW_LINES;
  const topics = new Map([...Map.groupBy(declared, topicOf)].filter(([topic, all]) => topic !== "" && isLarge(all)));
  const files = Map.groupBy(declared, (each) => (topics.has(topicOf(each)) ? `${subject}-${topicOf(each)}` : subject));
  return [...files].flatMap(([name, all]) => {
    let [part, length] = [1, 0];
    return all.map((each, index) => {
      // A route and its modules stay together.
      if (index > 0 && length + lines([each]) > MANY_LINES && !each.route) [part, length] = [part + 1, 0];
      length += lines([each]);
      return [each, part === 1 ? name : `${name}-${part}`] as const;
    });
  });
}

/** What a file is about: an edge, or a type. */
function commentOn(declared: readonly Declared[], { url, date }: Origin): string {
  const [edge, ...edges] = new Set(declared.map(({ object }) => edgeOf(object)?.title));
  const [type, ...types] = new Set(declared.map(({ resource }) => resource.type));
  const kind = types.length > 0 ? "Objects" : `${type} resources`;
  return `${(edges.length === 0 && edge) || kind} of the account at ${url}, imported on ${date}.`;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** Objects in the order in which a person looks for them: by domain, or by edge and match. The modules of a route follow it. */
const inOrder = (declared: readonly Declared[]): Declared[] =>
  [...declared].sort((a, b) => {
    const [left, right] = [placeOf(a), placeOf(b)];
    return left.map((text, index) => compare(text, right[index] ?? "")).find((order) => order !== 0) ?? 0;
  });

/** What comes first decides first; of domains, that is the zone. */
function placeOf({ object, resource, route }: Declared): string[] {
  const { domain, description } = object.outputs;
  if (typeof domain === "string") {
    return [domain.toLowerCase().split(".").filter(Boolean).reverse().join("."), resource.name];
  }
  const owner = object.definition === httpsEdgeRoute ? { object, resource } : route;
  const match = owner ? `1 ${owner.object.outputs.match}` : "0";
  const ofEdge = [edgeOf(object)?.id ?? "", match, owner?.resource.name ?? "", route ? resource.type : ""];
  return [...ofEdge, String(description ?? ""), resource.name];
}
