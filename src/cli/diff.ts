import type { Command } from "commander";
import type { Filtered } from "../insight/diff/ignore";
import { withFolderOption } from "./command";
import { exportedStack } from "./exported-stack";
import { endWith, exceptionsIn, type ReportFlags, reportCommand, warn } from "./report-command";

const formats = {
  table: async (filtered: Filtered) => (await import("../insight/diff/formats.js")).tableOf(filtered),
  markdown: async (filtered: Filtered) => (await import("../insight/diff/formats.js")).markdownOf(filtered),
  json: async (filtered: Filtered) => (await import("../insight/diff/formats.js")).jsonOf(filtered),
};

interface Flags extends ReportFlags<keyof typeof formats> {}

const HELP = `
STACK is the name of a stack, or a file that \`pulumi stack export\` wrote. Names are looked up by the Pulumi CLI in the
project's folder, with secrets decrypted for the comparison; they are never shown. In a file they can only be compared if
it was written with --show-secrets.

--ignore names an argument by its path (edgeId, oauth.provider), which includes everything below it. The entries of an ignore file
name resources and stacks, too.

Exit codes: 0 if the stacks are alike, apart from ignored differences; 1 if they differ, or if they may differ in what cannot
be compared; 2 if a stack cannot be read, or if neither stack has a resource of this package.

  edge-ingress diff staging prod --ignore edgeId --ignore domain
`;

/** `edge-ingress diff`: what differs between the ingress resources of two stacks. */
export const diffCommand = (): Command =>
  withFolderOption(reportCommand("diff", formats))
    .description("Compare the ingress resources of two stacks.")
    .argument("<stack>", "a stack, or a file with its export")
    .argument("<other>", "another stack, or a file with its export")
    .addHelpText("after", HELP)
    .action((one: string, other: string, flags: Flags) => endWith(run(one, other, flags)));

async function run(one: string, other: string, { format, ignore: paths, ignoreFile }: Flags): Promise<number> {
  const { readExport } = await import("../insight/stack/export.js");
  const { compare } = await import("../insight/diff/compare.js");
  const { ignore, STACK_DIFFERENCE: rule } = await import("../insight/diff/ignore.js");
  const { unusedNote } = await import("../insight/report/exception.js");
  const stateOf = async (stack: string) => readExport(stack, await exportedStack(stack));
  const [a, b] = await Promise.all([stateOf(one), stateOf(other)]);
  if (![...a.resources, ...b.resources].some(({ isIngress }) => isIngress)) {
    throw new Error(`neither ${one} nor ${other} has a resource of this package: there is nothing to compare`);
  }
  const own = paths.map((argument) => ({ rule, argument, reason: "--ignore" }));
  const filtered = ignore(compare(a, b), [...own, ...(await exceptionsIn(ignoreFile))]);
  for (const { label, resources } of [a, b]) {
    if (!resources.some(({ isIngress }) => isIngress)) warn(`${label} has no ingress resources`);
  }
  if (format !== "json") for (const each of filtered.unused) warn(unusedNote(each, "difference"));
  console.log(await formats[format](filtered));
  return filtered.differences.length === 0 ? 0 : 1;
}
