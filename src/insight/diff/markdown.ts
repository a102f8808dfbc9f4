import type { Filtered } from "./ignore";
import { linesOf, summaryOf } from "./lines";

/** For a comment or a page: what it all comes to, and a table of the differences. */
export function markdownOf(filtered: Filtered): string {
  const { a, b } = filtered.labels;
  const lines = linesOf(filtered);
  const summary = escaped(summaryOf(filtered));
  if (lines.length === 0) return summary;
  const rows = lines.map((line) => [line.resource, line.argument, line.a, line.b].map(code));
  const table = [["resource", "argument", code(a), code(b)], ["---", "---", "---", "---"], ...rows];
  return [summary, "", ...table.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** Text as code, whatever is in it: fenced by more backticks than it has, and with no end of its cell. */
function code(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", "\\|").replaceAll(/[\r\n]/g, " ")}${padding}${fence}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|@]/g, "\\$&");
