import type { OptionRow } from "./kinds";
import { type OptionName, optionTable } from "./registry";

/** The documentation of every option: the default, and `name=value` with another value, as the command line takes them. */
export function optionDocs() {
  return (Object.keys(optionTable) as OptionName[]).map((name) => {
    const row: OptionRow = optionTable[name];
    const example = `${name}=${asText(row.example)}`;
    return { name, choices: choicesOf(row), fallback: asText(row.default), example, doc: row.doc };
  });
}

/** The options as a list in Markdown, as `docs/emulator.md` has it between its markers `emulator-options`. */
export const optionMarkdown = (): string =>
  optionDocs()
    .map(({ name, choices, fallback, example, doc }) =>
      [
        `- **\`${name}\`**: ${doc}`,
        `  Values: ${choices}. Default: ${fallback === "" ? "none" : `\`${fallback}\``}. Example: \`${example}\`.`,
      ].join("\n"),
    )
    .join("\n");

function choicesOf(row: OptionRow): string {
  switch (row.kind) {
    case "choice":
      return row.values.map((value) => `\`${value}\``).join(", ");
    case "number":
      return `${row.unit}, ${row.min} to ${row.max}`;
    case "text":
      return row.unit;
    case "names":
      return `${row.unit}, separated by commas`;
    case "lists":
      return `${row.unit}, \`MEMBER=VALUE,VALUE;MEMBER=…\`, of ${row.of.map((key) => `\`${key}\``).join(", ")}`;
  }
}

function asText(value: OptionRow["default"]): string {
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.join(",");
  return Object.entries(value)
    .map(([key, names]) => `${key}=${names?.join(",")}`)
    .join(";");
}
