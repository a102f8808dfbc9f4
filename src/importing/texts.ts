import { Json, type Members, replaced, TextFile } from "../codegen/program";
import { kebabCase } from "../core/schema/case";
import { holds, jsonObject } from "../core/schema/values";

/** A longer document is easier to read in a file of its own. */
const LONG = 200;

const FOLDER = "values";

/** Writes texts of arguments in a form that a person can read: JSON as an object, and long documents in files. */
export class Texts {
  private readonly files = new Map<string, TextFile>();

  constructor(private readonly hasObjects: boolean) {}

  /** The files, and what keeps Git from changing their line breaks. */
  get all(): readonly { readonly path: string; readonly text: string }[] {
    const attributes = { path: `${FOLDER}/.gitattributes`, text: "* -text\n" };
    return this.files.size === 0 ? [] : [attributes, ...this.files.values()];
  }

  in(args: Members, resource: string): Members {
    return replaced(args, (value, names) => {
      if (typeof value !== "string") return value;
      const json = this.hasObjects ? jsonIn(value) : undefined;
      const ending = value.length > LONG && value.isWellFormed() ? endingOf(value) : undefined;
      const name = [resource, ...names.map(kebabCase)].join("-");
      return json ?? (ending === undefined ? value : this.file(value, name, ending));
    });
  }

  /** Equal texts are in one file. */
  private file(text: string, name: string, ending: string): TextFile {
    const taken = new Set([...this.files.values()].map(({ path }) => path));
    let path = `${FOLDER}/${name.replaceAll(/[^a-z\d]+/gi, "-").toLowerCase()}.${ending}`;
    while (taken.has(path)) path = path.replace(/(?=\.\w+$)/, "-2");
    const file = this.files.get(text) ?? new TextFile(path, text);
    this.files.set(text, file);
    return file;
  }
}

/** The object in a text, if every language would write exactly that text again. */
function jsonIn(text: string): Json | undefined {
  const members = jsonObject(text);
  if (!members || JSON.stringify(members) !== text || text === "{}" || /\\ud[89a-f]/.test(text)) return undefined;
  const isInexact = holds(members, (each) => typeof each === "number" && !Number.isSafeInteger(each));
  return isInexact ? undefined : new Json(members as Members);
}

/** The file name extension of a document. */
function endingOf(text: string): string | undefined {
  if (/^\s*</.test(text)) return "xml";
  if (/^\s*-----BEGIN /.test(text)) return "pem";
  return jsonObject(text) ? "json" : undefined;
}
