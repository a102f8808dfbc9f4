import definitions from "../../../build/core/definitions/settings.js";
import { code, table } from "../../base/markdown-table.mts";
import { providerDocumentation } from "./schema/documentation.mts";

/** The documentation of each setting, by name. */
const documentation = () =>
  new Map(
    providerDocumentation()
      .membersOf("ProviderArgs")
      .map(({ name, text }) => [name, text]),
  );

/** The text of docs/reference/provider-settings.md: each setting with its complete documentation. */
export function settingsDocument(): string {
  const texts = documentation();
  return [
    "# Provider settings",
    `Stack config and arguments of \`Provider\`. [Installation and configuration](../installation-configuration.md#settings) describes how to set them.
Stack config takes precedence over the environment.`,
    ...Object.entries(definitions.settings).flatMap(([name, row]) => [
      `## ${name}`,
      `Stack config: ${code(`${definitions.NAMESPACE}:${name}`)}.${row.secret ? " A secret." : ""}`,
      texts.get(name) ?? "",
    ]),
  ].join("\n\n");
}

/** The settings of the provider, from their table and their documentation. */
export function settingsTable(): string {
  const texts = documentation();
  return table(
    ["stack config", "environment", "argument of `Provider`", ""],
    Object.entries(definitions.settings).map(([name, row]) => [
      code(`${definitions.NAMESPACE}:${name}`),
      row.environment === undefined ? "" : code(row.environment),
      code(name),
      [
        texts.get(name)?.replace(/\. .*$/s, ""),
        ...("values" in row ? [row.values.map(String).map(code).join(", ")] : []),
        ...defaultOf(row),
      ].join("; "),
    ]),
  );
}

const defaultOf = (row: { readonly default?: unknown }) =>
  row.default === undefined ? [] : [`default ${row.default}`];
