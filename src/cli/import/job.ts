import { Option } from "commander";
import { languages } from "../../importing/project";
import { readSplit } from "../../importing/split";
import { accountOptions } from "../account";
import {
  choiceOption,
  type FlagValues,
  flagOption,
  type OptionBuilder,
  parsedOption,
  repeatableOption,
  textOption,
} from "../command";
import type { Progress } from "../session";

const FORM = "import as resources of the plugin, or as dynamic ones (TypeScript alone)";
const MODULES = "declare modules of a route as its arguments, or as resources where there are some";
const SPLIT =
  "write several projects, in folders below FOLDER: edge, kind, count:N, pattern:PATTERN[,PATTERN...]";

const noGroup: OptionBuilder<boolean> = () =>
  new Option("--no-group", "declare equal resources one by one, not by a table and a loop");

export const options = {
  ...accountOptions,
  stack: textOption("<stack>", "import into this stack"),
  yes: flagOption("import without asking"),
  language: choiceOption(
    "<language>",
    "language of the program (default: the project's, else typescript)",
    languages,
  ),
  form: choiceOption("<form>", FORM, ["plugin", "dynamic"], "plugin"),
  modules: choiceOption("<style>", MODULES, ["inline", "resources"], "inline"),
  include: repeatableOption("<pattern>", "import only objects that match"),
  exclude: repeatableOption("<pattern>", "leave out objects that match"),
  onlyIds: flagOption("import only what --ids and the options for edges and routes name"),
  names: textOption(
    "<file>",
    "take names of resources and settings from this file, which --dry-run writes",
  ),
  protect: flagOption("protect the imported resources: Pulumi then refuses to delete them"),
  group: noGroup,
  split: parsedOption("<by>", SPLIT, readSplit),
  project: textOption(
    "<name>",
    "name of the Pulumi project, or the beginning of the names of --split (default: of FOLDER)",
  ),
  otherAccount: flagOption(
    "import although the account has none of the objects that the stack manages",
  ),
  dryRun: flagOption("print what would be written and imported"),
  json: flagOption("print the result as JSON"),
  report: textOption(
    "<file>",
    "write the result as JSON to a file: what was imported, and what was skipped, with reasons",
  ),
};

export const help = `
FOLDER is the folder of a Pulumi project, or of a new one (default: this folder). Existing files and resources stay as they
are. If the project has a program, the command adds files beside it and prints the lines that load them. It keeps an index.ts
up to date that it has written itself.

With --stack, the objects are imported into that stack, which is created and selected if it does not exist. The API key and the
base URL come from the config of that stack, else from EDGE_INGRESS_API_KEY and EDGE_INGRESS_BASE_URL, else from the stack that is
selected in this folder (without --stack, in FOLDER). The command sends GET requests alone. Run the command again to import what is
new, or to finish an import that was interrupted.

With --stack, what another stack of the same backend manages is left out, unless the options name it: then a warning names both.

PATTERN matches the type, the id, both ("HttpsEdgeMutualTls edghts_1"), or the domain, match or description of an object; * stands
for any text.

Exit codes: 0; 1 if an object that you name does not exist, if an object cannot be imported, if the program does not load what
was written, or if a preview shows a change afterwards; 2 if the command fails, or cannot write its result; 130 if it is interrupted.

  edge-ingress import infra --stack prod --https-edge edghts_1 --route edghts_1/edghtsrt_1 --yes
`;

export const argumentTexts = ['folder of the Pulumi project (default: ".")'];

export type ImportFlags = FlagValues<typeof options>;

/** The beginning of an import into a project. Each step of the job adds its results. */
export interface ImportStart {
  readonly flags: ImportFlags;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly version: string;
  /** The folder in the arguments of the command. */
  readonly root: string;
  /** The part of a split account, which is a folder below `root`. */
  readonly part?: string | undefined;
  /** True if the account is read for this project. Its result contains the notes about the account. */
  readonly isFirst: boolean;
}
