import type { IngressChange } from "../change/change";
import type { ModuleChange, ObjectChange, Transition } from "../change/objects";
import { reassignmentsOf } from "../change/reassignments";
import { accessOf } from "../ingress/access";
import { type Arguments, type Declaration, textAt } from "../ingress/arguments";
import type { ObjectKind } from "../ingress/kinds";
import { type ModuleName, moduleTitle } from "../ingress/modules";
import { type MatchScope, routingOf, scopeOf } from "../ingress/routing";
import type { RuleDescription, Severity } from "../report/finding";

/** What rules know of a preview beside the object that they look at. */
export type Context = Readonly<ReturnType<typeof contextOf>>;

export function contextOf({ objects: changes, after, provider }: IngressChange) {
  const takeovers = reassignmentsOf(changes);
  return {
    changes,
    /** Requests that other routes serve after the change, by the route that served them, and by the route that serves them. */
    takeoversFrom: Map.groupBy(takeovers, ({ from }) => from),
    takeoversTo: Map.groupBy(takeovers, ({ to }) => to),
    /** The routes that may serve requests after the change, the route with the narrowest match first. */
    serving: routingOf(after.serving),
    /** What protects a backend, before or after the change, by the id of the backend. */
    guardsOf: guardsIn(changes),
    /** The HTTPS edges on which the program has routes, before and after the change. */
    edgesBefore: edgesIn(changes, "before"),
    edgesAfter: edgesIn(changes, "after"),
    /** A provider by the URN that resources have of it. */
    provider,
  };
}

const edgesIn = (changes: readonly ObjectChange[], side: "before" | "after"): ReadonlySet<string> =>
  new Set(changes.flatMap(({ [side]: { args } }) => (args && textAt(args, "edgeId")) ?? []));

/** A route or edge that keeps requests from its backend, or would if it served them. */
interface Guard {
  readonly change: ObjectChange;
  /** What a route matches; `undefined` of an edge, and of a route whose match is hidden. */
  readonly scope: MatchScope | undefined;
}

function guardsIn(changes: readonly ObjectChange[]): ReadonlyMap<string, readonly Guard[]> {
  const guards = changes.flatMap((change) =>
    // What the change deletes, or opens a way around, has protected the backend until then.
    [change.after, change.before].flatMap((side) => {
      const id = side.modules.backend && textAt(side.modules.backend, "backendId");
      return id !== undefined && accessOf(side) !== "open" ? [{ id, change, scope: scopeOf(side) }] : [];
    }),
  );
  return Map.groupBy(guards, ({ id }) => id);
}

/** What a rule finds at one argument: a message of the rule with its values. One place words it, review/drift.ts. */
export interface Match {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
  readonly source: Declaration;
  /** The argument below the source; empty for the source as a whole. */
  readonly path: string;
}

/** The matches that a rule finds, in whatever nesting; `false` or `undefined` if it finds none. */
export type Found = Match | false | undefined | readonly Found[];

export function matchesIn(found: Found): readonly Match[] {
  if (!found) return [];
  return "message" in found ? [found] : found.flatMap(matchesIn);
}

/** What is found in one object. Rules may share it: each takes the matches that it has a message for. */
export type Find = (change: ObjectChange, context: Context) => Found;

/** A kind of finding, as data. */
export interface Rule extends RuleDescription {
  /** What happens, after the name of the object, by the ids of messages. Values are in braces. */
  readonly messages: Readonly<Record<string, string>>;
  /** The severity for what was changed outside Pulumi; `none` for a rule of what only a program does. Default: the same. */
  readonly ofDrift?: "none" | ((change: ObjectChange, context: Context) => Severity);
  /** The rule reports only the matches that `messages` has a message for. */
  readonly find: readonly Find[];
}

/** What a rule is, beside its id and its severity. */
type RuleDetails = Omit<Rule, "id" | "severity" | "find"> & { readonly find: Find | readonly Find[] };

export const rule = (id: string, severity: Severity, { find, ...more }: RuleDetails): Rule => ({
  ...more,
  id,
  severity,
  find: [find].flat(),
});

/** A match at an argument of a block. */
export const match = (args: Arguments, path: string, message = "found", values: Match["values"] = {}): Match => ({
  message,
  values,
  source: args.declaration,
  path,
});

export const headerModules = ["requestHeaders", "responseHeaders"] as const;

/**
 * Looks at the modules of these names that have one of the transitions. Messages may name the module. What is removed from a
 * resource that stays is reported at the line where the resource is now.
 */
export const inModules =
  <Of extends Transition>(
    transitions: Of | readonly Of[],
    names: ModuleName | readonly ModuleName[],
    find: (module: ModuleChange<Of>, change: ObjectChange, context: Context) => Found,
  ): Find =>
  (change, context) => {
    const { args } = change.after;
    const isWanted = (module: ModuleChange): module is ModuleChange<Of> =>
      [transitions].flat().some((each) => each === module.transition) &&
      [names].flat().some((each) => each === module.name);
    return change.modules.filter(isWanted).flatMap((module) =>
      matchesIn(find(module, change, context)).map(({ values, source, ...found }) => ({
        ...found,
        values: { module: moduleTitle(module.name), ...values },
        source: args?.declaration.urn === source.urn ? { ...args.declaration, prefix: source.prefix } : source,
      })),
    );
  };

/** Looks at the arguments of objects of a kind that stay. */
export const inOwn =
  (kind: ObjectKind, find: (was: Arguments, now: Arguments, change: ObjectChange, context: Context) => Found): Find =>
  (change, context) => {
    const was = change.before.args;
    const now = change.after.args;
    return change.kind === kind && change.action === "stays" && was && now && find(was, now, change, context);
  };

/** A match at a module that a change of its object removes or disables; nothing if the object itself comes or goes. */
export const matchOff = (
  { before: was, after: now }: ModuleChange<"ends">,
  { action }: ObjectChange,
  message = "found",
  values = {},
): Found => action === "stays" && match(now ?? was, now ? "enabled" : "", message, values);

/** Finds that a module is switched off. */
export const switchedOff = (name: ModuleName): Find =>
  inModules("ends", name, (module, change) => matchOff(module, change));

/** A match at a text that changes from one known value to another. */
export function matchText(before: Arguments, after: Arguments, path: string, message = "found", values = {}): Found {
  const was = textAt(before, path);
  const now = textAt(after, path);
  return was !== undefined && now !== undefined && was !== now && match(after, path, message, { ...values, was, now });
}

const inSentence = new Intl.ListFormat("en-GB");

/** Names in a sentence: `a, b and c`. */
export const joined = (items: readonly string[]): string => inSentence.format(items);
