import { keyOf } from "../account/listing";
import {
  isMembers,
  isResource,
  isSetting,
  Json,
  leavesIn,
  leavesOf,
  type Program,
  Reference,
  type Setting,
  type Value,
} from "../codegen/program";
import { kebabCase } from "../core/schema/case";
import type { Declared } from "./declared";
import { inOrder } from "./order";
import { edgeOf } from "./split";
import { grouped } from "./tables";

/** The part of a program that is one file. */
export interface Part {
  /** Such as `agent-ingresses`. */
  readonly subject: string;
  /** Keys of the objects that it declares. */
  readonly keys: readonly string[];
  readonly program: Program;
}

/** Where objects are from. */
export interface Origin {
  readonly url: string;
  /** Such as `2026-10-08`. */
  readonly date: string;
}

/** How a program is divided. */
export interface Division {
  readonly groups: boolean;
  readonly origin?: Origin;
  readonly files?: ReadonlyMap<string, string>;
}

/** Resources that a person would still read in one file. */
const FEW = 12;

/** Objects of an edge that are enough for a file of their own. */
const FEW_OF_EDGE = 4;

/** Lines that a person would still read in one file, about. */
const MANY_LINES = 300;

/** The subject of a file that has everything. */
const EVERYTHING = "ingress";

/** Divides a program into files: those of an earlier run, else by kinds of objects and by edges. */
export function partsOf(declared: readonly Declared[], { groups, origin, files }: Division): Part[] {
  const subjects = files
    ? Map.groupBy(declared, ({ object }) => files.get(keyOf(object)) ?? EVERYTHING)
    : subjectsOf(declared);
  return [...subjects].map(([subject, all]) => {
    const resources = all.map(({ resource }) => resource);
    const comment = origin && commentOn(all, origin);
    const program = { config: [], outputs: [], ...(groups ? grouped(resources) : { resources }) };
    return {
      subject,
      keys: all.map(({ object }) => keyOf(object)),
      program: {
        ...(comment !== undefined && { comment }),
        ...program,
        config: settingsOf(program),
      },
    };
  });
}

/** Objects by files: kinds, edges, and parts of those with too many lines, named after their first resource. */
function subjectsOf(declared: readonly Declared[]): ReadonlyMap<string, readonly Declared[]> {
  const edges = Map.groupBy(declared, subjectOf);
  const subjects = Map.groupBy(declared, (each) => {
    const subject = subjectOf(each);
    const isSmall = edgeOf(each.object) !== undefined && (edges.get(subject)?.length ?? 0) <= FEW_OF_EDGE;
    return isSmall ? subject.replace(/-edge-.*/s, "-edges") : subject;
  });
  if (declared.length <= FEW) return Map.groupBy([...subjects.values()].flatMap(inOrder), () => EVERYTHING);
  const parts = [...subjects].flatMap(([subject, all]) => divided(subject, inOrder(all)));
  const named = parts.flatMap(([subject, all]) => all.map((each) => ({ subject: fileName(subject), each })));
  const files = Map.groupBy(named, ({ subject }) => subject);
  return new Map([...files].map(([subject, all]) => [subject, all.map(({ each }) => each)]));
}

function subjectOf({ object }: Declared): string {
  const { definition } = object;
  const edge = edgeOf(object);
  if (edge) return `${edge.protocol}-edge-${edge.id}`;
  return kebabCase(definition.kind === "collection" ? (definition.plural ?? "") : definition.type);
}

/** A name that files, modules and functions may have in every language. */
const fileName = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");

/** Divides what is too long, but no route and its modules. */
function divided(subject: string, declared: readonly Declared[]): (readonly [string, readonly Declared[]])[] {
  const inTables = new Set(
    grouped(declared.map(({ resource }) => resource)).tables.flatMap(({ rows }) => rows.map(({ name }) => name)),
  );
  const parts: Declared[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const each of declared) {
    const { name, args } = each.resource;
    const own = inTables.has(name) ? LINES_OF_ROW : linesOf(args);
    const refersToResource = leavesOf(args).some((value) => value instanceof Reference && isResource(value.to));
    if (lines + own > MANY_LINES && !refersToResource) {
      parts.push([]);
      lines = 0;
    }
    lines += own;
    parts.at(-1)?.push(each);
  }
  // The name of a resource may end with its edge, which the subject has already.
  const first = ([each]: readonly Declared[]) =>
    each?.resource.name.replace(fileName(`-${edgeOf(each.object)?.id}`), "");
  return parts.map((all, index) => [index === 0 ? subject : `${subject}-${first(all)}`, all]);
}

const LINES_OF_ROW = 2;

const linesOf = (value: Value): number => {
  const members = value instanceof Json ? value.members : value;
  return isMembers(members) ? Object.values(members).reduce<number>((sum, each) => sum + linesOf(each), 2) : 1;
};

/** What a file is about. */
function commentOn(declared: readonly Declared[], { url, date }: Origin): string {
  const edges = new Set(
    declared.map(({ object }) => edgeOf(object)).map((edge) => edge && `${edge.protocol} edge ${edge.id}`),
  );
  const types = new Set(declared.map(({ resource }) => resource.type));
  const [[edge] = [], [type = ""] = []] = [[...edges], [...types]];
  const kind = types.size === 1 ? `${type} resources` : "Objects";
  const title =
    edges.size === 1 && edge !== undefined ? edge.replace(/^\w+/, (protocol) => protocol.toUpperCase()) : kind;
  return `${title} of the account at ${url}, imported on ${date}.`;
}

/** The settings that resources refer to, in the order of their first use. */
const settingsOf = (program: Program): Setting[] => {
  const used = leavesIn(program).flatMap((value) =>
    value instanceof Reference && isSetting(value.to) ? [value.to] : [],
  );
  return [...new Set(used)].filter(({ name }) => name !== "");
};
