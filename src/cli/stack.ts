import { existsSync, statSync } from "node:fs";
import { managedKeys } from "../account/listing";
import { isDynamic } from "../core/definitions/define";
import { parseUrn } from "../core/pulumi/urn";
import { jsonObject, valueAt } from "../core/schema/values";
import { readExport } from "../insight/engine/export";
import { type Reader, readFile, readInputs } from "./input";
import { errorSummary, type PulumiOptions, pulumi } from "./pulumi";

export const isStackFile = (stack: string): boolean =>
  existsSync(stack) && statSync(stack).isFile();

/**
 * Reads the export of a stack: the content of a file, or the output of the CLI with secrets
 * decrypted. Errors never contain a part of it.
 */
export async function exportedStack(stack: string): Promise<string> {
  if (isStackFile(stack)) return readFile(stack, (text) => text);
  const args = ["stack", "export", "--show-secrets", "--stack", stack];
  const { code, stdout, stderr } = await pulumi(args).catch((error: Error) => {
    throw new Error(`cannot read ${stack}: ${error.message}`);
  });
  if (code === 0) return stdout;
  const summary = errorSummary(stderr);
  const hasProject = /no stack named/.test(summary);
  throw new Error(
    `cannot read ${stack}: not a file, and \`pulumi stack export\` failed: ${summary}${hasProject ? "" : WRONG_FOLDER}`,
  );
}

const WRONG_FOLDER =
  "; name the folder of the Pulumi project with -C, or the stack as organization/project/stack";

const EXPECTED_INPUT =
  "the output of `pulumi stack export`, or of `pulumi preview --json --show-sames`";

/** Reads stacks by their names, and stacks in files. Without names and files, reads standard input. */
export async function readStacks<T>(
  stacks: readonly string[],
  files: readonly string[],
  read: Reader<T>,
): Promise<T[]> {
  const exported = Promise.all(
    stacks.map(async (stack) => read(stack, await exportedStack(stack))),
  );
  const hasInput = stacks.length === 0 || files.length > 0;
  const inputs = hasInput ? readInputs(files, EXPECTED_INPUT, read) : [];
  // Both are awaited together: otherwise, if a file cannot be read, nothing would handle the failure of a stack.
  const [fromStacks, fromFiles] = await Promise.all([exported, inputs]);
  return [...fromStacks, ...fromFiles];
}

/** A stack's config in plaintext, by keys such as `edge-ingress:apiKey`. */
export type StackConfig = ReadonlyMap<string, string>;

/** Checks whether a config has a value. An import that was interrupted can leave an empty value, which counts as missing. */
export const hasValue = (config: StackConfig, key: string): boolean =>
  (config.get(key) ?? "") !== "";

/** Reads the config of a stack with the Pulumi CLI, which decrypts it. */
export async function readStackConfig(stack: string, at: PulumiOptions = {}): Promise<StackConfig> {
  const args = ["config", "--json", "--show-secrets", "--stack", stack];
  const { code, stdout, stderr } = await pulumi(args, at);
  const entries = code === 0 ? jsonObject(stdout) : undefined;
  if (!entries)
    throw new Error(`cannot read the config of stack ${stack}: ${errorSummary(stderr)}`);
  const config = new Map<string, string>();
  for (const [key, entry] of Object.entries(entries)) {
    const value = valueAt(entry, ["value"]);
    if (typeof value === "string") config.set(key, value);
  }
  return config;
}

/** The name of the stack that is selected in a folder. Undefined without a CLI, a project or a selected stack. */
export async function selectedStack(at: PulumiOptions = {}): Promise<string | undefined> {
  const ended = await pulumi(["stack", "--show-name"], at).catch(() => undefined);
  at.signal?.throwIfAborted();
  return ended?.code === 0 ? ended.stdout.trim() || undefined : undefined;
}

/**
 * The name of the file with the settings of a stack. The name of the stack may begin with the
 * organization and the project.
 */
export const stackSettingsFile = (stack: string): string =>
  `Pulumi.${stack.split("/").at(-1)}.yaml`;

/** A stack into which objects are imported, before the import. */
export interface TargetStack {
  readonly name: string;
  readonly exists: boolean;
  readonly config: StackConfig;
  /** Keys of the objects that the stack manages. */
  readonly managed: ReadonlySet<string>;
  /** Names of all resources. */
  readonly names: readonly string[];
  /** True if the stack contains dynamic resources of this package. */
  readonly hasDynamic: boolean;
}

/**
 * Reads a stack. A stack that does not exist is empty.
 *
 * @param isProject True if the project exists. A new project has no stack.
 */
export async function readStack(
  name: string,
  at: PulumiOptions,
  isProject: boolean,
): Promise<TargetStack> {
  const ended = isProject ? await pulumi(["stack", "export", "--stack", name], at) : undefined;
  const exists = ended !== undefined && !/no stack named/.test(ended.stderr);
  if (exists && ended.code !== 0)
    throw new Error(`cannot read stack ${name}: ${errorSummary(ended.stderr)}`);
  const all = exists ? readExport(name, ended.stdout).resources : [];
  // The state does not contain a resource whose import was interrupted.
  const resources = all.filter(({ interrupted }) => interrupted !== "importing");
  const config: StackConfig = exists ? await readStackConfig(name, at) : new Map();
  return {
    name,
    exists,
    config,
    managed: new Set(managedKeys({ resources })),
    names: resources.map((resource) => resource.name),
    hasDynamic: resources.some(({ isIngress, urn }) => isIngress && isDynamic(parseUrn(urn).type)),
  };
}
