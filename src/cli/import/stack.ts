import { isDynamic } from "../../core/definitions/define";
import { parseUrn } from "../../core/schema/urn";
import { jsonObject } from "../../core/schema/values";
import type { ImportEntry } from "../../importing/declared";
import { readExport } from "../../insight/stack/export";
import { shellWord } from "../command";
import { gistOf, type PulumiOptions, pulumi, pulumiWithFile } from "../pulumi";
import { readStackConfig, type StackConfig } from "../stack";

/** A stack that objects are imported into, as it is before. */
export type TargetStack = Awaited<ReturnType<typeof readStack>>;

/** Reads a stack; one that does not exist is empty. */
export async function readStack(name: string, at: PulumiOptions, isProject: boolean) {
  const ended = isProject ? await pulumi(["stack", "export", "--stack", name], at) : undefined;
  const exists = ended !== undefined && !/no stack named/.test(ended.stderr);
  if (exists && ended.code !== 0) throw new Error(`cannot read stack ${name}: ${gistOf(ended.stderr)}`);
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
    managed: new Set(ours.map(({ type, id }) => `${type} ${id}`)),
    /** Names that its resources have. */
    names: resources.map((each) => each.name),
    hasDynamic: ours.some(({ urn }) => isDynamic(parseUrn(urn).type)),
  };
}

/** Makes a stack; the one that is selected stays so. */
export const createStack = (name: string, at: PulumiOptions) => required(["stack", "init", name, "--no-select"], at);

/** A value that the config is to have, by its whole key. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
  /** The key ends with the name of a member of an object. */
  readonly isPath?: boolean;
}

/** What fits into one variable of the environment, on Windows too. */
const MAX_LENGTH = 30_000;

/**
 * Sets values in one run of the CLI, which reads options from the environment. Arguments would show secrets to other users. A
 * value that is too long, or that an older CLI has not set, reaches the CLI by its standard input.
 */
export async function setConfig(stack: string, entries: readonly ConfigEntry[], at: PulumiOptions): Promise<void> {
  if (entries.length === 0) return;
  let json: Record<string, object> = {};
  const flush = async () => {
    const environment = { PULUMI_OPTION_JSON: JSON.stringify(json) };
    if (Object.keys(json).length > 0) await required(["config", "set-all", "--stack", stack], { ...at, environment });
    json = {};
  };
  for (const { key, value, isSecret, isPath } of entries) {
    const entry = { [key]: { value, secret: isSecret } };
    if (isPath || JSON.stringify(entry).length > MAX_LENGTH / 2) continue;
    if (JSON.stringify({ ...json, ...entry }).length > MAX_LENGTH) await flush();
    json = { ...json, ...entry };
  }
  await flush();
  const set = jsonObject((await pulumi(["config", "--json", "--stack", stack], at)).stdout) ?? {};
  for (const { key, value, isSecret, isPath } of entries.filter((each) => !(each.key in set))) {
    const kind = [isSecret ? "--secret" : "--plaintext", ...(isPath ? ["--path"] : [])];
    // The CLI takes one line break off the end.
    await required(["config", "set", ...kind, key, "--stack", stack], { ...at, input: `${value}\n` });
  }
}

/** Records objects in the state; the engine sends nothing for what comes with its values. `onRecorded` receives how many it has. */
export async function importAll(
  stack: string,
  entries: readonly ImportEntry[],
  at: PulumiOptions & { readonly protects: boolean },
  onRecorded: (count: number) => void,
): Promise<void> {
  const options = `--generate-code=false --protect=${at.protects} --skip-preview --yes --suppress-outputs`;
  const args = (file: string) => ["import", "--stack", stack, "--file", file, ...options.split(" ")];
  // The CLI prints a line for each resource of the plugin, or of the host of dynamic resources, that it has recorded.
  const look = (printed: string) => onRecorded(printed.match(/^ = .* imported/gm)?.length ?? 0);
  const ended = await pulumiWithFile(args, JSON.stringify({ resources: entries }), at, look);
  if (ended.code === 0) return;
  const gist = gistOf(ended.stderr, ended.stdout);
  throw new Error(/currently locked/.test(gist) ? lockedText(stack, at) : `\`pulumi import\` failed: ${gist}`);
}

/** A backend in files keeps the lock of a CLI that was killed. */
const lockedText = (stack: string, { cwd = "." }: PulumiOptions): string =>
  `stack ${stack} is locked: another \`pulumi\` command is running, or was killed. If none is running, run ` +
  `\`pulumi -C ${shellWord(cwd)} cancel --stack ${stack}\`; then run this command again`;

async function required(args: readonly string[], at: PulumiOptions): Promise<void> {
  const ended = await pulumi(args, at);
  if (ended.code !== 0)
    throw new Error(`\`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${gistOf(ended.stderr, ended.stdout)}`);
}
