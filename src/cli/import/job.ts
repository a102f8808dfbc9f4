import { Option } from "commander";
import { languages } from "../../importing/project";
import { readSplit } from "../../importing/split";
import { accountOptions } from "../account";
import { choice, type FlagsOf, flag, type OptionRow, parsed, repeatable, text } from "../command";
import type { Progress } from "../session";

const FORM = "import as resources of the plugin, or as dynamic ones (TypeScript alone)";

const MODULES = "declare modules of a route as its arguments, or as resources where there are some";

const SPLIT = "write several projects, in folders below FOLDER: edge, kind, count:N, pattern:PATTERN[,PATTERN...]";

const group: OptionRow<boolean> = () =>
  new Option("--no-group", "declare equal resources one by one, not by a table and a loop");

/** The options of `edge-ingress import`. */
export const options = {
  ...accountOptions,
  stack: text("<stack>", "import into this stack"),
  yes: flag("import without asking"),
  language: choice("<language>", "language of the program (default: the project's, else typescript)", languages),
  form: choice("<form>", FORM, ["plugin", "dynamic"], "plugin"),
  modules: choice("<style>", MODULES, ["inline", "resources"], "inline"),
  include: repeatable("<pattern>", "import only objects that match"),
  exclude: repeatable("<pattern>", "leave out objects that match"),
  onlyIds: flag("import only what --ids and the options for edges and routes name"),
  names: text("<file>", "take names of resources and settings from this file, which --dry-run writes"),
  protect: flag("protect the imported resources: Pulumi then refuses to delete them"),
  group,
  split: parsed("<by>", SPLIT, readSplit),
  project: text("<name>", "name of the Pulumi project, or the beginning of the names of --split (default: of FOLDER)"),
  otherAccount: flag("import although the account has none of the objects that the stack manages"),
  dryRun: flag("print what would be written and imported"),
  json: flag("print the result as JSON"),
  report: text("<file>", "write the result as JSON to a file: what was imported, and what was skipped, with reasons"),
};

export type ImportFlags = FlagsOf<typeof options>;

/** What an import into one project starts from. Each step of the job gives it, with what the step has found or done. */
export interface Start {
  readonly flags: ImportFlags;
  readonly progress: Progress;
  /** Ends the import. */
  readonly signal: AbortSignal;
  /** Of this package. */
  readonly version: string;
  /** The folder that the command names. */
  readonly root: string;
  /** The part of a split account, which is a folder below it. */
  readonly part?: string | undefined;
  /** Of several parts, the one for which the account is read, and whose result has what concerns all of them. */
  readonly isFirst: boolean;
}
