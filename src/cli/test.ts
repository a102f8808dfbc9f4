import type { Command } from "commander";
import type { Expectation } from "../insight/expectations/expectation";
import type { Result } from "../insight/expectations/judge";
import type { Ingress } from "../insight/ingress/ingress";
import { formatOption, newCommand, repeatable, stackOption, withFolderOption } from "./command";
import { readFrom } from "./input";
import { endWith, warn } from "./report-command";
import { ingressesOf } from "./stacks";

const formats = {
  text: async (results: readonly Result[]) =>
    (await import("../insight/expectations/formats.js")).asText(
      results,
      process.stdout.isTTY && process.stdout.hasColors(),
    ),
  markdown: async (results: readonly Result[]) =>
    (await import("../insight/expectations/formats.js")).asMarkdown(results),
  json: async (results: readonly Result[]) => (await import("../insight/expectations/formats.js")).asJson(results),
  junit: async (results: readonly Result[]) => (await import("../insight/expectations/formats.js")).asJunit(results),
};

interface Flags {
  readonly stack: readonly string[];
  readonly file: readonly string[];
  readonly format: keyof typeof formats;
  readonly allowNotKnown?: true;
}

const DEFAULT = "edge-ingress.expectations.yaml";

const HELP = `
FILES are expectations, in YAML or JSON, and stacks: the output of \`pulumi stack export\`, or of \`pulumi preview --json
--show-sames\`, which is judged as it will be after the change. The command distinguishes the two by their content. Without a file of
expectations, it reads ${DEFAULT}; without a stack, standard input.

  pulumi preview --json --show-sames | edge-ingress test expectations.yaml
  edge-ingress test expectations.yaml staging.json prod.json
  edge-ingress test expectations.yaml --stack prod --format junit

Exit codes: 0 if all expectations hold; 1 if an expectation fails, or is not known until apply; 2 if expectations or a stack
cannot be read. docs/expectations.md describes the file.
`;

/** `edge-ingress test`: whether what must stay true of the ingress is true. */
export const testCommand = (): Command =>
  withFolderOption(newCommand("test"))
    .description("Test expectations of an ingress against a stack, an export, or a preview.")
    .argument("[files...]", "files of expectations, exports of stacks, or previews")
    .addOption(stackOption())
    .addOption(repeatable("--file <file>", "export of a stack, or a preview"))
    .option("--allow-not-known", "exit with 0 if the only open expectations are not known until apply")
    .addOption(formatOption(Object.keys(formats)))
    .addHelpText("after", HELP)
    .action((files: readonly string[], flags: Flags) => endWith(run(files, flags)));

async function run(files: readonly string[], flags: Flags): Promise<number> {
  const { countsOf, judge, titleOf, unusedOf } = await import("../insight/expectations/judge.js");
  const { expectations, ingresses } = await read(files, flags);
  const results = judge(expectations, ingresses);
  if (results.length === 0) throw new Error("no expectation is for these stacks: nothing was tested");
  console.log(await formats[flags.format](results));
  for (const each of unusedOf(expectations, ingresses)) {
    warn(`${titleOf(each)} is for stack ${each.stack}, which was not given: not tested`);
  }
  const { fails, "not-known": notKnown } = countsOf(results);
  return fails > 0 || (notKnown > 0 && !flags.allowNotKnown) ? 1 : 0;
}

/** Reads each file once, since it may be a pipe. */
async function read(files: readonly string[], { stack, file }: Flags) {
  const { looksLikeStack, readIngress } = await import("../insight/review/read.js");
  const { readExpectations } = await import("../insight/expectations/file.js");
  const expectations: Expectation[][] = [];
  const ingresses: Ingress[] = [];
  for (const name of files) {
    readFrom(name, (text) => {
      if (looksLikeStack(text)) ingresses.push(readIngress(name, text));
      else expectations.push([...readExpectations(text)]);
    });
  }
  if (expectations.length === 0) expectations.push([...readFrom(DEFAULT, readExpectations)]);
  const isComplete = ingresses.length > 0 && stack.length + file.length === 0;
  if (!isComplete) ingresses.push(...(await ingressesOf({ stacks: stack, files: file })));
  return { expectations: expectations.flat(), ingresses };
}
