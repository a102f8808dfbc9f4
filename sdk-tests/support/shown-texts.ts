import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SRC = join(__dirname, "../../src");

/** The parts of the package whose texts users may see while their resources are at work. */
const ROOMS = "{core/{schema,lifecycle,resources,provider,client},fronts/{plugin,dynamic}}";

/** A part of a message in the source: the text between its values. */
export interface Phrase {
  readonly file: string;
  readonly text: string;
}

/** Every phrase of at least two words in the source, comments aside: other texts in it are names. */
export const phrases = (): Phrase[] =>
  globSync(`${ROOMS}/**/*.ts`, { cwd: SRC }).flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(SRC, file), "utf8"),
      ts.ScriptTarget.Latest,
    );
    return [...textsIn(source)]
      .filter((text) => /\w+ \w+/.test(text))
      .map((text) => ({ file, text }));
  });

function* textsIn(node: ts.Node): Generator<string> {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
  if (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
    yield node.text;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* textsIn(child);
}
