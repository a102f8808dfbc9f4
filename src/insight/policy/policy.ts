import type { PolicyConfigSchema, Severity } from "@pulumi/policy";
import type { Arguments } from "../ingress/arguments";
import type { PolicyStack } from "./stack";

/** A violation of a policy, with the URN of the resource that has to change. */
export interface Violation {
  readonly message: string;
  readonly urn?: string;
}

/** A policy as data, and its pure judgement. */
export interface IngressPolicy<Config extends object = object> {
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  /** The configurable properties, apart from the enforcement level, with their defaults. */
  readonly properties: {
    [Name in keyof Config]: PolicyConfigSchema["properties"][string] & { default: Config[Name] };
  };
  judge(stack: PolicyStack, config: Readonly<Config>): readonly Violation[];
}

/** Infers the configuration of a policy from its properties. */
export const policyOf = <Config extends object>(
  policy: IngressPolicy<Config>,
): IngressPolicy<Config> => policy;

/** Properties of a configuration, as JSON Schema, with their defaults. */
export const choiceOf = <const Text extends string>(
  texts: readonly Text[],
  defaultValue: Text,
  description: string,
) => ({
  type: "string" as const,
  enum: [...texts],
  default: defaultValue,
  description,
});
export const integerOf = (minimum: number, defaultValue: number, description: string) =>
  ({ type: "integer", minimum, default: defaultValue, description }) as const;
export const listOf = <Item>(
  type: Item extends string ? "string" : "object",
  description: string,
) => ({ type: "array", items: { type }, default: [] as readonly Item[], description }) as const;

/** The configuration of a policy, with the defaults of properties that are not configured. */
export function configurationOf<Config extends object>(
  policy: IngressPolicy<Config>,
  given: object,
): Config {
  const properties = Object.entries<{ readonly default: unknown }>(policy.properties);
  return {
    ...Object.fromEntries(properties.map(([name, schema]) => [name, schema.default])),
    ...given,
  } as Config;
}

/**
 * A violation at the resource that declares the arguments; none without a problem. The message begins with the name of the
 * resource. A message may name arguments, but no value: a policy receives secrets in plaintext, those of the plugin
 * unmarked.
 */
export function violationIf(
  args: Arguments | undefined,
  problem: string | false | undefined,
): Violation[] {
  if (!problem) return [];
  return [
    args
      ? { message: `${args.declaration.resource}: ${problem}`, urn: args.declaration.urn }
      : { message: problem },
  ];
}
