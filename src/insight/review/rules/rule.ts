import { type Block, isInForce, type Source, textAt } from "../../ingress/blocks";
import type { MatchScope } from "../../ingress/routing";
import type { RuleDescription } from "../../report/finding";
import type { Provider } from "../accounts";
import type { ObjectChange } from "../changes";
import type { Takeover } from "../takeovers";
import { moduleName } from "./words";

/** What a rule finds at one argument. */
export interface Hit {
  /** What happens, in the words of the ingress; reports put the subject's name before it. */
  readonly says: string;
  /** What was done, if another party has done it already; reports say by whom. */
  readonly cause?: string;
  readonly source: Source;
  /** The argument below the source; empty for the source as a whole. */
  readonly path: string;
}

/** What rules know beside the subject that they look at. */
export interface Context {
  /** Requests that other routes serve after the change, by the route that served them, and by the route that serves them. */
  readonly from: ReadonlyMap<ObjectChange, readonly Takeover[]>;
  readonly to: ReadonlyMap<ObjectChange, readonly Takeover[]>;
  /** The route that has a match after the change. */
  at(cover: MatchScope): ObjectChange | undefined;
  /** A provider by the URN that resources have of it. */
  provider(urn: string): Provider;
  /** Whether a subject is the first one that a change of its provider applies to, which stands for all others. */
  isFirstOf(provider: Provider, subject: ObjectChange): boolean;
}

/** A kind of finding, as data. */
export interface Rule extends RuleDescription {
  /** A change that it finds. */
  readonly example: string;
  /** What it finds in one subject. */
  find(subject: ObjectChange, context: Context): Hit[];
}

/** A hit at an argument of a part. */
export const hit = (block: Block, path: string, says: string): Hit => ({ says, source: block.source, path });

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

/** A hit at a module of an object that stays, if it is in force before the change and not after it. */
export function whenSwitchedOff(subject: ObjectChange, module: string, says: string): Hit[] {
  const [was, now] = [subject.before.modules[module], subject.after.modules[module]];
  if (subject.action !== "kept" || !was || !isInForce(was) || isInForce(now)) return [];
  const cause = `${moduleName(module)} was ${now ? "disabled" : "removed"}`;
  return [{ cause, ...(now ? hit(now, "enabled", says) : { says, source: sourceOfRemoved(subject, was), path: "" }) }];
}

/** A hit at a text that changes from one known value to another. */
export function whenTextChanges(
  { before, after }: { readonly before: Block; readonly after: Block },
  path: string,
  says: (was: string, now: string) => string,
): Hit[] {
  const [was, now] = [textAt(before, path), textAt(after, path)];
  return was !== undefined && now !== undefined && was !== now ? [hit(after, path, says(was, now))] : [];
}

/** Where to report a part that is removed: in the resource that had it, if that stays, at the line where it is now. */
export const sourceOfRemoved = (subject: ObjectChange, block: Block): Source =>
  subject.after.own?.source.urn === block.source.urn
    ? { ...subject.after.own.source, prefix: block.source.prefix }
    : block.source;
