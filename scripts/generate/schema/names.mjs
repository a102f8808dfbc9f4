import ts from "typescript";

/**
 * The last part of a name such as `route.HttpsEdgeRouteOAuthArgs`.
 * @param {ts.EntityName} name
 * @returns {string}
 */
export const nameOf = (name) => (ts.isIdentifier(name) ? name.text : name.right.text);

/**
 * The name of the type of the values, whether they may be outputs, absent, or the items of a list.
 * @param {ts.TypeNode} type
 * @returns {string | undefined}
 */
export function namedType(type) {
  if (ts.isArrayTypeNode(type)) return namedType(type.elementType);
  if (ts.isUnionTypeNode(type))
    return onlyName(type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword));
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const name = nameOf(type.typeName);
  return name === "Input" ? onlyName([...(type.typeArguments ?? [])]) : name;
}

/** @param {readonly ts.TypeNode[]} types */
const onlyName = ([first, ...others]) => (first && others.length === 0 ? namedType(first) : undefined);
