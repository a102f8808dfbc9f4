import { Json, type Members, replaced, TextFile } from "../codegen/program";
import { freeName } from "../codegen/symbols";
import { kebabCase } from "../core/schema/case";
import { jsonObject, someValue } from "../core/schema/values";
import type { PlanOptions } from "./options";

/** A longer document is easier to read in a file of its own. */
const LONG = 200;

const FOLDER = "values";

/** Writes texts of arguments in a form that a person can read: JSON as an object, and long documents in files. */
export class Texts {
  private readonly files = new Map<string, TextFile>();

  constructor(private readonly options: Pick<PlanOptions, "hasObjects" | "isOther">) {}

  /** The files, and what keeps Git from changing their line breaks. */
  get all(): readonly { readonly path: string; readonly text: string }[] {
    const attributes = { path: `${FOLDER}/.gitattributes`, text: "* -text\n" };
    return this.files.size === 0 ? [] : [attributes, ...this.files.values()];
  }

  in(args: Members, resource: string): Members {
    return replaced(args, (value, names) => {
      if (typeof value !== "string") return value;
      const json = this.options.hasObjects ? jsonIn(value) : undefined;
      const ending = value.length > LONG && value.isWellFormed() ? endingOf(value) : undefined;
      const name = [resource, ...names.map(kebabCase)].join("-");
      return json ?? (ending === undefined ? value : this.file(value, name, ending));
    });
  }

  /** Equal texts are in one file. */
  private file(text: string, name: string, ending: string): TextFile {
    const known = this.files.get(text);
    if (known) return known;
    const taken = new Set([...this.files.values()].map(({ path }) => path));
    const pathOf = (stem: string) => `${FOLDER}/${stem}.${ending}`;
    const isTaken = (stem: string) =>
      taken.has(pathOf(stem)) || this.options.isOther?.(pathOf(stem), text) === true;
    const file = new TextFile(pathOf(freeName(stemOf(name), isTaken, "-")), text);
    this.files.set(text, file);
    return file;
  }
}

/** A longer name of a file would be too long for some file systems, with what is added to it. */
const LONGEST_STEM = 120;

/** The name of a file in small letters, because some file systems do not tell letter case apart. */
const stemOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .slice(0, LONGEST_STEM);

/** The object in a text, if every language would write exactly that text again. */
function jsonIn(text: string): Json | undefined {
  const members = jsonObject(text);
  if (!members || JSON.stringify(members) !== text || text === "{}" || /\\ud[89a-f]/.test(text))
    return undefined;
  const isInexact = someValue(
    members,
    (each) => typeof each === "number" && !Number.isSafeInteger(each),
  );
  return isInexact ? undefined : new Json(members as Members);
}

/** The file name extension of a document. */
function endingOf(text: string): string | undefined {
  if (/^\s*</.test(text)) return "xml";
  if (/^\s*-----BEGIN /.test(text)) return "pem";
  return jsonObject(text) ? "json" : undefined;
}
