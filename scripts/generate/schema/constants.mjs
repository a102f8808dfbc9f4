import { posix } from "node:path";
import ts from "typescript";
import { Problem } from "../../lib/say.mjs";
import { commentOf } from "./comments.mjs";
import { nameOf } from "./names.mjs";

/**
 * The members of a type whose keys are those of a constant, such as `[K in keyof typeof routeModules]?: …`: each has the
 * comment that stands in the constant, and the type that its table was checked against.
 * @param {import("./interfaces.mjs").Declarations} declarations
 * @param {ts.TypeAliasDeclaration} declaration
 * @param {ts.MappedTypeNode} type
 * @returns {import("./interfaces.mjs").Member[]}
 */
export function constantMembers({ files }, declaration, type) {
  const owner = declaration.name.text;
  const file = declaration.getSourceFile();
  return literalOf(owner, file, type).properties.map((property) => {
    if (!ts.isShorthandPropertyAssignment(property))
      throw new Problem(`${owner}: this form of member is not understood: ${property.getText()}`);
    const name = property.name.text;
    return {
      owner,
      name,
      text: commentOf(property),
      isOptional: type.questionToken !== undefined,
      type: checkedType(importedFrom(files, file, name), name),
    };
  });
}

/**
 * @param {string} owner
 * @param {ts.SourceFile} file
 * @param {ts.MappedTypeNode} type
 * @returns {ts.ObjectLiteralExpression}
 */
function literalOf(owner, file, { typeParameter }) {
  const keys = typeParameter.constraint;
  const query = keys && ts.isTypeOperatorNode(keys) ? keys.type : undefined;
  const value = query && ts.isTypeQueryNode(query) ? constantOf(file, nameOf(query.exprName)) : undefined;
  if (value && ts.isObjectLiteralExpression(value)) return value;
  throw new Problem(`${owner}: this form of type is not understood: its keys are not those of a constant`);
}

/**
 * The type in `const NAME = nested<TYPE>()(…)`.
 * @param {ts.SourceFile | undefined} file
 * @param {string} name
 */
function checkedType(file, name) {
  const value = file && constantOf(file, name);
  const checker = value && ts.isCallExpression(value) ? value.expression : undefined;
  const [type] = (checker && ts.isCallExpression(checker) && checker.typeArguments) || [];
  if (type && ts.isTypeReferenceNode(type)) return nameOf(type.typeName);
  throw new Problem(`${name}: there is no table of that name that says of which interface it is`);
}

/**
 * @param {ts.SourceFile} file
 * @param {string} name
 */
const constantOf = (file, name) =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declaration) => declaration.name.getText() === name)?.initializer;

/**
 * @param {readonly ts.SourceFile[]} files
 * @param {ts.SourceFile} file
 * @param {string} name
 */
function importedFrom(files, file, name) {
  const from = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) && bindings.elements.some((each) => each.name.text === name);
  });
  if (!from || !ts.isStringLiteral(from.moduleSpecifier)) return undefined;
  const path = posix.join(posix.dirname(file.fileName), from.moduleSpecifier.text);
  return files.find(({ fileName }) => fileName === `${path}.ts`);
}
