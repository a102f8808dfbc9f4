import type { Command } from "commander";
import type { Ingress } from "../insight/ingress/ingress";
import type { StackMap } from "../insight/map/model";
import { type AccountFlags, namedIn, withAccountOptions } from "./account-options";
import { formatOption, newCommand, stackOption, withFolderOption } from "./command";
import { endWith, writeOutput } from "./report-command";
import { stacksOrPreviewsOf } from "./stacks";

const formats = {
  html: async (maps: readonly StackMap[]) => (await import("../insight/map/html.js")).asHtml(maps),
  svg: async (maps: readonly StackMap[]) => (await import("../insight/map/svg.js")).asSvg(maps),
  mermaid: async (maps: readonly StackMap[]) => (await import("../insight/map/mermaid.js")).asMermaid(maps),
  json: async (maps: readonly StackMap[]) => (await import("../insight/map/model.js")).asJson(maps),
};

interface Flags extends AccountFlags {
  readonly account?: true;
  readonly stack: readonly string[];
  readonly out?: string;
  readonly format: keyof typeof formats;
}

const HELP = `
FILE is the output of \`pulumi stack export\`, or of \`pulumi preview --json --show-sames\`, whose changes the map marks.

  edge-ingress map --stack prod --out ingress.html
  edge-ingress map --account --https-edge edghts_1 --route edghts_1/edghtsrt_1 --out account.html
  pulumi preview --json --show-sames | edge-ingress map --format mermaid

Exit codes: 0; 2 if a stack cannot be read or the file cannot be written.
`;

/** `edge-ingress map`: draws the ingress of stacks. */
export const mapCommand = (): Command =>
  withFolderOption(withAccountOptions(newCommand("map")))
    .description("Draw the ingress of stacks, exports or previews: edges, routes, and what protects each route.")
    .argument("[files...]", "exports of stacks, or previews (default: standard input)")
    .addOption(stackOption())
    .option(
      "--account",
      "read the account of EDGE_INGRESS_API_KEY at EDGE_INGRESS_BASE_URL, and what these options name",
    )
    .option("--out <file>", "file to write (default: standard output)")
    .addOption(formatOption(Object.keys(formats)))
    .addHelpText("after", HELP)
    .action((files: readonly string[], flags: Flags) => endWith(run(files, flags)));

async function run(files: readonly string[], flags: Flags): Promise<number> {
  const { stack: stacks, out, format, account } = flags;
  const { mapOf, mapOfPreview } = await import("../insight/map/model.js");
  const isOfStacks = !account || stacks.length + files.length > 0;
  const read = isOfStacks ? await stacksOrPreviewsOf({ stacks, files }) : [];
  const maps = [
    ...(account ? [mapOf(await ingressOfAccount(flags))] : []),
    ...read.map((each) => ("state" in each ? mapOf(each.state) : mapOfPreview(each.preview))),
  ];
  const text = await formats[format](maps);
  if (out === undefined) console.log(text);
  else writeOutput(out, `${text}\n`);
  return 0;
}

async function ingressOfAccount(flags: Flags): Promise<Ingress> {
  const { notesOn, readAccount } = await import("../account/account.js");
  const { accountIngress } = await import("../insight/map/account.js");
  const { accountReader, showProgress } = await import("./account-reader.js");
  const named = await namedIn(flags);
  const account = await readAccount(accountReader(new Map()), named, showProgress);
  for (const note of notesOn(account, named)) console.error(`note: ${note}`);
  return accountIngress(account.objects);
}
