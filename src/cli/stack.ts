import { existsSync, statSync } from "node:fs";
import { keysIn } from "../account/listing";
import { isDynamic } from "../core/definitions/define";
import { parseUrn } from "../core/pulumi/urn";
import { jsonObject, valueAt } from "../core/schema/values";
import { readExport } from "../insight/engine/export";
import { type Reader, readFrom, readInputs } from "./input";
import { gistOf, type PulumiOptions, pulumi } from "./pulumi";

export const isStackFile = (stack: string): boolean =>
  existsSync(stack) && statSync(stack).isFile();

/** The export of a stack: the content of a file, or the output of the CLI with secrets decrypted. Errors show nothing of it. */
export async function exportedStack(stack: string): Promise<string> {
  if (isStackFile(stack)) return readFrom(stack, (text) => text);
  const ended = await pulumi(["stack", "export", "--show-secrets", "--stack", stack]).catch(
    (error: Error) => {
      throw new Error(`cannot read ${stack}: ${error.message}`);
    },
  );
  if (ended.code === 0) return ended.stdout;
  const gist = gistOf(ended.stderr);
  const advice = /no stack named/.test(gist)
    ? ""
    : "; name the folder of the Pulumi project with -C, or the stack as organization/project/stack";
  throw new Error(
    `cannot read ${stack}: not a file, and \`pulumi stack export\` failed: ${gist}${advice}`,
  );
}

const AWAITED = "the output of `pulumi stack export`, or of `pulumi preview --json --show-sames`";

/** Reads the stacks of these names, and those in files; without either, the one in standard input. */
export async function readStacks<T>(
  stacks: readonly string[],
  files: readonly string[],
  read: Reader<T>,
): Promise<T[]> {
  const named = stacks.map(async (stack) => read(stack, await exportedStack(stack)));
  const given = stacks.length > 0 && files.length === 0 ? [] : readInputs(files, AWAITED, read);
  // Together: if a file cannot be read, nothing else would handle the failure of a stack.
  const [ofStacks, ofFiles] = await Promise.all([Promise.all(named), given]);
  return [...ofStacks, ...ofFiles];
}

/** A stack's config, in plaintext, by its keys, such as `edge-ingress:apiKey`. */
export type StackConfig = ReadonlyMap<string, string>;

/** Reads the config of a stack by the Pulumi CLI, which decrypts it. */
export async function readStackConfig(stack: string, at: PulumiOptions = {}): Promise<StackConfig> {
  const ended = await pulumi(["config", "--json", "--show-secrets", "--stack", stack], at);
  const values = ended.code === 0 ? jsonObject(ended.stdout) : undefined;
  if (!values) throw new Error(`cannot read the config of stack ${stack}: ${gistOf(ended.stderr)}`);
  const texts = Object.entries(values).map(
    ([key, each]) => [key, valueAt(each, ["value"])] as const,
  );
  return new Map(
    texts.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string"),
  );
}

/** The name of the stack that is selected in a folder; `undefined` without a CLI, a project or a selected stack. */
export async function selectedStack(at: PulumiOptions = {}): Promise<string | undefined> {
  const ended = await pulumi(["stack", "--show-name"], at).catch(() => undefined);
  at.signal?.throwIfAborted();
  return ended?.code === 0 ? ended.stdout.trim() || undefined : undefined;
}

/** The name of the file with the settings of a stack, whose name may have the organization and the project in front. */
export const settingsFileOf = (stack: string): string => `Pulumi.${stack.split("/").at(-1)}.yaml`;

export type TargetStack = Awaited<ReturnType<typeof readStack>>;

/** Reads a stack that objects are imported into, as it is before. One that does not exist is empty. */
export async function readStack(name: string, at: PulumiOptions, isProject: boolean) {
  const ended = isProject ? await pulumi(["stack", "export", "--stack", name], at) : undefined;
  const exists = ended !== undefined && !/no stack named/.test(ended.stderr);
  if (exists && ended.code !== 0)
    throw new Error(`cannot read stack ${name}: ${gistOf(ended.stderr)}`);
  // An import that was interrupted is not in the state.
  const all = exists ? readExport(name, ended.stdout).resources : [];
  const resources = all.filter(({ interrupted }) => interrupted !== "importing");
  const ours = resources.filter(({ isIngress }) => isIngress);
  const config: StackConfig = exists ? await readStackConfig(name, at) : new Map();
  return {
    name,
    exists,
    config,
    /** Keys of the objects that the stack manages. */
    managed: new Set(keysIn({ resources })),
    names: resources.map((each) => each.name),
    hasDynamic: ours.some(({ urn }) => isDynamic(parseUrn(urn).type)),
  };
}
