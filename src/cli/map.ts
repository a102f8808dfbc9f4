import { extname } from "node:path";
import { accountNotes } from "../account/account";
import { readStackOrPreview } from "../insight/change/read";
import type { Ingress } from "../insight/ingress/ingress";
import { accountIngress } from "../insight/map/account";
import { asHtml } from "../insight/map/html";
import { asJson } from "../insight/map/json";
import { asMermaid } from "../insight/map/mermaid";
import { mapOf, mapOfPreview } from "../insight/map/model";
import { asSvg } from "../insight/map/svg";
import { printable } from "../insight/report/text";
import {
  accountConfig,
  accountOptions,
  readAccountWithProgress,
  readNamedObjects,
} from "./account";
import {
  choiceOption,
  cwd,
  exportedStacksOption,
  type FlagValues,
  flagOption,
  textOption,
} from "./command";
import { writeOutput } from "./input";
import { readStacks } from "./stack";

export const formats = { html: asHtml, svg: asSvg, mermaid: asMermaid, json: asJson };

type FormatName = keyof typeof formats;

/** The formats of files, by their extensions. */
const FORMAT_OF_EXTENSION: Readonly<Record<string, FormatName>> = {
  ".svg": "svg",
  ".mmd": "mermaid",
  ".mermaid": "mermaid",
  ".json": "json",
};

export const options = {
  ...accountOptions,
  cwd,
  stack: exportedStacksOption,
  account: flagOption("draw the account, and what these options name"),
  out: textOption("<file>", "file to write (default: standard output)"),
  format: choiceOption(
    "<format>",
    "output format (default: by the extension of --out, else html)",
    Object.keys(formats) as FormatName[],
  ),
};

type Flags = FlagValues<typeof options>;

export const help = `
FILE is the output of \`pulumi stack export\`, or of \`pulumi preview --json --show-sames\`, whose changes the map marks.

  edge-ingress map --stack prod --out ingress.html
  edge-ingress map --account --https-edge edghts_1 --route edghts_1/edghtsrt_1 --out account.html
  pulumi preview --json --show-sames | edge-ingress map --format mermaid

With --account, the API key and the base URL come from the config of the first stack that --stack names, else from
EDGE_INGRESS_API_KEY and EDGE_INGRESS_BASE_URL. Without --stack, if one of these variables is not set, they come from the stack that
is selected in the project.

Exit codes: 0; 2 if the account or a stack cannot be read, or the file cannot be written.
`;

export const argumentTexts = ["exports of stacks, or previews (default: standard input)"];

/** `edge-ingress map`: draws the ingress of stacks. */
export async function run(files: readonly string[], flags: Flags): Promise<number> {
  const { stack: stacks, out, account } = flags;
  const format = flags.format ?? formatByExtension(out);
  const drawsStacks = !account || stacks.length + files.length > 0;
  const inputs = drawsStacks ? await readStacks(stacks, files, readStackOrPreview) : [];
  const maps = inputs.map((input) =>
    "state" in input ? mapOf(input.state) : mapOfPreview(input.preview),
  );
  if (account) maps.unshift(mapOf(await readAccountIngress(flags)));
  const drawn = formats[format](maps);
  if (out === undefined) console.log(drawn);
  else writeOutput(out, `${drawn}\n`);
  return 0;
}

const formatByExtension = (file = ""): FormatName =>
  FORMAT_OF_EXTENSION[extname(file).toLowerCase()] ?? "html";

async function readAccountIngress(flags: Flags): Promise<Ingress> {
  const named = readNamedObjects(flags);
  const account = await readAccountWithProgress(named, await accountConfig(flags.stack));
  for (const note of accountNotes(account, named)) console.error(`note: ${printable(note)}`);
  return accountIngress(account.objects);
}
