import * as definitions from "../../core/definitions";
import { routeModules } from "../../core/definitions/modules";
import type { ResourceName } from "../../core/definitions/names";
import type { Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { isObject, UNKNOWN, type Values } from "../../core/schema/values";
import { maskedValues } from "./masks";
import { MASK, type Preview, type ProgramLine, type Step, type Stored } from "./preview";

/** What a subject of the review is: a route, an edge, or an object of the account, by the name of its kind. */
export type SubjectKind = "route" | "httpsEdge" | "tlsEdge" | "tcpEdge" | Exclude<ResourceName, "httpsEdgeRoute">;

/** Where in the program arguments stand. */
export interface Source {
  readonly urn: string;
  readonly resource: string;
  /** Of the argument that holds them: `oauth` of a route; empty for a resource of its own. */
  readonly prefix: string;
  readonly line?: ProgramLine;
  /** A module resource that goes together with its route, and not before it. */
  readonly goesWithRoute: boolean;
  /** Paths that the engine found different, below the prefix. */
  readonly changed: readonly string[];
}

/** Arguments that belong together: those of a module, wherever it is stated, or a resource's own. */
export interface Part {
  readonly table: Table;
  readonly values: Values;
  readonly source: Source;
  /** The program does not state it any more, and it stays on the server as it is. */
  readonly isLeft?: true;
}

/** A subject before or after the change. */
export interface Side {
  readonly own?: Part;
  readonly modules: Readonly<Record<string, Part>>;
}

/** A thing that people speak of: a route, an edge, an agent ingress, and so on, before and after the change. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly name: string;
  readonly fate: "kept" | "new" | "deleted";
  /** It is another object after the change. */
  readonly isReplaced: boolean;
  readonly before: Side;
  readonly after: Side;
  /** For a route that is deleted: what the provider does about it. */
  readonly routeDeletion: string;
}

const resources: Readonly<Record<string, Definition>> = Object.fromEntries(
  Object.values(definitions).map((definition) => [definition.type, definition]),
);

/** What an object of its own is; a module belongs to what it is a module of. */
const ownKind = ({ kind, type, name }: Definition): SubjectKind | undefined =>
  kind === "singleton" ? undefined : type === "HttpsEdgeRoute" ? "route" : (name as SubjectKind);

const edgeKinds: Readonly<Record<string, SubjectKind>> = { https: "httpsEdge", tls: "tlsEdge", tcp: "tcpEdge" };

interface Draft {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly edge?: unknown;
  readonly before: { own?: Part; step?: Step; modules: Record<string, Part> };
  readonly after: { own?: Part; step?: Step; modules: Record<string, Part> };
}

/**
 * The ingress before and after a change. A module is found by the route or edge that it protects, not by the resource
 * that states it: so one that moves within the program is no removal.
 */
export function subjectsOf(preview: Preview): Subject[] {
  const steps = preview.steps.filter(({ type }) => type in resources);
  const identities = identitiesOf(steps);
  const drafts = new Map<string, Draft>();
  const draft = (kind: SubjectKind, key: string, edge?: unknown): Draft => {
    const found = drafts.get(`${kind} ${key}`) ?? { kind, key, edge, before: { modules: {} }, after: { modules: {} } };
    drafts.set(`${kind} ${key}`, found);
    return found;
  };
  for (const side of ["before", "after"] as const) {
    for (const step of steps) {
      const stored = step[side];
      const resource = resources[step.type];
      if (!stored || !resource) continue;
      const kind = ownKind(resource);
      if (kind) addOwn(draft(kind, identities(step.urn)), side, step, stored, resource);
      else addModule(draft, side, step, stored, resource, identities);
    }
  }
  return [...drafts.values()].map((each) => subjectOf(each, preview));
}

/**
 * Which object a resource is, before and after: by its URN, which a replacement keeps, or, under another URN, by what
 * makes it the same to its clients.
 */
function identitiesOf(steps: readonly Step[]): (urnOrId: string) => string {
  const places = new Map(
    steps.flatMap((step) =>
      step.before && !step.after ? placesOf(step, step.before).map((place) => [place, step.urn]) : [],
    ) as [string, string][],
  );
  const known = new Map<string, string>();
  for (const { urn, before } of steps) if (before?.id) known.set(before.id, urn);
  for (const step of steps) {
    if (step.before || !step.after) continue;
    const [place] = placesOf(step, step.after);
    const old = place === undefined ? undefined : places.get(place);
    if (old !== undefined) known.set(step.urn, old);
  }
  return (urnOrId) => known.get(urnOrId) ?? urnOrId;
}

function placesOf({ type }: Step, { values }: Stored): string[] {
  const fields = { HttpsEdgeRoute: ["edgeId", "matchType", "match"], AgentIngress: ["domain"] }[type] ?? [];
  const parts = fields.map((field) => values[field]);
  const isKnown = (part: unknown) => typeof part === "string" && part !== UNKNOWN && part !== MASK;
  if (parts.length === 0 || !parts.every(isKnown)) return [];
  const place = [type, ...parts].join(" ");
  return [type === "AgentIngress" ? place.toLowerCase() : place];
}

function addOwn(draft: Draft, side: "before" | "after", step: Step, stored: Stored, { fields }: Definition): void {
  const modules: Readonly<Record<string, Table>> = step.type === "HttpsEdgeRoute" ? routeModules : {};
  const target = draft[side];
  target.own = partOf(step, stored, fields, stored.values, "");
  target.step = step;
  for (const [name, table] of Object.entries(modules)) {
    const values = stored.values[name];
    if (isObject(values)) target.modules[name] = partOf(step, stored, table, values, name);
    else if (values === UNKNOWN || values === MASK) {
      target.modules[name] = partOf(step, stored, table, { enabled: values }, name);
    }
  }
}

function addModule(
  draft: (kind: SubjectKind, key: string, edge?: unknown) => Draft,
  side: "before" | "after",
  step: Step,
  stored: Stored,
  definition: Definition,
  identities: (urnOrId: string) => string,
): void {
  const { edgeId, routeId } = stored.values;
  if (edgeId === UNKNOWN && step.before) {
    // It may stay where it is, or go: so only an apply will know whether it is in force there.
    const values = { ...stored.values, edgeId: step.before.values.edgeId, enabled: UNKNOWN };
    addModule(draft, side, step, { ...stored, values }, definition, identities);
    return;
  }
  const { path } = definition;
  const module = camelCase(path.slice(path.lastIndexOf("/") + 1));
  const kind = edgeKinds[path.split("/")[2] ?? ""] ?? "httpsEdge";
  const target =
    routeId === undefined
      ? draft(kind, known(edgeId, step.urn))
      : draft("route", identities(routeOf(routeId, step, stored)), edgeId);
  target[side].modules[module] = partOf(step, stored, definition.fields, stored.values, "");
}

/** The route of a module: by its id, or by the resource that the id comes from while only an apply will know it. */
function routeOf(routeId: unknown, step: Step, { dependencies, deletedWith }: Stored): string {
  if (routeId !== UNKNOWN) return String(routeId);
  const urns = Array.isArray(dependencies.routeId) ? dependencies.routeId.map(String) : [];
  return deletedWith ?? urns.find((urn) => urn.includes(":HttpsEdgeRoute::")) ?? `known at apply, of ${step.name}`;
}

const known = (value: unknown, urn: string): string =>
  value === UNKNOWN || value === undefined ? `known at apply, of ${urn}` : String(value);

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function partOf(
  step: Step,
  { line, values: all, deletedWith }: Stored,
  table: Table,
  values: Values,
  prefix: string,
): Part {
  const below = prefix === "" ? "" : `${prefix}.`;
  const changed = step.changed.filter((path) => path === prefix || path.startsWith(below));
  return {
    table,
    values: maskedValues(table, values, all.__secrets, prefix),
    source: {
      urn: step.urn,
      resource: `${step.type} ${step.name}`,
      prefix,
      goesWithRoute: deletedWith !== undefined,
      changed: changed.map((path) => path.slice(below.length)),
      ...(line && { line }),
    },
  };
}

function subjectOf({ kind, key, edge, before, after }: Draft, { routeDeletion }: Preview): Subject {
  const isOwned = before.own !== undefined || after.own !== undefined;
  const fate = !isOwned || (before.own && after.own) ? "kept" : after.own ? "new" : "deleted";
  const own = after.own ?? before.own;
  const isRenamed = fate === "kept" && isOwned && before.own?.source.urn !== after.own?.source.urn;
  const stays = fate === "deleted" && before.step?.before?.retainOnDelete;
  return {
    kind,
    key,
    name: nameOf(kind, own?.values ?? { edgeId: edge }, key, own?.source.resource),
    fate,
    isReplaced: fate === "kept" && (/replace/.test(after.step?.op ?? "") || isRenamed),
    before: { modules: before.modules, ...(before.own && { own: before.own }) },
    after: { modules: { ...left(before, after), ...after.modules }, ...(after.own && { own: after.own }) },
    routeDeletion: stays
      ? "retain"
      : (routeDeletion[before.step?.before?.provider ?? ""] ?? routeDeletion[""] ?? "delete"),
  };
}

/** The modules that the program does not state any more, and that stay on the server as they are. */
function left(before: Draft["before"], after: Draft["after"]): Record<string, Part> {
  const isRetained = ({ source }: Part) =>
    source.prefix !== "" && after.own?.values.retainRemovedModules === true && source.urn === after.own.source.urn;
  return Object.fromEntries(
    Object.entries(before.modules)
      .filter(([, part]) => isRetained(part))
      .map(([name, part]) => [name, { ...part, isLeft: true as const }]),
  );
}

function nameOf(kind: SubjectKind, values: Values, key: string, resource = ""): string {
  const text = (value: unknown) => (value === UNKNOWN || value === undefined ? "(known at apply)" : String(value));
  switch (kind) {
    case "route": {
      if (values.match === undefined) return `route ${key} on edge ${text(values.edgeId)}`;
      const type = values.matchType === "exact_path" ? "exact" : "prefix";
      return `route ${text(values.match)} (${type}) on edge ${text(values.edgeId)}`;
    }
    case "agentIngress":
      return `agent ingress ${text(values.domain)}`;
    case "httpsEdge":
    case "tlsEdge":
    case "tcpEdge":
      return `${kind.replace("Edge", "").toUpperCase()} edge ${key}`;
    default: {
      const [type = "", ...name] = resource.split(" ");
      return `${inSentence(resources[type]?.title ?? type)} ${name.join(" ")}`;
    }
  }
}

/** A heading of the API's reference as it stands in a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
