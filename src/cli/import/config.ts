import { type PulumiOptions, requiredPulumi } from "../pulumi";
import { hasValue, readStackConfig } from "../stack";

/** A value to set in the config of a stack. */
export interface ConfigEntry {
  /** The key with its namespace. If it is a path, it ends with the name of a member of an object. */
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
  readonly isPath: boolean;
}

/** The most characters of a batch, which then fits into an environment variable, also on Windows. */
const MAX_LENGTH = 15_000;

/**
 * Sets values in few runs of the CLI. The CLI reads its options from an environment variable, because other users could see
 * arguments. It reads the remaining values from its standard input, a value in each run: a value that is too long, a member of an
 * object, and all values if the CLI is too old for the variable.
 */
export async function setConfig(
  stack: string,
  entries: readonly ConfigEntry[],
  at: PulumiOptions,
): Promise<void> {
  if (entries.length === 0) return;
  for (const batch of batches(entries)) await setAll(stack, batch, at);
  const config = await readStackConfig(stack, at);
  // The path of a member is not a key of the config.
  for (const entry of entries) if (!hasValue(config, entry.key)) await setSingle(stack, entry, at);
}

/** Divides the entries that are short enough into batches. */
function batches(entries: readonly ConfigEntry[]): ConfigEntry[][] {
  const divided: ConfigEntry[][] = [];
  let remaining = 0;
  for (const entry of entries) {
    const { length } = JSON.stringify(entry);
    if (entry.isPath || length > MAX_LENGTH) continue;
    if (length > remaining) {
      divided.push([]);
      remaining = MAX_LENGTH;
    }
    divided.at(-1)?.push(entry);
    remaining -= length;
  }
  return divided;
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
