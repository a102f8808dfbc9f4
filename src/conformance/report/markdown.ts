import { escaped, table } from "../../insight/report/markdown";
import { profileLines } from "./profile";
import {
  adviceFor,
  type ConformanceReport,
  pointsNotTried,
  pointsOf,
  type ReportedPoint,
  sections,
  unobservablePoints,
  withoutLinks,
} from "./report";

/** The report in Markdown. */
export function markdownReport(report: ConformanceReport): string {
  const blocks = sections.flatMap(({ verdict, title }) => {
    const points = pointsOf(report, verdict);
    return points.length === 0 ? [] : [`## ${title}`, tableOf(points, verdict === "unsupported")];
  });
  const rest = [...pointsNotTried(report), ...unobservablePoints(report)];
  const reasons = rest.map(({ reference, reason = "" }) => [withoutLinks(reference), reason]);
  if (rest.length > 0) blocks.push("## Not tried", table(["Reference", "Reason"], reasons));
  const { baseUrl, time } = report;
  const head = `${escaped(baseUrl)}, compared with the API reference at ${time}.`;
  return ["# Conformance of the service", head, ...blocks, ...endBlocks(report)].join("\n\n");
}

function tableOf(points: readonly ReportedPoint[], hasAdvice: boolean): string {
  const head = ["Reference", "Service", "Provider"];
  const rows = points.map((point) => {
    const { observation, provider, reference } = point;
    const cells = [withoutLinks(reference), observation?.service ?? "", withoutLinks(provider)];
    return hasAdvice ? [...cells, adviceFor(point)] : cells;
  });
  return table(
    hasAdvice ? [...head, "Next"] : head,
    rows.map((row) => row.map(cell)),
  );
}

/** The text of a cell. Text between backticks comes from the service, and ends neither the cell nor the code. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

function endBlocks({ changedOptions, result }: ConformanceReport): string[] {
  const { failures, left } = result;
  const lines = profileLines(changedOptions);
  const blocks =
    lines.length === 0
      ? []
      : ["## Options of the local server", ["```yaml", ...lines, "```"].join("\n")];
  const problems = [
    ...failures.map((failure) => `- ended early: ${escaped(failure)}`),
    ...left.map((name) => `- left in the account: ${escaped(name)}`),
  ];
  return problems.length === 0 ? blocks : [...blocks, "## Problems", problems.join("\n")];
}
