import { readIngress } from "../insight/change/read";
import { checkedHost } from "../insight/expectations/expectation";
import { onlyEdge } from "../insight/ingress/answers";
import { explain, explanationLines } from "../insight/ingress/describe";
import { jsonReport, printable } from "../insight/report/text";
import { cwd, exportedStacksOption, type FlagValues, formatOption, textOption } from "./command";
import { readStacks } from "./stack";

type Explanations = readonly ReturnType<typeof explain>[];

export const formats = {
  text: (explanations: Explanations) =>
    explanations
      .map((explanation) => explanationLines(explanation).map(printable).join("\n"))
      .join("\n\n"),
  json: (explanations: Explanations) => jsonReport(1, { explanations }),
};

export const options = {
  cwd,
  edge: textOption("<id>", "id of the HTTPS edge (default: the only edge of the stack)"),
  host: textOption("<name>", "host of the request (default: every host)"),
  stack: exportedStacksOption,
  format: formatOption(formats),
};

export const help = `
FILE is the output of \`pulumi stack export\`, or of \`pulumi preview --json --show-sames\`: the ingress after the change.

Exit codes: 0; 2 if a stack cannot be read, has no route that serves requests on the edge, or has several edges and --edge names none.

  edge-ingress explain /admin --edge edghts_1 --stack prod
  pulumi preview --json --show-sames | edge-ingress explain /admin --edge edghts_1
`;

export const argumentTexts = [
  "path of the request, such as /admin",
  "exports of stacks, or previews (default: standard input)",
];

/** `edge-ingress explain`: explains which route serves a request, and which modules the request passes. */
export async function run(
  path: string,
  files: readonly string[],
  flags: FlagValues<typeof options>,
): Promise<number> {
  const { edge, host, stack, format } = flags;
  if (!path.startsWith("/"))
    throw new Error(`PATH must begin with a slash, such as /admin: ${path}`);
  const request = host === undefined ? { path } : { path, host: checkedHost(host) };
  const ingresses = await readStacks(stack, files, readIngress);
  const explanations = ingresses.map((ingress) => {
    const edgeId = edge ?? onlyEdge(ingress, "name the edge with --edge");
    return explain({ edge: edgeId, ...request }, ingress);
  });
  console.log(formats[format](explanations));
  return 0;
}
