import { diff } from "node:util";
import text from "../../../build/core/schema/case.js";
import type { Example, Program } from "../../../build/insight/rules/example-programs.js";
import review from "../../../build/insight/rules/index.js";
import type { Rule } from "../../../build/insight/rules/rule.js";

const TITLES = { high: "High severity", medium: "Medium severity", low: "Low severity" };

/** The rules of the review, by severity, each with its example below a separate heading. */
export const reviewRules = (): string =>
  Object.entries(TITLES)
    .flatMap(([severity, title]) => [
      `## ${title}`,
      ...review.allRules.filter((rule) => rule.severity === severity).flatMap(ruleParts),
    ])
    .join("\n\n");

const ruleParts = ({ id, title, why, fix, driftSeverity, example }: Rule) => [
  `### ${id}`,
  `**${title}.** ${why}`,
  `${fix}${driftNote(driftSeverity)}`,
  example ? `\`\`\`diff\n${exampleDiff(example)}\n\`\`\`` : NO_EXAMPLE,
];

function driftNote(driftSeverity: Rule["driftSeverity"]) {
  if (driftSeverity === undefined) return "";
  return driftSeverity === "ignored"
    ? " It is not reported for drift."
    : " For drift, the severity is `medium`, or `low` if no request is affected.";
}

const NO_EXAMPLE = "The change of a program alone does not show it.";

/** The change of an example, in lines with a mark of where each is. */
function exampleDiff({ before, after }: Example): string {
  const referred = JSON.stringify([before, after]);
  const linesOf = (program: Program = {}) =>
    Object.entries(program).flatMap((entry) => declared(entry, referred));
  return changedLines(linesOf(before), linesOf(after)).join("\n");
}

/** @param referred what refers to names of resources */
function declared(
  [key, { $options: options, $lookedUp, ...args }]: [string, Readonly<Record<string, unknown>>],
  referred: string,
) {
  const [type = "", name = nameOf(type)] = key.split(" ");
  const isReferred = referred.includes(`:"${name}"}`);
  const start = isReferred ? `const ${name} = ` : "";
  const values = [args, ...(options ? [options] : [])].map((value) => expression(value, "", true));
  const call = $lookedUp ? `${type}.get("${name}", id, ` : `new ${type}("${name}", `;
  return `${start}${call}${values.join(", ")});`.split("\n");
}

/** Returns a name for the only resource of a type: `route` for an `HttpsEdgeRoute`. */
const nameOf = (type: string): string =>
  text.uncapitalized(type.replace(/^(?:Https|Tls|Tcp)Edge(?=[A-Z])/, ""));

const WIDTH = 80;

/**
 * Returns a value as code, in one line if it is short.
 * @param indent indentation of its line
 * @param isLong true if each member has a separate line, like the arguments of a resource
 */
function expression(value: unknown, indent: string = "", isLong: boolean = false): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [[mark = "", marked] = []] = Object.entries(value);
  if (mark === "$secret") return `pulumi.secret(${expression(marked, indent)})`;
  if (mark === "$resource") return String(marked);
  if (mark === "$id") return `${marked}.id`;
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const stated = Object.entries(value).filter(([, member]) => member !== null);
  const members = (within: string) =>
    stated.map(
      ([key, member]) => `${isList ? "" : `${keyOf(key)}: `}${expression(member, within)}`,
    );
  const line = `${open}${members(indent).join(", ")}${close}`;
  if (line === "{  }") return "{}";
  if (!isLong && indent.length + line.length <= WIDTH) return line;
  const within = `${indent}  `;
  const lines = members(within).map((member) => `${within}${member},\n`);
  return `${open.trim()}\n${lines.join("")}${indent}${close.trim()}`;
}

const keyOf = (key: string) => (/^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key));

/** The lines of both, in order, each with a mark of where it is: `diff` counts from -1, for a line of `after` alone. */
const changedLines = (before: readonly string[], after: readonly string[]): readonly string[] =>
  diff(before, after).map(([side, line]) => `${"+ -".charAt(side + 1)}${line}`);
