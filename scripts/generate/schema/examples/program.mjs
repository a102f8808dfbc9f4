import ts from "typescript";
import { Problem } from "../../../lib/say.mjs";
import { checkArguments } from "./arguments.mjs";
import { isMembers, literalValue, Reference } from "./values.mjs";

/**
 * A program of an example, in no language.
 * @typedef {object} Program
 * @property {readonly Setting[]} config what it reads from stack config
 * @property {Declared} resource
 * @property {readonly Exported[]} outputs
 *
 * @typedef {{ readonly name: string, readonly isSecret: boolean }} Setting
 * @typedef {{ readonly variable: string, readonly type: string, readonly name: string, readonly args: import("./values.mjs").Members }} Declared
 * @typedef {{ readonly name: string, readonly property: string }} Exported of its resource
 */

/** A class for TypeScript takes the route itself in place of its ids. */
const standsFor = new Map([["route", ["edgeId", "routeId"]]]);

/**
 * The program of an `@example` in TypeScript. What it leaves undeclared comes from stack config.
 * @param {string} source
 * @param {import("../../../../dist/schema/definition.js").Definition} definition
 * @returns {Program}
 */
export function programOf(source, definition) {
  const { statements } = ts.createSourceFile("example.ts", source, ts.ScriptTarget.Latest, true);
  const [first, ...others] = statements;
  const resource = first && declared(first);
  const outputs = others.flatMap((statement) => exported(statement, resource) ?? []);
  if (resource?.type !== definition.type || outputs.length < others.length)
    throw new Problem(`${definition.type}: this form of example is not understood: ${source}`);
  return { config: checkArguments(definition, resource.args), resource, outputs };
}

/**
 * `new Type("name", { … })`, with or without a variable.
 * @param {ts.Statement} statement
 * @returns {Declared | undefined}
 */
function declared(statement) {
  const { variable, value } = assigned(statement);
  if (!value || !ts.isNewExpression(value)) return undefined;
  const [name, args] = value.arguments ?? [];
  if (!name || !ts.isStringLiteral(name) || !args) return undefined;
  const stated = literalValue(args);
  if (!isMembers(stated)) return undefined;
  const given = Object.entries(stated).flatMap(([key, each]) => {
    const ids = standsFor.get(key);
    return ids ? ids.map((id) => [id, new Reference(id)]) : [[key, each]];
  });
  return {
    variable: variable ?? name.text,
    type: value.expression.getText(),
    name: name.text,
    args: Object.fromEntries(given),
  };
}

/**
 * `export const name = variable.property`.
 * @param {ts.Statement} statement
 * @param {Declared | undefined} resource
 * @returns {Exported | undefined}
 */
function exported(statement, resource) {
  const { variable, value } = assigned(statement);
  if (variable === undefined || !value || !ts.isPropertyAccessExpression(value)) return undefined;
  return value.expression.getText() === resource?.variable ? { name: variable, property: value.name.text } : undefined;
}

/** @param {ts.Statement} statement */
function assigned(statement) {
  if (ts.isExpressionStatement(statement)) return { value: statement.expression };
  const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  return { variable: declaration?.name.getText(), value: declaration?.initializer };
}
