// Writes the examples of the package schema. pulumi convert needs the released CLI and its converters, and a published SDK of each language, so it
// cannot run in npm run generate.
import ts from "typescript";
import go from "../../../../build/codegen/go.js";
import model, {
  type Members,
  type Program,
  type Resource,
  type Setting,
  type Value,
} from "../../../../build/codegen/program.js";
import python from "../../../../build/codegen/python.js";
import sdks, { type Packages, type Sdk } from "../../../../build/codegen/sdk.js";
import typescript from "../../../../build/codegen/typescript.js";
import yaml from "../../../../build/codegen/yaml.js";
import schemas, {
  type CollectionDefinition,
  type Definition,
} from "../../../../build/core/schema/definition.js";
import field, { type Row, type Table } from "../../../../build/core/schema/field.js";
import { Problem } from "../../../base/say.mjs";
import { providerDocumentation } from "./documentation.mts";
import { inCSharp } from "./writers/csharp.mts";
import { callWriters, type FunctionCall } from "./writers/function-call.mts";
import { inJava } from "./writers/java.mts";

/** Values of the variables of an example. Variables that the example does not declare come from stack config. */
type Scope = Map<string, Resource | Setting>;

/** Parses an `@example` in TypeScript. Its last resource is the resource that it documents. */
export function programOf(source: string, definition: Definition): Program {
  const notUnderstood = new Problem(
    `${definition.type}: this form of example is not understood: ${source}`,
  );
  const known = [
    definition,
    ...(definition.kind === "singleton" && definition.of.kind === "collection"
      ? [definition.of]
      : []),
  ];
  const scope: Scope = new Map();
  const resources = [];
  const outputs = [];
  for (const statement of ts.createSourceFile("example.ts", source, ts.ScriptTarget.Latest, true)
    .statements) {
    const { variable, value } = assigned(statement);
    const created = value && ts.isNewExpression(value) ? value : undefined;
    if (created) {
      const of = known.find(({ type }) => type === created.expression.getText());
      if (!of) throw notUnderstood;
      const resource = declared(created, variable, of, scope);
      scope.set(variable ?? resource.name, resource);
      resources.push(resource);
    } else if (variable !== undefined && value && ts.isPropertyAccessExpression(value)) {
      outputs.push({ name: variable, value: outputOf(scope, value) });
    } else throw notUnderstood;
  }
  if (resources.at(-1)?.type !== definition.type) throw notUnderstood;
  const config = [...scope.values()].flatMap((entry) => (model.isResource(entry) ? [] : [entry]));
  return { config, resources, outputs };
}

function assigned(statement: ts.Statement) {
  if (ts.isExpressionStatement(statement)) return { value: statement.expression };
  const [declaration] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [];
  return { variable: declaration?.name.getText(), value: declaration?.initializer };
}

const ROUTE: Table = { route: { kind: "string" } };

/**
 * The resource of `new Type("name", { … })`. A `route`, which only the TypeScript classes accept, is replaced by the
 * ids of the route.
 */
function declared(
  expression: ts.NewExpression,
  variable: string | undefined,
  { kind, type, fields }: Definition,
  scope: Scope,
): Resource {
  const [name, literal] = expression.arguments ?? [];
  if (!name || !ts.isStringLiteral(name) || !literal || !ts.isObjectLiteralExpression(literal))
    throw new Problem(`the example of ${type}: a name and arguments are required`);
  const place = `the example of ${type}`;
  const { route, ...stated } = membersOf(
    literal,
    { ...fields, ...(kind === "singleton" && ROUTE) },
    place,
    scope,
  );
  const owner =
    route instanceof model.Reference && model.isResource(route.to) ? route.to : undefined;
  if (route !== undefined && !owner) throw new Problem(`${place}: it does not declare its route`);
  const ids = owner && {
    edgeId: new model.Reference(owner, "edgeId"),
    routeId: new model.Reference(owner, "id"),
  };
  const args = { ...ids, ...stated };
  requireAll(fields, args, place);
  return {
    type,
    name: name.text,
    ...(variable && { variable }),
    args,
    ...(owner && { deletedWith: owner }),
  };
}

function membersOf(
  literal: ts.ObjectLiteralExpression,
  table: Table | undefined,
  place: string,
  scope: Scope,
): Members {
  const entries = literal.properties.map((property) => {
    const key = property.name?.getText() ?? "";
    const value = ts.isShorthandPropertyAssignment(property)
      ? property.name
      : ts.isPropertyAssignment(property) && property.initializer;
    if (!value)
      throw new Problem(
        `this form of member is not understood in an example: ${property.getText()}`,
      );
    const row = table?.[key];
    if (table && (!row || row.output)) throw new Problem(`${place}: ${key} is not an argument`);
    return [key, valueIn(value, row, `${place}: ${key}`, scope)];
  });
  return Object.fromEntries(entries);
}

function valueIn(
  expression: ts.Expression,
  row: Row | undefined,
  place: string,
  scope: Scope,
): Value {
  if (ts.isStringLiteral(expression)) return expression.text;
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isIdentifier(expression))
    return new model.Reference(registerVariable(scope, expression.text, row?.secret === true));
  if (ts.isArrayLiteralExpression(expression))
    return expression.elements.map((element) => valueIn(element, row, place, scope));
  if (!ts.isObjectLiteralExpression(expression))
    throw new Problem(
      `this form of value is not understood in an example: ${expression.getText()}`,
    );
  const table = row && "fields" in row ? row.fields : undefined;
  const members = membersOf(expression, table, place, scope);
  requireAll(table ?? {}, members, place);
  return members;
}

function registerVariable(scope: Scope, variable: string, isSecret: boolean) {
  // Stack config in `Pulumi.yaml` declares `secret` with a different meaning.
  const name = variable === "secret" ? "sharedSecret" : variable;
  const known = scope.get(variable) ?? { name, isSecret };
  scope.set(variable, known);
  return known;
}

function outputOf(scope: Scope, { expression, name }: ts.PropertyAccessExpression) {
  const resource = scope.get(expression.getText());
  if (!resource)
    throw new Problem(`an example exports what it does not declare: ${expression.getText()}`);
  return new model.Reference(resource, name.text);
}

function requireAll(table: Table, args: Members, place: string) {
  const missing = Object.keys(table).find(
    (key) => table[key]?.required && !table[key]?.output && !(key in args),
  );
  if (missing !== undefined) throw new Problem(`${place}: ${missing} is required`);
}

/** The writers of an example, by the names of the languages in Markdown. */
export const writers: Readonly<
  Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>
> = {
  typescript: (program, sdk) => typescript.writeTypeScript(program, sdk, true),
  python: python.writePython,
  go: go.writeGo,
  csharp: inCSharp,
  java: inJava,
  yaml: yaml.writeYaml,
};

/** Ids of edges in the format of the service, by the names of the edges. */
const edgeIds = new Map([
  ["httpsEdge", "edghts_1"],
  ["tlsEdge", "edgtls_1"],
  ["tcpEdge", "edgtcp_1"],
]);

/** The ids in the path of an object, for examples. A shell does not expand them. */
export function exampleIds(definition: Definition): string[] {
  if (definition.kind === "collection") return lookupIds(definition);
  const { of } = definition;
  if (of.kind === "collection") return lookupIds(of);
  const id = edgeIds.get(of.name);
  if (id === undefined) throw new Problem(`${of.name} has no id for examples`);
  return [id];
}

/** The ids in the example of the function that looks up an object. */
function lookupIds(definition: CollectionDefinition): string[] {
  const name = schemas.getFunction(definition);
  const example = providerDocumentation().example(name);
  return [...field.pathKeys(definition.fields), "id"].map((key) => {
    const [, id] = new RegExp(`\\b${key}: "(\\w+)"`).exec(example) ?? [];
    if (id === undefined)
      throw new Problem(`src/fronts/program/lookups.ts: the example of ${name} needs ${key}: "…"`);
    return id;
  });
}

/**
 * The section of a resource's description with an example of its use. A code generator keeps the program in its own
 * language. If there is none, it removes the text between the inner marks, including the heading.
 */
export const exampleUsage = (program: Program, sdk: Sdk): string =>
  section(Object.entries(writers).map(([name, write]) => [name, write(program, sdk)]));

/** The same section for the description of a function. */
export const callUsage = (call: FunctionCall) =>
  section(Object.entries(callWriters).map(([name, write]) => [name, write(call, sdks.packages)]));

/**
 * The generators of SDKs select the program in their own language by the outer marks. The generator of pages makes tabs
 * by the inner marks.
 */
const section = (programs: readonly (readonly [language: string, program: string])[]) =>
  [
    "{{% examples %}}",
    "{{% example %}}",
    "## Example Usage",
    "<!--Start PulumiCodeChooser -->",
    ...programs.map(([name, text]) => `\`\`\`${name}\n${text}\n\`\`\``),
    "<!--End PulumiCodeChooser -->",
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n\n");
