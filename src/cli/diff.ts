import { compare, STACK_DIFFERENCE } from "../insight/diff/compare";
import { asJson, asMarkdown, asTable } from "../insight/diff/formats";
import { readExport } from "../insight/engine/export";
import { unusedNote } from "../insight/report/suppression";
import { ruleIds } from "../insight/rules/index";
import { cwd, type FlagValues, formatOption, ignoreOptions, readIgnoreFile, warn } from "./command";
import { exportedStack } from "./stack";

export const formats = { table: asTable, markdown: asMarkdown, json: asJson };

export const options = { format: formatOption(formats), ...ignoreOptions, cwd };

export const help = `
STACK is the name of a stack, or a file that \`pulumi stack export\` wrote. Names are looked up by the Pulumi CLI in the
project's folder, with secrets decrypted for the comparison; they are never shown. In a file they can only be compared if
it was written with --show-secrets.

--ignore names an argument by its path (edgeId, oauth.provider), which includes everything below it. The entries of an ignore file
name resources and stacks, too.

Exit codes: 0 if the stacks are alike, apart from ignored differences; 1 if they differ, or if they may differ in what cannot
be compared; 2 if a stack cannot be read, or if neither stack has a resource of this package.

  edge-ingress diff staging prod --ignore edgeId --ignore domain
`;

export const argumentTexts = [
  "a stack, or a file with its export",
  "another stack, or a file with its export",
];

/** `edge-ingress diff`: compares the ingress resources of two stacks. */
export async function run(
  first: string,
  second: string,
  flags: FlagValues<typeof options>,
): Promise<number> {
  const readState = async (stack: string) => readExport(stack, await exportedStack(stack));
  const [a, b] = await Promise.all([readState(first), readState(second)]);
  const empty = [a, b].filter(({ resources }) => !resources.some(({ isIngress }) => isIngress));
  if (empty.length === 2)
    throw new Error(
      `neither ${first} nor ${second} has a resource of this package: there is nothing to compare`,
    );
  const ignored = flags.ignore.map((argument) => ({
    rule: STACK_DIFFERENCE,
    argument,
    reason: "--ignore",
    option: "--ignore",
  }));
  const suppressions = [...ignored, ...readIgnoreFile(flags, [...ruleIds, STACK_DIFFERENCE])];
  const compared = compare(a, b, suppressions);
  for (const { label } of empty) warn(`${label} has no ingress resources`);
  if (flags.format !== "json")
    for (const suppression of compared.unused) warn(unusedNote(suppression, "difference"));
  console.log(formats[flags.format](compared));
  return compared.differences.length === 0 ? 0 : 1;
}
