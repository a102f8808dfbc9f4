import { type Block, isInForce, type Source, textAt } from "../../ingress/blocks";
import type { MatchScope } from "../../ingress/routing";
import type { RuleDescription, Severity } from "../../report/finding";
import type { Provider } from "../accounts";
import type { ObjectChange } from "../changes";
import type { Takeover } from "../takeovers";
import type { Example } from "./example";

/** What a rule finds at one argument: a message of the rule with its values. One place words it, review/wording.ts. */
export interface Match {
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
  readonly source: Source;
  /** The argument below the source; empty for the source as a whole. */
  readonly path: string;
}

/** What rules know beside the object that they look at. */
export interface Context {
  readonly changes: readonly ObjectChange[];
  /** Requests that other routes serve after the change, by the route that served them, and by the route that serves them. */
  readonly from: ReadonlyMap<ObjectChange, readonly Takeover[]>;
  readonly to: ReadonlyMap<ObjectChange, readonly Takeover[]>;
  /** The route that has a match after the change. */
  at(scope: MatchScope): ObjectChange | undefined;
  /** A provider by the URN that resources have of it. */
  provider(urn: string): Provider;
  /** Whether a change is the first one of its provider, which is reported for all others. */
  isFirstOf(provider: Provider, change: ObjectChange): boolean;
}

/** A kind of finding, as data. */
export interface Rule extends RuleDescription {
  /** What happens, after the name of the object, by the ids of messages. Values are in braces. */
  readonly messages: Readonly<Record<string, string>>;
  /** A change that it finds. Default: it compares stacks or states. */
  readonly example?: Example;
  /** The severity of what another party has changed already; `none` for a rule of what only a program does. Default: the same. */
  readonly ofDrift?: "none" | ((change: ObjectChange, context: Context) => Severity);
  /** What it finds in one object. */
  find(change: ObjectChange, context: Context): Match[];
}

/** A match at an argument of a block. */
export const match = (block: Block, path: string, message = "found", values: Match["values"] = {}): Match => ({
  ...{ message, values, source: block.source, path },
});

/** The same module before and after. */
export interface ModulePair {
  readonly name: string;
  readonly before: Block;
  readonly after: Block;
}

/** The modules that the program declares, and that are in force before and after. */
export const keptModules = ({ before, after }: ObjectChange, names?: readonly string[]): ModulePair[] =>
  Object.entries(before.modules).flatMap(([name, old]) => {
    const block = after.modules[name];
    const isWanted = names === undefined || names.includes(name);
    const isKept = isWanted && block && !block.keptBecause && isInForce(old) && isInForce(block);
    return isKept ? [{ name, before: old, after: block }] : [];
  });

/** The modules that the program declares, that are in force after the change, and that were not before it. */
export const newModules = ({ before, after }: ObjectChange): { readonly name: string; readonly after: Block }[] =>
  Object.entries(after.modules).flatMap(([name, block]) =>
    !block.keptBecause && isInForce(block) && !isInForce(before.modules[name]) ? [{ name, after: block }] : [],
  );

/** A match at a module of an object that stays, if it is in force before the change and not after it. */
export function findSwitchedOff(change: ObjectChange, module: string, message = "found", values = {}): Match[] {
  const [was, now] = [change.before.modules[module], change.after.modules[module]];
  if (change.action !== "kept" || !was || !isInForce(was) || isInForce(now)) return [];
  return [now ? match(now, "enabled", message, values) : matchRemoved(change, was, message, values)];
}

/** A match at a text that changes from one known value to another. */
export function findChangedText(
  { before, after }: { readonly before: Block; readonly after: Block },
  path: string,
  message = "found",
  values = {},
): Match[] {
  const [was, now] = [textAt(before, path), textAt(after, path)];
  const isChanged = was !== undefined && now !== undefined && was !== now;
  return isChanged ? [match(after, path, message, { ...values, was, now })] : [];
}

/** A match at what is removed: in the resource that had it, if that stays, at the line where it is now. */
export function matchRemoved({ after }: ObjectChange, block: Block, message = "found", values = {}): Match {
  const isStill = after.own?.source.urn === block.source.urn;
  const source = isStill && after.own ? { ...after.own.source, prefix: block.source.prefix } : block.source;
  return { message, values, source, path: "" };
}

/** Names in a sentence: `a, b and c`. */
export const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** All of a list in a sentence. */
export const listed = (items: readonly string[]): string => items.join(", ");
