import type { Command } from "commander";
import { formatOption, newCommand, stackOption, withFolderOption } from "./command";
import { endWith } from "./report-command";
import { ingressesOf } from "./stacks";

interface Flags {
  readonly edge: string;
  readonly host?: string;
  readonly stack: readonly string[];
  readonly format: "text" | "json";
}

const HELP = `
FILE is the output of \`pulumi stack export\`, or of \`pulumi preview --json --show-sames\`: the ingress after the change.

Exit codes: 0; 2 if a stack cannot be read, or has no route on the edge.

  edge-ingress explain /admin --edge edghts_1 --stack prod
  pulumi preview --json --show-sames | edge-ingress explain /admin --edge edghts_1
`;

/** `edge-ingress explain`: what serves a request, and what it has to pass. */
export const explainCommand = (): Command =>
  withFolderOption(newCommand("explain"))
    .description("Explain which route may serve a path, whom it admits, and which modules a request passes.")
    .argument("<path>", "path of the request, such as /admin")
    .argument("[files...]", "exports of stacks, or previews (default: standard input)")
    .requiredOption("--edge <id>", "id of the HTTPS edge")
    .option("--host <name>", "host of the request (default: every host)")
    .addOption(stackOption())
    .addOption(formatOption(["text", "json"]))
    .addHelpText("after", HELP)
    .action((path: string, files: readonly string[], flags: Flags) => endWith(run(path, files, flags)));

async function run(path: string, files: readonly string[], flags: Flags): Promise<number> {
  const { edge, host, stack, format } = flags;
  const { explain, explanationLines } = await import("../insight/describe/explain.js");
  const { jsonReport, printable } = await import("../insight/report/text.js");
  if (!path.startsWith("/")) throw new Error(`PATH must begin with a slash, such as /admin: ${path}`);
  const request = { edge, path, ...(host !== undefined && { host }) };
  const explanations = (await ingressesOf({ stacks: stack, files })).map((each) => explain(request, each));
  console.log(
    format === "json"
      ? jsonReport(1, { explanations })
      : explanations.map((each) => explanationLines(each).map(printable).join("\n")).join("\n\n"),
  );
  return 0;
}
