import ts from "typescript";
import { Problem } from "../../../lib/say.mjs";
import { checkArguments } from "./arguments.mjs";
import { isMembers, literalValue, Reference } from "./values.mjs";

/** @typedef {import("../../../../dist/core/schema/definition.js").Definition} Definition */

/**
 * A program of an example, in no language.
 * @typedef {object} Program
 * @property {readonly Setting[]} config what it reads from stack config
 * @property {readonly Declared[]} resources in the order of their declarations
 * @property {Declared} subject the resource of which it is an example, the last
 * @property {readonly Exported[]} outputs
 *
 * @typedef {{ readonly name: string, readonly isSecret: boolean }} Setting
 * @typedef {{ readonly name: string, readonly value: Reference }} Exported
 *
 * @typedef {object} Declared
 * @property {string} variable
 * @property {string} type
 * @property {string} name
 * @property {import("./values.mjs").Members} args
 * @property {import("./values.mjs").Members} [options]
 */

/**
 * The program of an `@example` in TypeScript. What it leaves undeclared comes from stack config.
 * @param {string} source
 * @param {Definition} definition
 * @returns {Program}
 */
export function programOf(source, definition) {
  const { statements } = ts.createSourceFile("example.ts", source, ts.ScriptTarget.Latest, true);
  const stated = statements.flatMap((statement) => declared(statement) ?? []);
  const outputs = statements.flatMap((statement) => exported(statement, stated) ?? []);
  const resources = stated.map((resource) => withIds(resource, stated));
  const subject = resources.at(-1);
  if (subject?.type !== definition.type || resources.length + outputs.length < statements.length)
    throw notUnderstood(definition, source);
  const config = resources.flatMap(({ type, args }) => {
    const known = [definition, ownerOf(definition)].find((each) => each?.type === type);
    if (!known) throw notUnderstood(definition, source);
    return checkArguments(known, args);
  });
  return { config, resources, subject, outputs };
}

/**
 * @param {Definition} definition
 * @param {string} source
 */
const notUnderstood = ({ type }, source) => new Problem(`${type}: this form of example is not understood: ${source}`);

/** @param {Definition} definition */
const ownerOf = (definition) =>
  definition.kind === "singleton" && definition.of.kind === "collection" ? definition.of : undefined;

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
  return { variable: variable ?? name.text, type: value.expression.getText(), name: name.text, args: stated };
}

/**
 * The resource with its route's ids, and the option that lets it go with the route: the classes for TypeScript alone take
 * the `route` in their place.
 * @param {Declared} resource
 * @param {readonly Declared[]} others among which its route is
 * @returns {Declared}
 */
function withIds({ args: { route, ...args }, ...resource }, others) {
  if (route === undefined) return { ...resource, args };
  const owner = others.find(({ variable }) => route instanceof Reference && variable === route.variable);
  if (!owner) throw new Problem(`the example of ${resource.type}: it does not declare its route`);
  const ids = { edgeId: referenceTo(owner, "edgeId"), routeId: referenceTo(owner, "id") };
  return { ...resource, args: { ...ids, ...args }, options: { deletedWith: referenceTo(owner) } };
}

/**
 * @param {Declared} resource
 * @param {string} [property]
 */
const referenceTo = ({ variable, name }, property) => new Reference(variable, name, property);

/**
 * `export const name = variable.property`.
 * @param {ts.Statement} statement
 * @param {readonly Declared[]} resources
 * @returns {Exported | undefined}
 */
function exported(statement, resources) {
  const { variable, value } = assigned(statement);
  if (variable === undefined || !value || !ts.isPropertyAccessExpression(value)) return undefined;
  const resource = resources.find((each) => each.variable === value.expression.getText());
  return resource && { name: variable, value: referenceTo(resource, value.name.text) };
}

/** @param {ts.Statement} statement */
function assigned(statement) {
  if (ts.isExpressionStatement(statement)) return { value: statement.expression };
  const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  return { variable: declaration?.name.getText(), value: declaration?.initializer };
}
