import type { Provider } from "../../ingress/accounts";
import { isInForce, type Part, type Source, textAt } from "../../ingress/parts";
import type { Handover } from "../../ingress/requests";
import type { Cover } from "../../ingress/routing";
import type { Subject } from "../../ingress/subjects";
import type { RuleDescription } from "../../report/finding";
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
  readonly from: ReadonlyMap<Subject, readonly Handover[]>;
  readonly to: ReadonlyMap<Subject, readonly Handover[]>;
  /** The route that has a match after the change. */
  at(cover: Cover): Subject | undefined;
  /** A provider by the URN that resources have of it. */
  provider(urn: string): Provider;
  /** Whether a subject is the first one that a change of its provider applies to, which stands for all others. */
  isFirstOf(provider: Provider, subject: Subject): boolean;
}

/** A kind of finding, as data. */
export interface Rule extends RuleDescription {
  /** A change that it finds. */
  readonly example: string;
  /** What it finds in one subject. */
  find(subject: Subject, context: Context): Hit[];
}

/** A hit at an argument of a part. */
export const hit = (part: Part, path: string, says: string): Hit => ({ says, source: part.source, path });

/** The same module before and after. */
export interface ModulePair {
  readonly name: string;
  readonly before: Part;
  readonly after: Part;
}

/** The modules that the program declares, and that are in force before and after. */
export const keptModules = ({ before, after }: Subject, names?: readonly string[]): ModulePair[] =>
  Object.entries(before.modules).flatMap(([name, old]) => {
    const part = after.modules[name];
    const isWanted = names === undefined || names.includes(name);
    const isKept = isWanted && part && !part.leftBy && isInForce(old) && isInForce(part);
    return isKept ? [{ name, before: old, after: part }] : [];
  });

/** The modules that the program declares, that are in force after the change, and that were not before it. */
export const newModules = ({ before, after }: Subject): { readonly name: string; readonly after: Part }[] =>
  Object.entries(after.modules).flatMap(([name, part]) =>
    !part.leftBy && isInForce(part) && !isInForce(before.modules[name]) ? [{ name, after: part }] : [],
  );

/** A hit at a module of an object that stays, if it is in force before the change and not after it. */
export function whenSwitchedOff(subject: Subject, module: string, says: string): Hit[] {
  const [was, now] = [subject.before.modules[module], subject.after.modules[module]];
  if (subject.fate !== "kept" || !was || !isInForce(was) || isInForce(now)) return [];
  const cause = `${moduleName(module)} was ${now ? "disabled" : "removed"}`;
  return [{ cause, ...(now ? hit(now, "enabled", says) : { says, source: sourceOfRemoved(subject, was), path: "" }) }];
}

/** A hit at a text that changes from one known value to another. */
export function whenTextChanges(
  { before, after }: { readonly before: Part; readonly after: Part },
  path: string,
  says: (was: string, now: string) => string,
): Hit[] {
  const [was, now] = [textAt(before, path), textAt(after, path)];
  return was !== undefined && now !== undefined && was !== now ? [hit(after, path, says(was, now))] : [];
}

/** Where to report a part that is removed: in the resource that had it, if that stays, at the line where it is now. */
export const sourceOfRemoved = (subject: Subject, part: Part): Source =>
  subject.after.own?.source.urn === part.source.urn
    ? { ...subject.after.own.source, prefix: part.source.prefix }
    : part.source;
