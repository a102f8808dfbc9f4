import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import definitions from "../../dist/core/definitions/settings.js";
import { root } from "../lib/project.mjs";
import { code, table } from "./tables.mjs";

/** @returns {string} the settings of the provider, as their table and their documentation have them */
export function settingsTable() {
  const documented = documentation();
  return table(
    ["stack config", "environment", "argument of `Provider`", ""],
    Object.entries(definitions.settings).map(([name, row]) => [
      code(`${definitions.NAMESPACE}:${name}`),
      row.environment === undefined ? "" : code(row.environment),
      code(name),
      [
        documented.get(name),
        ...("values" in row ? [row.values.map(String).map(code).join(", ")] : []),
        ...defaultOf(row),
      ].join("; "),
    ]),
  );
}

/** @param {{ readonly default?: unknown }} row */
const defaultOf = (row) => (row.default === undefined ? [] : [`default ${row.default}`]);

/** The first sentences of the documentation of each argument, without a full stop. */
function documentation() {
  const file = join(root, "src/core/definitions/settings.ts");
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const members = source.statements.filter(ts.isInterfaceDeclaration).flatMap((each) => [...each.members]);
  return new Map(
    members.map((member) => {
      const [comment] = ts.getJSDocCommentsAndTags(member);
      const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
      return [member.name?.getText() ?? "", text.replaceAll(/\s+/g, " ").replace(/\. .*$/, "")];
    }),
  );
}
