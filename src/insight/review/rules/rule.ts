import type { Part, Source } from "../../ingress/parts";
import { isInForce } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";

export const severities = ["high", "medium", "low"] as const;

/** How much a finding matters: `high` opens or breaks something, `medium` may, `low` is good to know. */
export type Severity = (typeof severities)[number];

/** What a rule found at one place. */
export interface Found {
  /** What happens, in the words of the ingress; the subject's name stands before it. */
  readonly says: string;
  readonly source: Source;
  /** The argument below the source; empty for the source as a whole. */
  readonly path: string;
}

/** A kind of finding, as data. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly todo: string;
  /** A change that it finds. */
  readonly example: string;
  /** What it finds in one subject. The others of the same stack are for rules that compare subjects. */
  find(subject: Subject, all: readonly Subject[]): Found[];
}

/** A finding at an argument of a part. */
export const at = (part: Part, path: string, says: string): Found => ({ says, source: part.source, path });

/** The same module before and after. */
export interface Pair {
  readonly name: string;
  readonly before: Part;
  readonly after: Part;
}

/** The modules that are in force before and after, and that the program states. */
export const keptModules = ({ before, after }: Subject, names?: readonly string[]): Pair[] =>
  Object.entries(before.modules).flatMap(([name, old]) => {
    const part = after.modules[name];
    const isWanted = names === undefined || names.includes(name);
    return isWanted && part && !part.isLeft && isInForce(old) && isInForce(part)
      ? [{ name, before: old, after: part }]
      : [];
  });

/** Where a part is told that is there no more: in the resource that had it, if that stays, at the line where it is now. */
export const gone = (subject: Subject, part: Part): Source =>
  subject.after.own?.source.urn === part.source.urn
    ? { ...subject.after.own.source, prefix: part.source.prefix }
    : part.source;
