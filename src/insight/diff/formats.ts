import { MASK } from "../engine/secrets";
import { code, escaped, table } from "../report/markdown";
import { unusedJson } from "../report/suppression";
import { columns } from "../report/table";
import { count, jsonReport, printable } from "../report/text";
import type { Comparison, StackDifference } from "./compare";
import type { Side } from "./pairs";

/** Values that are longer go on in the next line, so that nothing is cut off. */
const WIDTH = 44;

/** A table for each resource, for a terminal, and a summary. */
export function asTable(comparison: Comparison): string {
  const { labels, differences } = comparison;
  const cells = [
    ["argument", printable(labels.a), printable(labels.b)],
    ...differences.map(cellsOf),
  ];
  const [heading = [], ...rows] = columns(cells, [WIDTH, WIDTH, WIDTH]);
  const titled = differences.map((each, index) => ({
    title: titleOf(each),
    lines: rows[index] ?? [],
  }));
  const groups = Map.groupBy(titled, ({ title }) => title);
  const tables = [...groups].map(([title, own]) => [title, ...own.flatMap(({ lines }) => lines)]);
  return [...(differences.length > 0 ? [heading, ...tables] : []), [summaryOf(comparison)]]
    .map((each) => each.join("\n"))
    .join("\n\n");
}

/** A summary and a table of the differences, for a comment or a page. */
export function asMarkdown(comparison: Comparison): string {
  const { a, b } = comparison.labels;
  const rows = comparison.differences.map((each) => [titleOf(each), ...cellsOf(each)].map(code));
  const summary = escaped(summaryOf(comparison));
  return rows.length === 0
    ? summary
    : `${summary}\n\n${table(["resource", "argument", code(a), code(b)], rows)}`;
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

const titleOf = ({ resource: { type, name, parents } }: StackDifference): string =>
  printable(`${type} ${name}${parents.length > 0 ? ` (in ${parents.join(" / ")})` : ""}`);

/** The argument that differs, and its value in each stack. */
function cellsOf(difference: StackDifference): readonly [argument: string, a: string, b: string] {
  switch (difference.kind) {
    case "resource":
      return difference.in === "a"
        ? ["(resource)", "exists", "missing"]
        : ["(resource)", "missing", "exists"];
    case "unsettled":
      return [
        "(resource)",
        printable(difference.reasons.a ?? "settled"),
        printable(difference.reasons.b ?? "settled"),
      ];
    case "unknown": {
      const shown = (side: Side) =>
        difference.encryptedIn.includes(side) ? "encrypted: cannot tell" : MASK;
      return [printable(difference.path), shown("a"), shown("b")];
    }
    case "argument": {
      const { path, a, b, secret } = difference;
      // A report shows of two secrets only that they differ.
      const word = a === undefined || b === undefined ? MASK : `${MASK}, differs`;
      const shown = (value: unknown) => {
        if (value === undefined) return "not set";
        return secret ? word : printable(JSON.stringify(value));
      };
      return [printable(path), shown(a), shown(b)];
    }
  }
}

/** The result of a comparison in one sentence. */
function summaryOf({ labels, resources, differences, ignored }: Comparison): string {
  const ofKinds = (...kinds: StackDifference["kind"][]) =>
    differences.filter(({ kind }) => kinds.includes(kind));
  const unknown = ofKinds("unknown").length;
  const unsettled = ofKinds("unsettled").length;
  const differing = new Set(ofKinds("argument", "resource").map(({ resource }) => resource)).size;
  const uncertain = new Set(differences.map(({ resource }) => resource)).size - differing;
  const all = count(resources, "resource");
  const outcomes = [
    ...(differing > 0 ? [`${differing} of ${all} ${differing === 1 ? "differs" : "differ"}`] : []),
    ...(uncertain > 0 ? [`${uncertain} of ${all} may differ`] : []),
  ];
  const failed = "an operation failed or was interrupted";
  const parts = [
    `${printable(labels.a)} and ${printable(labels.b)}: ${outcomes.join(", ") || `alike: ${all}`}`,
    ...(differences.length > 0 ? [count(differences.length, "difference")] : []),
    ...(unknown > 0 ? [`${unknown} of them cannot be compared: encrypted`] : []),
    ...(unsettled > 0 ? [`${unsettled} of them cannot be compared: ${failed}`] : []),
    ...(ignored > 0 ? [`${count(ignored, "difference")} ignored`] : []),
  ];
  return `${parts.join("; ")}.`;
}
