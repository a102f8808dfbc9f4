import type { Command } from "commander";
import type { Result } from "../insight/expectations/judge";
import { folderOption, formatOption, newCommand, repeatable, stackOption } from "./command";
import { readFrom } from "./input";
import { endWith, warn } from "./report-command";
import { snapshotsOf } from "./snapshots";

const formats = {
  text: async (results: readonly Result[]) =>
    (await import("../insight/expectations/text.js")).asText(
      results,
      process.stdout.isTTY && process.stdout.hasColors(),
    ),
  markdown: async (results: readonly Result[]) =>
    (await import("../insight/expectations/markdown.js")).asMarkdown(results),
  json: async (results: readonly Result[]) => (await import("../insight/expectations/json.js")).asJson(results),
  junit: async (results: readonly Result[]) => (await import("../insight/expectations/junit.js")).asJunit(results),
};

interface Flags {
  readonly stack: readonly string[];
  readonly file: readonly string[];
  readonly cwd: string;
  readonly format: keyof typeof formats;
  readonly allowNotKnown?: true;
}

const HELP = `
EXPECTATIONS are files in YAML or JSON. Without --stack and --file, standard input is the export of a stack, or the output of
\`pulumi preview --json --show-sames\`, which is judged as it will be after the change.

  pulumi preview --json --show-sames | edge-ingress test expectations.yaml
  edge-ingress test expectations.yaml --stack prod --format junit

Exit codes: 0 if all expectations hold; 1 if an expectation fails, or is not known until apply; 2 if expectations or a stack
cannot be read. docs/expectations.md describes the file.
`;

/** `edge-ingress test`: whether what must stay true of the ingress is true. */
export const testCommand = (): Command =>
  newCommand("test")
    .description("Test expectations of an ingress against a stack, an export, or a preview.")
    .argument("[expectations...]", "files of expectations", ["edge-ingress.expectations.yaml"])
    .addOption(stackOption())
    .addOption(repeatable("--file <file>", "export of a stack, or a preview"))
    .addOption(folderOption())
    .option("--allow-not-known", "exit with 0 if the only open expectations are not known until apply")
    .addOption(formatOption(Object.keys(formats)))
    .addHelpText("after", HELP)
    .action((files: readonly string[], flags: Flags) => endWith(run(files, flags)));

async function run(files: readonly string[], flags: Flags): Promise<number> {
  const { readExpectations } = await import("../insight/expectations/file.js");
  const { countsOf, judge, titleOf, unusedOf } = await import("../insight/expectations/judge.js");
  const expectations = files.flatMap((file) => readFrom(file, readExpectations));
  const snapshots = await snapshotsOf({ stacks: flags.stack, files: flags.file, cwd: flags.cwd });
  const results = judge(expectations, snapshots);
  if (results.length === 0) throw new Error("no expectation is for these stacks: nothing was tested");
  console.log(await formats[flags.format](results));
  for (const each of unusedOf(expectations, snapshots)) {
    warn(`${titleOf(each)} is for stack ${each.stack}, which was not given: not tested`);
  }
  const { fails, "not-known": notKnown } = countsOf(results);
  return fails > 0 || (notKnown > 0 && !flags.allowNotKnown) ? 1 : 0;
}
