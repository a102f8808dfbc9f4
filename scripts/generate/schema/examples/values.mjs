import ts from "typescript";
import { Problem } from "../../../lib/say.mjs";

/**
 * A value in a program.
 * @typedef {string | number | boolean | Reference | List | Members} Value
 * @typedef {{ readonly [Symbol.iterator]: () => Iterator<Value> }} List
 * @typedef {{ readonly [key: string]: Value }} Members
 */

/** The value of a variable: a setting, a resource of the program, or a property of that resource. */
export class Reference {
  /**
   * @param {string} variable
   * @param {string} [resource] the name of the resource, if the variable holds one
   * @param {string} [property]
   */
  constructor(variable, resource, property) {
    this.variable = variable;
    this.resource = resource;
    this.property = property;
  }
}

/** @type {(value: Value) => value is readonly Value[]} */
export const isList = (value) => Array.isArray(value);

/** @type {(value: Value) => value is Members} */
export const isMembers = (value) => typeof value === "object" && !isList(value) && !(value instanceof Reference);

/** Variables whose names mean something else among the declarations of stack config in `Pulumi.yaml`. */
const otherNames = new Map([["secret", "sharedSecret"]]);

/** @param {string} name */
const referenceTo = (name) => new Reference(otherNames.get(name) ?? name);

/**
 * @param {ts.Expression} expression
 * @returns {Value}
 */
export function literalValue(expression) {
  if (ts.isStringLiteral(expression)) return expression.text;
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isIdentifier(expression)) return referenceTo(expression.text);
  if (ts.isArrayLiteralExpression(expression)) return expression.elements.map(literalValue);
  if (ts.isObjectLiteralExpression(expression)) return Object.fromEntries(expression.properties.map(member));
  throw new Problem(`this form of value is not understood in an example: ${expression.getText()}`);
}

/**
 * @param {ts.ObjectLiteralElementLike} property
 * @returns {[string, Value]}
 */
function member(property) {
  if (ts.isShorthandPropertyAssignment(property)) return [property.name.text, referenceTo(property.name.text)];
  if (ts.isPropertyAssignment(property)) return [property.name.getText(), literalValue(property.initializer)];
  throw new Problem(`this form of member is not understood in an example: ${property.getText()}`);
}

/**
 * How a language writes values.
 * @typedef {object} Language
 * @property {(value: string | number | boolean | Reference) => string} scalar
 * @property {(items: readonly string[]) => string} list
 * @property {(members: readonly (readonly [key: string, value: string])[]) => string} object
 */

/**
 * @param {Value} value
 * @param {Language} language
 * @returns {string}
 */
export function written(value, language) {
  if (isList(value)) return language.list([...value].map((item) => written(item, language)));
  if (!isMembers(value)) return language.scalar(value);
  return language.object(Object.entries(value).map(([key, each]) => [key, written(each, language)]));
}

/**
 * @param {string} name
 * @param {string | undefined} property
 */
export const dotted = (name, property) => (property === undefined ? name : `${name}.${property}`);

/**
 * A text, each line of which is further in.
 * @param {string} text
 * @param {string} [by]
 */
export const indented = (text, by = "  ") => text.replaceAll(/^(?=.)/gm, by);

/**
 * @param {...(readonly string[])} parts lines; a part may be empty
 * @returns {string}
 */
export const paragraphs = (...parts) =>
  parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
