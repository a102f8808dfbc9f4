import { Json, type Members, replaceLeaves, TextFile } from "../codegen/program";
import { findFreeName } from "../codegen/symbols";
import { kebabCase } from "../core/schema/case";
import { jsonObject, someValue } from "../core/schema/values";
import type { ProgramOptions } from "./options";

/** The most characters of a document in the program. A longer document has a file. */
const MAX_INLINE_LENGTH = 200;

const FOLDER = "values";

/** A file with a text, by its path from the folder of the project. */
export interface TextFileContent {
  readonly path: string;
  readonly text: string;
}

/** Replaces texts in arguments by values that people can read: JSON by an object, and a long document by a file. */
export class Texts {
  /** Files by their texts, so that equal texts share a file. */
  private readonly files = new Map<string, TextFile>();

  constructor(private readonly options: Pick<ProgramOptions, "hasConfigObjects" | "isOtherFile">) {}

  /** All files, with a file that prevents Git from changing their line breaks. */
  get all(): readonly TextFileContent[] {
    if (this.files.size === 0) return [];
    const attributes = { path: `${FOLDER}/.gitattributes`, text: "* -text\n" };
    return [attributes, ...this.files.values()];
  }

  writeIn(args: Members, resource: string): Members {
    return replaceLeaves(args, (value, path) => {
      if (typeof value !== "string") return value;
      const json = this.options.hasConfigObjects ? jsonValue(value) : undefined;
      if (json) return json;
      const name = [resource, ...path.map(kebabCase)].join("-");
      return this.fileFor(value, name) ?? value;
    });
  }

  private fileFor(text: string, name: string): TextFile | undefined {
    if (text.length <= MAX_INLINE_LENGTH || !text.isWellFormed()) return undefined;
    const extension = documentExtension(text);
    if (extension === undefined) return undefined;
    const known = this.files.get(text);
    if (known) return known;
    const file = new TextFile(this.freePath(text, name, extension), text);
    this.files.set(text, file);
    return file;
  }

  private freePath(text: string, name: string, extension: string): string {
    const used = new Set([...this.files.values()].map(({ path }) => path));
    const pathOfStem = (stem: string) => `${FOLDER}/${stem}.${extension}`;
    const isTaken = (stem: string) => {
      const path = pathOfStem(stem);
      return used.has(path) || this.options.isOtherFile?.(path, text) === true;
    };
    return pathOfStem(findFreeName(fileStem(name), isTaken, "-"));
  }
}

/** The most characters of a name without its extension, so that the name is legal in all file systems. */
const MAX_STEM_LENGTH = 120;

/** The name of a file without its extension, in lower case, because some file systems ignore letter case. */
const fileStem = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .slice(0, MAX_STEM_LENGTH);

/** The object in a JSON text, if all languages serialize the object to the same text. */
function jsonValue(text: string): Json | undefined {
  const members = jsonObject(text);
  const isCompact = members && JSON.stringify(members) === text;
  const hasLoneSurrogate = /\\ud[89a-f]/.test(text);
  if (!isCompact || text === "{}" || hasLoneSurrogate) return undefined;
  const hasInexactNumber = someValue(
    members,
    (value) => typeof value === "number" && !Number.isSafeInteger(value),
  );
  return hasInexactNumber ? undefined : new Json(members as Members);
}

/** The file name extension of a document; undefined if the text is not a document. */
function documentExtension(text: string): string | undefined {
  if (/^\s*</.test(text)) return "xml";
  if (/^\s*-----BEGIN /.test(text)) return "pem";
  return jsonObject(text) ? "json" : undefined;
}
