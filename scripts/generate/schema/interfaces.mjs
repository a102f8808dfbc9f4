import ts from "typescript";
import { Problem } from "../../lib/say.mjs";
import { commentOf } from "./comments.mjs";
import { constantMembers } from "./constants.mjs";
import { namedType, nameOf } from "./names.mjs";

/**
 * A key of an interface.
 * @typedef {object} Member
 * @property {string} owner the interface that documents it
 * @property {string} name
 * @property {string} text its documentation
 * @property {boolean} isOptional
 * @property {string | undefined} type the interface of its values, where these are objects with one
 *
 * @typedef {ts.InterfaceDeclaration | ts.TypeAliasDeclaration} Declaration
 * @typedef {{ files: readonly ts.SourceFile[], byName: ReadonlyMap<string, Declaration> }} Declarations
 */

/**
 * The interfaces and types of all files by their names, each of which is there once.
 * @param {readonly ts.SourceFile[]} files
 * @returns {Declarations}
 */
export function declarationsIn(files) {
  const byName = new Map();
  for (const declaration of files.flatMap(({ statements }) => statements.filter(isDeclaration))) {
    const name = declaration.name.text;
    if (byName.has(name)) throw new Problem(`${name}: there are two types of that name`);
    byName.set(name, declaration);
  }
  return { files, byName };
}

/** @type {(node: ts.Node) => node is Declaration} */
const isDeclaration = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/**
 * What an interface has, with what it extends; nothing for `unknown`.
 * @param {Declarations} declarations
 * @param {string | undefined} name
 * @returns {Member[]}
 */
export function membersOf(declarations, name) {
  if (name === undefined) return [];
  const declaration = declarationOf(declarations, name);
  if (ts.isInterfaceDeclaration(declaration)) return interfaceMembers(declarations, declaration);
  const { type } = declaration;
  if (ts.isTypeReferenceNode(type)) return membersOf(declarations, nameOf(type.typeName));
  if (ts.isMappedTypeNode(type)) return constantMembers(declarations, declaration, type);
  throw new Problem(`${name}: this form of type is not understood: ${type.getText()}`);
}

/**
 * @param {Declarations} declarations
 * @param {string} name
 */
export function declarationOf({ byName }, name) {
  const declaration = byName.get(name);
  if (!declaration) throw new Problem(`${name}: there is no interface of that name`);
  return declaration;
}

/**
 * Its own members last, and in place of those of the same names that it extends.
 * @param {Declarations} declarations
 * @param {ts.InterfaceDeclaration} declaration
 */
function interfaceMembers(declarations, declaration) {
  const inherited = (declaration.heritageClauses ?? [])
    .flatMap(({ types }) => [...types])
    .flatMap(({ expression }) => membersOf(declarations, expression.getText()));
  const own = declaration.members.map((member) => memberOf(declaration.name.text, member));
  return [...new Map([...inherited, ...own].map((member) => [member.name, member])).values()];
}

/**
 * @param {string} owner
 * @param {ts.TypeElement} member
 * @returns {Member}
 */
function memberOf(owner, member) {
  if (!ts.isPropertySignature(member) || !member.type)
    throw new Problem(`${owner}: this form of member is not understood: ${member.getText()}`);
  return {
    owner,
    name: member.name.getText(),
    text: commentOf(member),
    isOptional: member.questionToken !== undefined,
    type: namedType(member.type),
  };
}
