import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { filesBelow } from "./files";

const ROOT = resolve(__dirname, "../..");

/** What a message of an error contains whatever its values are. */
export interface ErrorMessage {
  /** Where the error is made, as `file:line`. */
  readonly place: string;
  /** The longest constant piece of the message. */
  readonly constant: string;
}

/** The messages of all errors that the source of a folder makes with a constant piece of at least three words. */
export const errorMessages = (folder: string): ErrorMessage[] =>
  filesBelow(folder)
    .filter((path) => path.endsWith(".ts"))
    .flatMap(messagesIn);

function messagesIn(path: string): ErrorMessage[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
  const found: ErrorMessage[] = [];
  const visit = (node: ts.Node): void => {
    const constant = ts.isNewExpression(node) && isError(node) ? longest(constantsOf(node)) : "";
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (constant.split(" ").length >= 3) found.push({ place: `${path}:${line + 1}`, constant });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isError = ({ expression }: ts.NewExpression): boolean => expression.getText().endsWith("Error");

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), "").trim();

/** The constant pieces of the arguments, which may be templates and sums. */
function constantsOf(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return [...(own ? [node.text] : []), ...node.getChildren().flatMap(constantsOf)];
}
