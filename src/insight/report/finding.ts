import { posix } from "node:path";

/** A finding of the review, or of another command that reports findings. */
export interface Finding {
  readonly rule: RuleDescription;
  readonly project: string;
  readonly stack: string;
  /** The name of the object that the finding is about, for people. */
  readonly subject: string;
  /** Kind and key of the object. */
  readonly object: string;
  /** The effect in one sentence that begins with the subject. */
  readonly message: string;
  /** The effect, as in `message`, without the subject. */
  readonly effect: string;
  readonly urn: string;
  /** Class and name of the resource. */
  readonly resource: string;
  /** Path of the argument, from the resource; the name of the resource if `isOfWholeResource`. */
  readonly argument: string;
  /** True if the finding is about all of the resource, and not about an argument of it. */
  readonly isOfWholeResource: boolean;
  readonly line?: Line;
  /** The other effects of the same cause, the highest severity first. */
  readonly parts: readonly FindingPart[];
}

/** A line of the program. */
export interface Line {
  /** The path from the folder of the project. */
  readonly file: string;
  readonly line: number;
  /** True if it is a line of the program before the change, which may be another line now. */
  readonly isOld?: boolean;
}

export type FindingPart = Pick<Finding, "rule" | "message" | "argument">;

export const severities = ["high", "medium", "low"] as const;

/** The severity of a finding: `high` opens or breaks something, `medium` may, `low` is good to know. */
export type Severity = (typeof severities)[number];

/** A kind of finding. */
export interface RuleDescription {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** True if a severity is `least` or higher. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(least);

/** Sorts items by severity, the highest first. */
export const bySeverity = <T>(items: readonly T[], severityOf: (item: T) => Severity): T[] =>
  severities.flatMap((severity) => items.filter((item) => severityOf(item) === severity));

/** True if a path, with `..` resolved, leads out of the folder from which it begins. */
export const leavesFolder = (path: string): boolean =>
  path === ".." || path.startsWith("../") || posix.isAbsolute(path);

/** The place in the program: `index.ts:12, oauth of HttpsEdgeRoute api`. */
export function locationOf(finding: Finding): string {
  const { line, argument, resource, isOfWholeResource } = finding;
  const place = isOfWholeResource ? resource : `${argument} of ${resource}`;
  // A line outside the folder of the project belongs to a package or a language host.
  return line && !leavesFolder(line.file) ? `${lineText(line)}, ${place}` : place;
}

const lineText = ({ file, line, isOld }: Line): string =>
  isOld ? `${file}:${line} before the change` : `${file}:${line}`;
