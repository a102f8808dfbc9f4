import { type Block, type Source, textAt } from "../../ingress/blocks";
import type { ObjectKind } from "../../ingress/kinds";
import type { ModuleName } from "../../ingress/modules";
import { routingOf } from "../../ingress/routing";
import type { RuleDescription, Severity } from "../../report/finding";
import type { IngressChange, ModuleChange, ModuleFate, ObjectChange } from "../changes";
import { takeoversOf } from "../takeovers";

/** What rules know of a preview beside the object that they look at. */
export type Context = Readonly<ReturnType<typeof contextOf>>;

export function contextOf({ objects: changes, after, provider }: IngressChange) {
  const takeovers = takeoversOf(changes);
  return {
    changes,
    /** Requests that other routes serve after the change, by the route that served them, and by the route that serves them. */
    from: Map.groupBy(takeovers, ({ from }) => from),
    to: Map.groupBy(takeovers, ({ to }) => to),
    /** The routes that may serve requests after the change, the route with the narrowest match first. */
    serving: routingOf(after.serving),
    /** A provider by the URN that resources have of it. */
    provider,
  };
}

/** What a rule finds at one argument: a message of the rule with its values. One place words it, review/drift.ts. */
export interface Match {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
  readonly source: Source;
  /** The argument below the source; empty for the source as a whole. */
  readonly path: string;
}

/** The matches that a rule finds, in whatever nesting. */
export type Found = Match | false | "" | undefined | readonly Found[];

export function matchesIn(found: Found): readonly Match[] {
  if (!found) return [];
  return "message" in found ? [found] : found.flatMap(matchesIn);
}

/** What a rule finds in one object. */
export type Find = (change: ObjectChange, context: Context) => Found;

/** A kind of finding, as data. */
export interface Rule extends RuleDescription {
  /** What happens, after the name of the object, by the ids of messages. Values are in braces. */
  readonly messages: Readonly<Record<string, string>>;
  /** The severity for what was changed outside Pulumi; `none` for a rule of what only a program does. Default: the same. */
  readonly ofDrift?: "none" | ((change: ObjectChange, context: Context) => Severity);
  readonly find: Find | readonly Find[];
}

export const rule = (id: string, severity: Severity, more: Omit<Rule, "id" | "severity">): Rule => ({
  ...more,
  ...{ id, severity },
});

/** A match at an argument of a block. */
export const match = (block: Block, path: string, message = "found", values: Match["values"] = {}): Match => ({
  ...{ message, values, source: block.source, path },
});

/** A match at what is removed: in the resource that had it, if that stays, at the line where it is now. */
export function matchRemoved({ after }: ObjectChange, block: Block, message = "found", values = {}): Match {
  const isStill = after.own?.source.urn === block.source.urn;
  const source = isStill && after.own ? { ...after.own.source, prefix: block.source.prefix } : block.source;
  return { message, values, source, path: "" };
}

/** The modules of an object that have a fate, or one of several fates. */
export const modulesThat = <Fate extends ModuleFate>(fates: Fate | readonly Fate[], { modules }: ObjectChange) =>
  modules.filter((each) => [fates].flat().some((fate) => each.fate === fate)) as ModuleChange<Fate>[];

/** The modules that change headers. */
export const headerModules: readonly string[] = ["requestHeaders", "responseHeaders"];

/** Looks at the modules that have a fate: at one of them, or at each. */
export const inModules =
  <Fate extends ModuleFate>(
    fates: Fate | readonly Fate[],
    name: ModuleName | "any",
    find: (module: ModuleChange<Fate>, change: ObjectChange) => Found,
  ): Find =>
  (change) =>
    modulesThat(fates, change).map((each) => (name === "any" || name === each.name) && find(each, change));

/** Looks at the arguments of objects of a kind that stay. */
export const inOwn =
  (kind: ObjectKind, find: (was: Block, now: Block, change: ObjectChange) => Found): Find =>
  (change) => {
    const [was, now] = [change.before.own, change.after.own];
    return change.kind === kind && change.action === "kept" && was && now && find(was, now, change);
  };

/** A match at a module that is in force before a change of its object, and not after it. */
export const matchOff = (
  change: ObjectChange,
  { was, now }: ModuleChange<"ended">,
  message = "found",
  values = {},
): Found =>
  change.action === "kept" &&
  (now ? match(now, "enabled", message, values) : matchRemoved(change, was, message, values));

/** Finds that a module is switched off. */
export const switchedOff = (name: ModuleName): Find =>
  inModules("ended", name, (module, change) => matchOff(change, module));

/** A match at a text that changes from one known value to another. */
export function matchText(before: Block, after: Block, path: string, values = {}): Found {
  const [was, now] = [textAt(before, path), textAt(after, path)];
  return was !== undefined && now !== undefined && was !== now && match(after, path, "found", { ...values, was, now });
}

/** Names in a sentence: `a, b and c`. */
export const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
