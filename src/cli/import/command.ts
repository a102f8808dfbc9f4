import { languages } from "../../importing/project";
import { readSplit } from "../../importing/split";
import { withAccountOptions } from "../account";
import { CliCommand } from "../command";
import type { ImportFlags } from "./job";
import { run } from "./run";

const HELP = `
FOLDER is the folder of a Pulumi project, or of a new one (default: this folder). Existing files and resources stay as they
are. If the project has a program, the command adds files beside it and prints the lines that load them. It keeps an index.ts
up to date that it has written itself.

With --stack, the objects are imported into that stack, which is created if it does not exist. The API key and the base URL
come from the config of that stack, else from EDGE_INGRESS_API_KEY and EDGE_INGRESS_BASE_URL. The command sends GET requests
alone. Run the command again to import what is new, or to finish an import that was interrupted.

PATTERN matches the type, the id, both ("HttpsEdgeMutualTls edghts_1"), or the domain, match or description of an object; * stands
for any text.

Exit codes: 0; 1 if an object that you name does not exist or cannot be imported, if the program does not load what
was written, or if a preview shows a change afterwards; 2 if the command fails.

  edge-ingress import infra --stack prod --https-edge edghts_1 --route edghts_1/edghtsrt_1 --yes
`;

const FORM = "import as resources of the plugin, or as dynamic ones (TypeScript alone)";

const MODULES = "declare modules of a route as its arguments, or as resources where there are some";

const SPLIT = "write several projects, in folders below FOLDER: edge, kind, count:N, pattern:PATTERN[,PATTERN...]";

const PROJECT = "name of the Pulumi project, or the beginning of the names of --split (default: of FOLDER)";

const REPORT = "write the result as JSON to a file: what was imported, and what was skipped, with reasons";

/** `edge-ingress import`: an existing account becomes a program and a stack. */
export const command = (version: string): CliCommand =>
  withAccountOptions(
    new CliCommand(
      "import",
      "Write a program for the objects of an account, and import the objects into a stack.",
      HELP,
    ),
  )
    .argument("[folder]", "folder of the Pulumi project", ".")
    .option("--stack <stack>", "import into this stack")
    .option("--yes", "import without asking")
    .choice("--language <language>", "language of the program (default: the project's, else typescript)", languages)
    .choice("--form <form>", FORM, ["plugin", "dynamic"], "plugin")
    .choice("--modules <style>", MODULES, ["inline", "resources"], "inline")
    .repeatable("--include <pattern>", "import only objects that match")
    .repeatable("--exclude <pattern>", "leave out objects that match")
    .option("--only-ids", "import only what --ids and the options for edges and routes name")
    .option("--names <file>", "take names of resources and settings from this file, which --dry-run writes")
    .option("--protect", "protect the imported resources: Pulumi then refuses to delete them")
    .option("--no-group", "declare equal resources one by one, not by a table and a loop")
    .option("--split <by>", SPLIT, readSplit)
    .option("--project <name>", PROJECT)
    .option("--other-account", "import although the account has none of the objects that the stack manages")
    .option("--dry-run", "print what would be written and imported")
    .option("--json", "print the result as JSON")
    .option("--report <file>", REPORT)
    .runs((folder: string, flags: ImportFlags) => run(folder, flags, version));
