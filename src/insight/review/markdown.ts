import type { Finding, Review, StackReview } from "./findings";
import { hiddenNote, placeOf, summaryLine } from "./text";

/** A comment for a pull request. */
export function asMarkdown(review: Review): string {
  const isOfSeveral = review.stacks.length > 1;
  const blocks = [
    `### Ingress review`,
    escaped(summaryLine(review)),
    ...findingsTable(review.findings, isOfSeveral),
    ...details("Why, and what to do", advice(review.findings)),
    ...review.stacks.flatMap((stack) => details(`Changes in ${stack.project}/${stack.stack}`, changesTable(stack))),
    ...details(
      "Ignored",
      review.ignored.map(
        ({ finding, reason }) => `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`,
      ),
    ),
    ...review.stacks.flatMap(hiddenNote),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** What the service or a program chose is text here: it makes no table, link, mention or mark-up. */
const escaped = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>#|~@]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\r?\n/g, " ");

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const findingsTable = (findings: readonly Finding[], isOfSeveral: boolean): string[] =>
  findings.length === 0
    ? []
    : [
        [
          row("", "What happens", "Where", "Rule"),
          row("---", "---", "---", "---"),
          ...findings.map((finding) =>
            row(
              `**${finding.rule.severity}**`,
              escaped(finding.message),
              escaped(placeOf(finding, isOfSeveral)),
              `\`${finding.rule.id}\``,
            ),
          ),
        ].join("\n"),
      ];

const advice = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ rule }) => rule))].map(
    ({ id, title, why, todo }) => `- **${title}** (\`${id}\`). ${why} ${todo}`,
  );

const changesTable = ({ changes }: StackReview): string[] =>
  changes.length === 0
    ? []
    : [
        row("", "Of", "What"),
        row("---", "---", "---"),
        ...changes.map((each) => row(each.fate, escaped(each.subject), escaped(each.details.join("; ")))),
      ];

const details = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`<details><summary>${escaped(title)}</summary>\n\n${lines.join("\n")}\n\n</details>`];
