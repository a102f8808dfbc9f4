import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesBelow } from "../../insight/engine/failure";
import { readPreview } from "../../insight/engine/preview";
import { looksLikePreview } from "../../insight/engine/read-digest";
import { cwd, type FlagValues, textOption } from "../command";
import { readFile, withReason, writing } from "../input";
import { errorSummary, type PulumiResult, pulumi } from "../pulumi";
import { createOutputFolder, DEFAULT_PREVIEWS, previewFiles, setStepOutputs } from "./folders";
import { log } from "./log";
import { maskedLine } from "./masking";
import { isMissingStack, previewNewStack } from "./new-stack";
import { inputFlag, withoutEmpty, wordsOption } from "./options";
import { lacksAccess, reasonWithoutSecrets } from "./pull-request";
import { previewFromBase } from "./without-secrets";

export const options = {
  cwd,
  stack: wordsOption("<names>", "stacks to preview, separated by spaces or commas", /[\s,]+/),
  arguments: wordsOption(
    "<words>",
    "more arguments of `pulumi preview`, in which {stack} is the name of the stack",
  ),
  base: textOption(
    "<folder>",
    "preview the change from the program in this folder, on a local server and an empty state, without secrets",
  ),
  drift: inputFlag("preview a refresh, to find what was changed outside Pulumi"),
  out: textOption(
    "<folder>",
    "folder for the previews (default: a temporary folder in GitHub Actions, else ingress-review/previews)",
  ),
};

type Flags = FlagValues<typeof options>;

export const help = `
Writes the output of \`pulumi preview --json --show-sames\` of each stack to a file. If a preview fails, the file contains its errors
instead, without the credentials of the environment. A stack that does not exist yet is previewed on an empty state.

With --base, the command needs neither a key nor access to the stacks: it deploys the program of the folder to a local server, and
previews the program of the current folder. Secrets in the settings of the stack are replaced by placeholders. Both programs must
consist of resources of this provider.

  edge-ingress ci preview --stack "staging prod"
  edge-ingress ci preview --stack prod --arguments "--save-plan {stack}.plan.json"
  edge-ingress ci preview --stack prod --base ../base

Exit codes: 0, also if a preview failed, because \`edge-ingress ci gate\` fails then; 2 if nothing can be previewed.
`;

/** `edge-ingress ci preview`: previews stacks for a review. */
export async function run(parsed: Flags): Promise<number> {
  const { env } = process;
  const flags = withoutEmpty(parsed);
  if (flags.stack.length === 0) throw new Error("name the stacks to preview with --stack");
  const folder = createOutputFolder(flags.out, DEFAULT_PREVIEWS, env);
  setStepOutputs({ previews: folder }, env);
  const reason = reasonWithoutSecrets(env);
  if (reason !== undefined && lacksAccess(env) && flags.base === undefined) {
    log("warning", `nothing was previewed: a pull request of ${reason} gets no secrets`, env);
    return 0;
  }
  removePreviews(folder);
  for (const stack of flags.stack) await savePreview(stack, flags, folder);
  return 0;
}

/** Removes the previews of an earlier job, which a runner may have kept, so that the report does not contain them. */
function removePreviews(folder: string): void {
  for (const file of previewFiles([folder])) {
    if (readFile(file, looksLikePreview)) rmSync(file);
  }
}

async function savePreview(stack: string, flags: Flags, folder: string): Promise<void> {
  const result = await previewStack(stack, flags);
  const errors = result.code === 0 ? [] : errorsOf(result);
  for (const line of errors) log("error", `${stack}: ${line}`, process.env);
  const text = errors.length === 0 ? result.stdout : failedPreview(errors);
  // The name of a stack may contain its organization and its project.
  const file = join(folder, `${stack.replaceAll("/", ".")}.json`);
  withReason(file, () => writeFileSync(file, text), writing);
}

async function previewStack(stack: string, flags: Flags): Promise<PulumiResult> {
  const more = flags.arguments.map((word) => word.replaceAll("{stack}", stack));
  if (flags.drift) {
    return pulumi(["refresh", "--stack", stack, "--preview-only", "--json", ...more]);
  }
  const previewArguments = ["--json", "--show-sames", ...more];
  if (flags.base !== undefined) return previewFromBase(flags.base, stack, previewArguments);
  const result = await pulumi(["preview", "--stack", stack, ...previewArguments]);
  if (!isMissingStack(result)) return result;
  log(
    "notice",
    `the stack ${stack} does not exist yet: its first deployment is previewed`,
    process.env,
  );
  return previewNewStack(stack, previewArguments);
}

/** The errors of a preview that failed. Pulumi prints them in the JSON or, if it does not get that far, to standard error. */
function errorsOf({ stdout, stderr }: PulumiResult): string[] {
  const printed = errorsInPreview(stdout);
  const lines = printed.length > 0 ? printed : errorSummary(stderr, stdout).split("; ");
  return lines.map((line) => maskedLine(line, process.env));
}

function errorsInPreview(text: string): readonly string[] {
  try {
    readPreview(text);
    return [];
  } catch (error) {
    return linesBelow(error);
  }
}

/** The document that Pulumi prints for a preview that failed, with these errors alone. */
const failedPreview = (errors: readonly string[]): string =>
  JSON.stringify({ diagnostics: [{ severity: "error", message: errors.join("\n") }] });
