import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { StackMap } from "../insight/map/model";
import { collected } from "./explain";
import { unreadable } from "./input";
import { endWith } from "./report-command";
import { previewsOf } from "./snapshots";

const formats = {
  html: async (maps: readonly StackMap[]) => (await import("../insight/map/html.js")).asHtml(maps),
  svg: async (maps: readonly StackMap[]) => (await import("../insight/map/svg.js")).asSvg(maps),
  mermaid: async (maps: readonly StackMap[]) => (await import("../insight/map/mermaid.js")).asMermaid(maps),
  json: async (maps: readonly StackMap[]) => (await import("../insight/map/json.js")).asJson(maps),
};

interface Flags {
  readonly stack: readonly string[];
  readonly cwd: string;
  readonly out?: string;
  readonly format: keyof typeof formats;
}

const HELP = `
FILE is the output of \`pulumi stack export\`, or of \`pulumi preview --json --show-sames\`, whose changes the map marks.

  edge-ingress map --stack prod --out ingress.html
  pulumi preview --json --show-sames | edge-ingress map --format mermaid

Exit codes: 0; 2 if a stack cannot be read or the file cannot be written.
`;

/** `edge-ingress map`: draws the ingress of stacks. */
export const mapCommand = (): Command =>
  new Command("map")
    .description("Draw the ingress of stacks, exports or previews: edges, routes, and what protects each route.")
    .argument("[files...]", "exports of stacks, or previews (default: standard input)")
    .option("--stack <name>", "stack that the Pulumi CLI exports; repeatable", collected, [])
    .option("-C, --cwd <folder>", "folder of the Pulumi project", ".")
    .option("--out <file>", "file to write (default: standard output)")
    .addOption(new Option("--format <format>", "output format").choices(Object.keys(formats)).default("html"))
    .addHelpText("after", HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action((files: readonly string[], flags: Flags) => endWith(run(files, flags)));

async function run(files: readonly string[], { stack, cwd, out, format }: Flags): Promise<number> {
  const { mapOf } = await import("../insight/map/model.js");
  const maps = (await previewsOf({ stacks: stack, files, cwd })).map(mapOf);
  const text = await formats[format](maps);
  if (out === undefined) console.log(text);
  else write(out, `${text}\n`);
  return 0;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(unreadable(file, error).replace("cannot read", "cannot write"));
  }
}
