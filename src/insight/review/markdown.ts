import { type Finding, locationOf } from "../report/finding";
import { details, escaped, table } from "../report/markdown";
import type { SubjectChange } from "./changes";
import type { Review } from "./findings";
import { changeTables, notes, summaryLine } from "./text";

/** A comment for a pull request. */
export function asMarkdown(review: Review): string {
  const { stacks, findings, ignored } = review;
  return [
    stacks.every(({ kind }) => kind === "refresh") ? "### Ingress drift" : "### Ingress review",
    escaped(summaryLine(review)),
    ...(findings.length === 0 ? [] : [findingsTable(findings, stacks.length > 1)]),
    ...details("Why, and what to do", advice(findings)),
    ...stacks.flatMap(changeTables).flatMap(({ title, changes }) => details(title, [changesTable(changes)])),
    ...details(
      "Ignored",
      ignored.map(({ finding, reason }) => `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`),
    ),
    ...stacks.flatMap((stack) => notes({ ...stack, stack: escaped(stack.stack) })),
  ].join("\n\n");
}

const findingsTable = (findings: readonly Finding[], isOfSeveral: boolean): string =>
  table(
    ["", "What happens", "Where", "Rule"],
    findings.map((finding) => [
      `**${finding.rule.severity}**`,
      [finding.message, ...finding.parts.map(({ message }) => `also ${message}`)].map(escaped).join("<br>"),
      escaped(`${locationOf(finding)}${isOfSeveral ? ` (stack ${finding.stack})` : ""}`),
      [finding, ...finding.parts].map(({ rule }) => `\`${rule.id}\``).join("<br>"),
    ]),
  );

const advice = (findings: readonly Finding[]): string[] => {
  const all = findings.flatMap(({ rule, parts }) => [rule, ...parts.map((part) => part.rule)]);
  return [...new Set(all.map(({ id, title, why, fix }) => `- **${title}** (\`${id}\`). ${why} ${fix}`))];
};

const changesTable = (changes: readonly SubjectChange[]): string =>
  table(
    ["", "Of", "What"],
    changes.map((each) => [each.fate, escaped(each.subject), escaped(each.details.join("; "))]),
  );
