import type { ConformanceResult } from "../conformance";
import { changedOptions, type Observation, type Verdict } from "../observations";
import { type PointName, pointNames, pointOf } from "../points";
import { needs } from "../points/needs";
import type { Point } from "../points/point";

/** A point with its observation. */
export interface ReportedPoint extends Point {
  readonly name: PointName;
  readonly observation: Observation | undefined;
  /** The reason why there is no observation. */
  readonly reason: string | undefined;
}

/** The circumstances of a run, for the head of a report. */
export interface ReportHead {
  /** The address of the service, without credentials. */
  readonly baseUrl: string;
  /** The time of the run, in RFC 3339 format. */
  readonly time: string;
  /** Version of this package. */
  readonly version: string;
}

export interface ConformanceReport extends ReportHead {
  readonly points: readonly ReportedPoint[];
  /** The options of the local server that were observed, and those that differ from its defaults. */
  readonly options: ReturnType<typeof changedOptions>;
  readonly changedOptions: ReturnType<typeof changedOptions>;
  readonly result: ConformanceResult;
}

export function createReport(head: ReportHead, result: ConformanceResult): ConformanceReport {
  const { options } = result.observations;
  return {
    ...head,
    points: pointNames.map((name) => reportedPoint(name, result)),
    options,
    changedOptions: changedOptions(options),
    result,
  };
}

function reportedPoint(name: PointName, result: ConformanceResult): ReportedPoint {
  const point = pointOf(name);
  const observation = result.observations.get(name);
  return {
    ...point,
    name,
    observation,
    reason: observation ? undefined : reasonOf(point, result),
  };
}

function reasonOf({ unobservable, needs: name }: Point, result: ConformanceResult): string {
  const need = name && needs[name];
  if (unobservable !== undefined) return unobservable;
  if (result.scope.readOnly) return "a run with --read-only creates no object";
  if (result.isInterrupted) return "the run was interrupted";
  if (need && !need.isMet(result.scope)) return `it needs ${need.text}`;
  return "a request before it failed";
}

/** The points of a verdict. */
export const pointsOf = ({ points }: ConformanceReport, verdict: Verdict) =>
  points.filter(({ observation }) => observation?.verdict === verdict);

/** The points without an observation that another run may observe. */
export const pointsNotTried = ({ points }: ConformanceReport) =>
  points.filter(
    ({ observation, unobservable }) => observation === undefined && unobservable === undefined,
  );

/** The points that no run can observe. */
export const unobservablePoints = ({ points }: ConformanceReport) =>
  points.filter(({ unobservable }) => unobservable !== undefined);

/** The exit code of the command: 1 if the provider relies on something that does not hold, or if objects are left. */
export function exitCode(report: ConformanceReport): number {
  const { isInterrupted, left } = report.result;
  if (isInterrupted) return 130;
  return pointsOf(report, "unsupported").length > 0 || left.length > 0 ? 1 : 0;
}

/** The sections of a report, the most important first. */
export const sections: readonly { readonly verdict: Verdict; readonly title: string }[] = [
  { verdict: "unsupported", title: "The provider relies on something else" },
  {
    verdict: "differs",
    title: "The service differs from its reference, and the provider does not rely on it",
  },
  { verdict: "observed", title: "The reference leaves it open" },
  { verdict: "as stated", title: "The service does what the reference states" },
];

/** A text of a table without the mark-up of links. */
export const withoutLinks = (markdown: string): string =>
  markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");

/** The advice at a point that the provider relies on. */
export const adviceFor = ({ setting }: Point): string =>
  setting === undefined
    ? "file an issue with this report in the repository of the provider"
    : `set ${setting}`;
