import { isObject, jsonObject } from "../core/schema/values";
import { gistOf, type PulumiOptions, pulumi } from "./pulumi";

/** A value of a stack's config, in plaintext. */
export interface ConfigValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** A stack's config by its keys, such as `edge-ingress:apiKey`. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/**
 * Reads the config of a stack by the Pulumi CLI, which decrypts it.
 *
 * @throws {Error} if the CLI cannot read it.
 */
export async function readStackConfig(stack: string, at: PulumiOptions): Promise<StackConfig> {
  const ended = await pulumi(["config", "--json", "--show-secrets", "--stack", stack], at);
  const values = ended.code === 0 ? jsonObject(ended.stdout) : undefined;
  if (!values) throw new Error(`cannot read the config of stack ${stack}: ${gistOf({ stderr: ended.stderr })}`);
  return new Map(
    Object.entries(values).flatMap(([key, each]) =>
      isObject(each) && typeof each.value === "string"
        ? [[key, { value: each.value, isSecret: each.secret === true }] as const]
        : [],
    ),
  );
}
