import { looksLikeStack, readIngress } from "../insight/change/read";
import { type Expectation, readExpectations } from "../insight/expectations/expectation";
import { asJson, asJunit, asMarkdown, asText } from "../insight/expectations/formats";
import {
  countsOf,
  judgeExpectations,
  type Result,
  unmatchedExpectations,
} from "../insight/expectations/judge";
import type { Ingress } from "../insight/ingress/ingress";
import { count } from "../insight/report/text";
import {
  cwd,
  EXPECTATIONS_FILE,
  exportedStacksOption,
  type FlagValues,
  flagOption,
  formatOption,
  repeatableOption,
  warn,
} from "./command";
import { readFile } from "./input";
import { readStacks } from "./stack";

export const formats = {
  text: (results: readonly Result[]) =>
    asText(results, process.stdout.isTTY && process.stdout.hasColors()),
  markdown: asMarkdown,
  json: asJson,
  junit: asJunit,
};

export const options = {
  cwd,
  stack: exportedStacksOption,
  file: repeatableOption("<file>", "export of a stack, or a preview"),
  allowNotKnown: flagOption("exit with 0 if the only open expectations are not known"),
  format: formatOption(formats),
};

type Flags = FlagValues<typeof options>;

export const help = `
FILES are expectations, in YAML or JSON, and stacks: the output of \`pulumi stack export\`, or of \`pulumi preview --json
--show-sames\`, which is judged as it will be after the change. The command distinguishes the two by their content. Without a file of
expectations, it reads ${EXPECTATIONS_FILE}; without a stack, standard input.

  pulumi preview --json --show-sames | edge-ingress test expectations.yaml
  edge-ingress test expectations.yaml staging.json prod.json
  edge-ingress test expectations.yaml --stack prod --format junit

Exit codes: 0 if all expectations hold; 1 if an expectation fails, or is not known; 2 if expectations or a stack
cannot be read. docs/expectations.md describes the file.
`;

export const argumentTexts = ["files of expectations, exports of stacks, or previews"];

/** `edge-ingress test`: tests expectations of an ingress. */
export async function run(files: readonly string[], flags: Flags): Promise<number> {
  const { expectations, ingresses } = await readInputs(files, flags);
  const results = judgeExpectations(expectations, ingresses);
  if (results.length === 0)
    throw new Error("no expectation is for these stacks: nothing was tested");
  console.log(formats[flags.format](results));
  const unmatched = unmatchedExpectations(expectations, ingresses);
  for (const [stack, { length }] of Map.groupBy(unmatched, (expectation) => expectation.stack))
    warn(`stack ${stack} was not given: ${count(length, "expectation")} not tested`);
  const { fails, "not-known": notKnown } = countsOf(results);
  return fails > 0 || (notKnown > 0 && !flags.allowNotKnown) ? 1 : 0;
}

/** Reads expectations and stacks. A file is read once, because it may be a pipe. */
async function readInputs(files: readonly string[], { stack, file }: Flags) {
  const expectations: Expectation[][] = [];
  const ingresses: Ingress[] = [];
  for (const name of files) {
    readFile(name, (text) => {
      if (looksLikeStack(text)) ingresses.push(readIngress(name, text));
      else expectations.push([...readExpectations(text)]);
    });
  }
  if (expectations.length === 0)
    expectations.push([...readFile(EXPECTATIONS_FILE, readExpectations)]);
  const hasOptions = stack.length + file.length > 0;
  if (hasOptions || ingresses.length === 0)
    ingresses.push(...(await readStacks(stack, file, readIngress)));
  return { expectations: expectations.flat(), ingresses };
}
