import { type Command, Option } from "commander";
import { withAccountOptions } from "../account-options";
import { newCommand, repeatable } from "../command";
import { endWith } from "../report-command";
import type { ImportFlags } from "./flags";

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

/** Other commands do without what reads accounts. */
const loadSplit = (): typeof import("../../importing/split.js") => require("../../importing/split");

/** `edge-ingress import`: an existing account becomes a program and a stack. */
export const importCommand = (version: string): Command =>
  withAccountOptions(newCommand("import"))
    .description("Write a program for the objects of an account, and import the objects into a stack.")
    .argument("[folder]", "folder of the Pulumi project", ".")
    .option("--stack <stack>", "import into this stack")
    .option("--yes", "import without asking")
    .addOption(
      new Option("--language <language>", "language of the program (default: the project's, else typescript)").choices([
        "typescript",
        "yaml",
        "python",
        "go",
      ]),
    )
    .addOption(
      new Option("--form <form>", "import as resources of the plugin, or as dynamic ones (TypeScript alone)")
        .choices(["plugin", "dynamic"])
        .default("plugin"),
    )
    .addOption(
      new Option(
        "--modules <style>",
        "declare modules of a route as its arguments, or as resources where there are some",
      )
        .choices(["inline", "resources"])
        .default("inline"),
    )
    .addOption(repeatable("--include <pattern>", "import only objects that match"))
    .addOption(repeatable("--exclude <pattern>", "leave out objects that match"))
    .option("--only-ids", "import only what --ids and the options for edges and routes name")
    .option("--names <file>", "take names of resources and settings from this file, which --dry-run writes")
    .option("--protect", "protect the imported resources: Pulumi then refuses to delete them")
    .option("--no-group", "declare equal resources one by one, not by a table and a loop")
    .addOption(
      new Option(
        "--split <by>",
        "write several projects, in folders below FOLDER: edge, kind, count:N, pattern:PATTERN[,PATTERN...]",
      ).argParser((text) => loadSplit().readSplit(text)),
    )
    .option(
      "--project <name>",
      "name of the Pulumi project, or the beginning of the names of --split (default: of FOLDER)",
    )
    .option("--other-account", "import although the account has none of the objects that the stack manages")
    .option("--dry-run", "print what would be written and imported")
    .option("--json", "print the result as JSON")
    .option(
      "--report <file>",
      "write the result as JSON to a file: what was imported, and what was skipped, with reasons",
    )
    .addHelpText("after", HELP)
    .action((folder: string, flags: ImportFlags) =>
      endWith(import("./run.js").then(({ run }) => run(folder, flags, version))),
    );
