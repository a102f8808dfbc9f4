import type { PolicyConfigSchema, Severity } from "@pulumi/policy";
import type { Arguments } from "../ingress/arguments";
import type { PolicyStack } from "./stack";

/** A violation of a policy, with the URN of the resource that has to change. */
export interface Violation {
  readonly message: string;
  readonly urn?: string;
}

/** A policy: its description and configuration as data, and a pure function that judges a stack. */
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

/** The configuration of a policy, with the defaults of the properties that a user has not configured. */
export function withDefaults<Config extends object>(
  { properties }: IngressPolicy<Config>,
  configured: object,
): Config {
  const schemas = Object.entries<{ readonly default: unknown }>(properties);
  const defaults = Object.fromEntries(schemas.map(([name, schema]) => [name, schema.default]));
  return { ...defaults, ...configured } as Config;
}

/**
 * A violation at the resource that declares arguments. The message begins with the name of the resource. The problem may name
 * arguments, but must not contain a value: a policy receives secrets in plaintext, and does not learn which values of the plugin are
 * secret.
 */
export function violation(args: Arguments | undefined, problem: string): Violation {
  if (!args) return { message: problem };
  const { resource, urn } = args.declaration;
  return { message: `${resource}: ${problem}`, urn };
}
