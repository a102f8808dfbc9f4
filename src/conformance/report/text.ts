import { count, printable, styled } from "../../insight/report/text";
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

/** The report for a terminal. */
export function textReport(report: ConformanceReport, isColoured: boolean): string {
  const heading = (title: string, number: number) =>
    styled("bold", `${title} (${number})`, isColoured);
  const blocks = sections.flatMap(({ verdict, title }) => {
    const points = pointsOf(report, verdict);
    if (points.length === 0) return [];
    const lines = points.flatMap(verdict === "as stated" ? shortLines : pointLines);
    return [[heading(title, points.length), ...lines]];
  });
  const rest = [
    { title: "Not tried", points: pointsNotTried(report) },
    { title: "No run can observe", points: unobservablePoints(report) },
  ].filter(({ points }) => points.length > 0);
  for (const { title, points } of rest)
    blocks.push([heading(title, points.length), ...points.map(reasonLine)]);
  return [headLines(report), ...blocks, endLines(report)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

const plain = (markdown: string): string => printable(withoutLinks(markdown).replaceAll("`", ""));

const headLines = ({ baseUrl, time }: ConformanceReport): string[] => [
  `${printable(baseUrl)}, compared with the API reference at ${time}`,
];

const shortLines = ({ reference }: ReportedPoint): string[] => [`  ${plain(reference)}`];

const reasonLine = ({ reference, reason = "" }: ReportedPoint): string =>
  `  ${plain(reference)}: ${plain(reason)}`;

function pointLines(point: ReportedPoint): string[] {
  const { observation, provider, reference } = point;
  const lines = [
    `  ${plain(reference)}`,
    `    service:  ${plain(observation?.service ?? "")}`,
    `    provider: ${plain(provider)}`,
  ];
  if (observation?.verdict === "unsupported")
    lines.push(`    next:     ${plain(adviceFor(point))}`);
  return lines;
}

function endLines(report: ConformanceReport): string[] {
  const { deletedBefore, failures, left, refusals } = report.result;
  const profile = profileLines(report.changedOptions);
  const lines =
    profile.length === 0
      ? ["The local server behaves so without an option, as far as the run has observed."]
      : ["The local server behaves so with these options:", ...profile.map((line) => `  ${line}`)];
  if (refusals > 0)
    lines.push(`The service has refused ${count(refusals, "request")} for its rate.`);
  if (deletedBefore.length > 0)
    lines.push(`Of an earlier run, this run has deleted: ${deletedBefore.join(", ")}.`);
  for (const failure of failures) lines.push(`ended early: ${printable(failure)}`);
  for (const name of left) lines.push(`left in the account: ${printable(name)}`);
  return lines;
}
