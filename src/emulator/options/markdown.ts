import type { OptionRow } from "./kinds";
import { type OptionName, optionTable } from "./registry";

/** The documentation of every option: the default, and `name=value` with another value, as the command line takes them. */
export function optionDocs() {
  return (Object.keys(optionTable) as OptionName[]).map((name) => {
    const { default: fallback, example, choices, doc }: OptionRow = optionTable[name];
    return {
      name,
      choices,
      fallback: asText(fallback),
      example: `${name}=${asText(example)}`,
      doc,
    };
  });
}

/** The options as a list in Markdown, as `docs/emulator.md` has it between its markers `emulator-options`. */
export const optionMarkdown = (): string =>
  optionDocs()
    .flatMap(({ name, choices, fallback, example, doc }) => [
      `- **\`${name}\`**: ${doc}`,
      `  Values: ${choices}. Default: ${fallback === "" ? "none" : `\`${fallback}\``}. Example: \`${example}\`.`,
    ])
    .join("\n");

function asText(value: OptionRow["default"]): string {
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.join(",");
  return Object.entries(value)
    .map(([key, names]) => `${key}=${names?.join(",")}`)
    .join(";");
}
