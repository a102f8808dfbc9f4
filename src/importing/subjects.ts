import { isResource, isSetting, Reference, type Resource, type Setting, type Value } from "../codegen/program";
import { kebabCase } from "../core/schema/case";
import type { Declared } from "./declared";
import type { Part } from "./plan";
import { grouped } from "./tables";

/** Resources that a person would still read in one file. */
const FEW = 12;

/** The subject of a file that has everything. */
const EVERYTHING = "ingress";

/** Divides a program into files by subjects: kinds of objects, and edges. */
export function subjectsOf(declared: readonly Declared[], { groups }: { readonly groups: boolean }): Part[] {
  const subjects = new Map<string, Resource[]>();
  for (const each of declared) {
    const subject = declared.length <= FEW ? EVERYTHING : subjectOf(each);
    subjects.set(subject, [...(subjects.get(subject) ?? []), each.resource]);
  }
  return [...subjects].map(([subject, resources]) => ({
    subject,
    program: {
      config: settingsOf(resources),
      ...(groups ? grouped(resources) : { resources }),
      outputs: [],
    },
  }));
}

function subjectOf({ object: { definition }, resource }: Declared): string {
  if (definition.kind === "collection" && definition.plural !== undefined) return kebabCase(definition.plural);
  const edge = edgeOf(resource);
  return edge === undefined ? kebabCase(definition.type) : kebabCase(edge.name.replace(/Id(?=\d*$)/, ""));
}

/** The setting that has the id of the edge; a module of a route has it from there. */
function edgeOf({ args }: Resource): Setting | undefined {
  const reference = args.edgeId ?? args.route;
  if (!(reference instanceof Reference)) return undefined;
  if (isResource(reference.to)) return edgeOf(reference.to);
  return isSetting(reference.to) ? reference.to : undefined;
}

/** The settings that resources refer to, in the order of their first use. */
function settingsOf(resources: readonly Resource[]): Setting[] {
  const settings = new Set<Setting>();
  const collect = (value: Value): void => {
    if (value instanceof Reference) {
      if (isSetting(value.to)) settings.add(value.to);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  for (const { args } of resources) collect(args);
  return [...settings];
}
