import ts from "typescript";
import { Problem } from "../../lib/say.mjs";
import { commentOf, exampleOf } from "./comments.mjs";
import { nameOf } from "./names.mjs";

/**
 * A class of resources, as a program's source has it.
 * @typedef {object} ResourceClass
 * @property {string} type
 * @property {string} definition the name of its definition
 * @property {string} args the interface of its arguments
 * @property {string | undefined} outputs that of its read-only outputs, where it has some
 * @property {string} text
 * @property {string} example
 */

/**
 * The classes that say `extends resourceClass<Args, Outputs, …>(definition, …)`.
 * @param {readonly ts.SourceFile[]} files
 * @returns {ResourceClass[]}
 */
export const resourceClasses = (files) =>
  files.flatMap(({ statements }) => statements.filter(ts.isClassDeclaration).map(resourceClass));

/**
 * @param {ts.ClassDeclaration} declaration
 * @returns {ResourceClass}
 */
function resourceClass(declaration) {
  const type = declaration.name?.text ?? "";
  const base = declaration.heritageClauses?.[0]?.types[0]?.expression;
  const call = base && ts.isCallExpression(base) ? base : undefined;
  const [args, outputs] = (call?.typeArguments ?? []).map(typeName);
  const definition = call?.arguments[0] && lastName(call.arguments[0]);
  if (args === undefined || definition === undefined)
    throw new Problem(`${type}: does not say of which arguments and definition it is the class`);
  const text = commentOf(declaration);
  if (text === "") throw new Problem(`${type} has no documentation`);
  return { type, definition, args, outputs, text, example: exampleOf(declaration) };
}

/** @param {ts.TypeNode} type */
const typeName = (type) => (ts.isTypeReferenceNode(type) ? nameOf(type.typeName) : undefined);

/** @param {ts.Expression} expression */
function lastName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}
