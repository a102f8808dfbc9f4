import { jsonObject } from "../../core/schema/values";
import { type PulumiOptions, pulumi, requiredPulumi } from "../pulumi";

/** A value to set in the config of a stack. */
export interface ConfigEntry {
  /** The key with its namespace. If it is a path, it ends with the name of a member of an object. */
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
  readonly isPath: boolean;
}

/** Half of the characters that fit into an environment variable, also on Windows. */
const MAX_LENGTH = 15_000;

/**
 * Sets values in few runs of the CLI, which reads options from the environment: arguments would show secrets to other users. A value
 * that is too long, or that an older CLI has not set, reaches the CLI through its standard input.
 */
export async function setConfig(
  stack: string,
  entries: readonly ConfigEntry[],
  at: PulumiOptions,
): Promise<void> {
  if (entries.length === 0) return;
  for (const batch of batches(entries)) await setAll(stack, batch, at);
  const printed = await pulumi(["config", "--json", "--stack", stack], at);
  const values = jsonObject(printed.stdout) ?? {};
  for (const entry of entries) if (!(entry.key in values)) await setSingle(stack, entry, at);
}

/** Divides short entries into batches that fit into an environment variable. */
function batches(entries: readonly ConfigEntry[]): Iterable<readonly ConfigEntry[]> {
  const entryLength = (entry: ConfigEntry) => JSON.stringify(entry).length;
  const short = entries.filter((entry) => !entry.isPath && entryLength(entry) < MAX_LENGTH);
  let length = 0;
  const byNumber = Map.groupBy(short, (entry) => {
    length += entryLength(entry);
    return Math.floor(length / MAX_LENGTH);
  });
  return byNumber.values();
}

async function setAll(stack: string, entries: readonly ConfigEntry[], at: PulumiOptions) {
  const values = Object.fromEntries(
    entries.map(({ key, value, isSecret }) => [key, { value, secret: isSecret }]),
  );
  const environment = { PULUMI_OPTION_JSON: JSON.stringify(values) };
  await requiredPulumi(["config", "set-all", "--stack", stack], { ...at, environment });
}

async function setSingle(
  stack: string,
  { key, value, isSecret, isPath }: ConfigEntry,
  at: PulumiOptions,
) {
  const options = [isSecret ? "--secret" : "--plaintext"];
  if (isPath) options.push("--path");
  // The CLI removes a line break at the end.
  const input = `${value}\n`;
  await requiredPulumi(["config", "set", ...options, key, "--stack", stack], { ...at, input });
}
