import { MASK } from "../engine/secrets";
import { code, escaped, table } from "../report/markdown";
import { unusedJson } from "../report/suppression";
import { columns } from "../report/table";
import { count, jsonReport, printable } from "../report/text";
import type { ArgumentDifference } from "./argument-comparison";
import type { Comparison, StackDifference } from "./compare";
import { onBothSides, type Sides } from "./pairs";

/** The width of a column. A longer value goes on in the next line, so that nothing is cut off. */
const WIDTH = 44;

/** A table for each resource, for a terminal, and a summary. */
export function asTable(comparison: Comparison): string {
  const { labels, differences } = comparison;
  const summary = summaryOf(comparison);
  if (differences.length === 0) return summary;
  const rows = differences.map(rowOf).map(({ argument, a, b }) => [argument, a, b]);
  const heading = ["argument", printable(labels.a), printable(labels.b)];
  // The heading is a row of the same table, so that its columns have the same widths.
  const [headingLines = [], ...rowLines] = columns([heading, ...rows], [WIDTH, WIDTH, WIDTH]);
  const titled = differences.map((difference, index) => ({
    title: titleOf(difference),
    lines: rowLines[index] ?? [],
  }));
  const groups = [...Map.groupBy(titled, ({ title }) => title)];
  const tables = groups.map(([title, group]) => [title, ...group.flatMap(({ lines }) => lines)]);
  return [headingLines, ...tables, [summary]].map((lines) => lines.join("\n")).join("\n\n");
}

/** A summary and a table of the differences, for a comment or a page. */
export function asMarkdown(comparison: Comparison): string {
  const { labels, differences } = comparison;
  const summary = escaped(summaryOf(comparison));
  if (differences.length === 0) return summary;
  const heading = ["resource", "argument", code(labels.a), code(labels.b)];
  const rows = differences.map((difference) => {
    const { argument, a, b } = rowOf(difference);
    return [titleOf(difference), argument, a, b].map(code);
  });
  return `${summary}\n\n${table(heading, rows)}`;
}

/** The report for programs, which docs/stack-diff.md describes. */
export const asJson = ({ labels, resources, differences, ignored, unused }: Comparison): string =>
  jsonReport(1, {
    stacks: labels,
    alike: differences.length === 0,
    resources,
    ignored,
    unusedIgnores: unused.map(unusedJson),
    differences,
  });

function titleOf({ resource: { type, name, parents } }: StackDifference): string {
  const title = `${type} ${name}`;
  return printable(parents.length > 0 ? `${title} (in ${parents.join(" / ")})` : title);
}

/** The argument that differs, and its value in each stack. */
type Row = Sides<string> & { readonly argument: string };

function rowOf(difference: StackDifference): Row {
  switch (difference.kind) {
    case "resource": {
      const presence = onBothSides((side) => (difference.in === side ? "exists" : "missing"));
      return { argument: "(resource)", ...presence };
    }
    case "unsettled": {
      const reasons = onBothSides((side) => printable(difference.reasons[side] ?? "settled"));
      return { argument: "(resource)", ...reasons };
    }
    case "unknown": {
      const { path, encryptedIn } = difference;
      const values = onBothSides((side) =>
        encryptedIn.includes(side) ? "encrypted: cannot tell" : MASK,
      );
      return { argument: printable(path), ...values };
    }
    case "argument": {
      const values = onBothSides((side) => valueText(difference[side], difference));
      return { argument: printable(difference.path), ...values };
    }
  }
}

function valueText(
  value: unknown,
  { secret, a, b }: Extract<ArgumentDifference, { kind: "argument" }>,
): string {
  if (value === undefined) return "not set";
  if (!secret) return printable(JSON.stringify(value));
  const areBothSet = a !== undefined && b !== undefined;
  return areBothSet ? `${MASK}, differs` : MASK;
}

/** The result of a comparison in one sentence. */
function summaryOf(comparison: Comparison): string {
  const { labels, differences, ignored } = comparison;
  const unknown = ofKinds(differences, "unknown").length;
  const unsettled = ofKinds(differences, "unsettled").length;
  const parts = [`${printable(labels.a)} and ${printable(labels.b)}: ${outcomeOf(comparison)}`];
  if (differences.length > 0) parts.push(count(differences.length, "difference"));
  if (unknown > 0) parts.push(`${unknown} of them cannot be compared: encrypted`);
  if (unsettled > 0)
    parts.push(`${unsettled} of them cannot be compared: an operation failed or was interrupted`);
  if (ignored > 0) parts.push(`${count(ignored, "difference")} ignored`);
  return `${parts.join("; ")}.`;
}

/** The numbers of resources that differ, or may differ. */
function outcomeOf({ resources, differences }: Comparison): string {
  const differing = numberOfResources(ofKinds(differences, "argument", "resource"));
  const uncertain = numberOfResources(differences) - differing;
  const all = count(resources, "resource");
  const outcomes: string[] = [];
  if (differing > 0)
    outcomes.push(`${differing} of ${all} ${differing === 1 ? "differs" : "differ"}`);
  if (uncertain > 0) outcomes.push(`${uncertain} of ${all} may differ`);
  return outcomes.length === 0 ? `alike: ${all}` : outcomes.join(", ");
}

const ofKinds = (
  differences: readonly StackDifference[],
  ...kinds: readonly StackDifference["kind"][]
): StackDifference[] => differences.filter(({ kind }) => kinds.includes(kind));

/** The number of resources. All differences of a resource share the object `resource`. */
const numberOfResources = (differences: readonly StackDifference[]): number =>
  new Set(differences.map(({ resource }) => resource)).size;
