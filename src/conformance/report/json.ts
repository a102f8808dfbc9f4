import { jsonReport } from "../../insight/report/text";
import { type ConformanceReport, exitCode } from "./report";

/** The report for programs. */
export function conformanceJson(report: ConformanceReport): string {
  const { baseUrl, time, version, points, options, changedOptions, result } = report;
  const { deletedBefore, failures, isInterrupted, left, refusals } = result;
  return jsonReport(1, {
    baseUrl,
    time,
    packageVersion: version,
    points: points.map(({ name, group, reference, provider, observation, reason }) => ({
      name,
      group,
      reference,
      provider,
      verdict: observation?.verdict ?? "not tried",
      service: observation?.service,
      reason,
    })),
    options,
    changedOptions,
    refusals,
    failures,
    deletedBefore,
    left,
    isInterrupted,
    isSupported: exitCode(report) === 0,
  });
}
