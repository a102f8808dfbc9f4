import { type OptionName, optionNames, optionTable } from "./options";

/** One option as text: its name, its choices, its default and what it does. */
export interface OptionDoc {
  readonly name: OptionName;
  readonly choices: string;
  readonly fallback: string;
  readonly doc: string;
}

/** The documentation of every option, from the same table that the emulator runs on. */
export function optionDocs(): OptionDoc[] {
  return optionNames.map((name) => {
    const { schema, default: fallback, doc } = optionTable[name];
    return { name, choices: choices(schema), fallback: shown(fallback), doc };
  });
}

/** The options as a Markdown table, as `docs/emulator.md` has it. */
export function optionMarkdown(): string {
  const rows = optionDocs().map(
    ({ name, choices: values, fallback, doc }) => `| \`${name}\` | ${values} | \`${fallback}\` | ${doc} |`,
  );
  return ["| Option | Values | Default | What the reference leaves open |", "|---|---|---|---|", ...rows].join("\n");
}

function choices(schema: object): string {
  if ("options" in schema && Array.isArray(schema.options)) {
    return schema.options.map((value) => `\`${value}\``).join(", ");
  }
  if ("element" in schema) return "names, separated by commas";
  return "minValue" in schema && typeof schema.minValue === "number" ? "number" : "text";
}

function shown(fallback: string | number | readonly string[]): string {
  if (typeof fallback !== "object") return String(fallback);
  return fallback.length === 0 ? "(empty)" : fallback.join(",");
}
