import * as pulumi from "@pulumi/pulumi";
import { version } from "../../../package.json";
import {
  API_KEY_SOURCE,
  NAMESPACE,
  type ProviderArgs,
  settings,
} from "../../core/definitions/settings";
import { inputRows } from "../../core/schema/field";
import {
  mismatch,
  mismatchText,
  notAnArgument,
  type Problem,
  problemText,
  typeName,
} from "../../core/schema/problem";
import { settingProblems } from "../../core/schema/read-settings";
import { aliased } from "./aliases";
import { warnOfPlaintextKey } from "./messages";
import { usesPlugin } from "./registration";
import { isOfType } from "./resource-class";

/** The settings of a provider, by their names in stack config. */
export type Settings = Readonly<Record<string, pulumi.Input<string | undefined>>>;

/** The member in which a provider keeps its settings for lookups. The symbol is global: several copies of this package may be loaded. */
const SETTINGS = Symbol.for("pulumi-edge-ingress/settings");

/**
 * One account of the API. Programs that use several pass each resource its own; without one, a resource uses the
 * account of the stack's config.
 *
 * @example
 * const prod = new Provider("prod", { apiKey: config.requireSecret("prodApiKey") });
 * new AgentIngress("agents", { domain: "connect.example.com" }, { provider: prod });
 */
export class Provider extends pulumi.ProviderResource {
  /** The type token, by which policies and the engine know providers of this kind. */
  static get __pulumiType(): string {
    return usesPlugin() ? TYPE.pluginToken : TYPE.token;
  }

  /** True if a value is a provider of this class, or another one of dynamic resources, of which Pulumi knows no kinds. */
  static override isInstance(value: unknown): value is Provider {
    return isOfType(TYPE, value);
  }

  /** @throws {pulumi.RunError} if an argument has a name that there is not, is an empty text, or has another invalid value. */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseInvalid(name, args);
    warnOfPlaintextKey();
    const config = new pulumi.Config(NAMESPACE);
    const values = ARGUMENTS.map((key) => [
      `${NAMESPACE}:${key}`,
      setting(name, key, args[key], config.get(key)),
    ]);
    const source = apiKeySource(name, args, config);
    const props: Settings = { ...Object.fromEntries(values), [API_KEY_SOURCE]: source };
    const registration = createRegistration(props, opts);
    super(registration.pkg, name, registration.props, registration.opts);
    Object.defineProperty(this, SETTINGS, { value: props });
  }
}

/** The source of the key, for the message of a 401; undefined if it comes from the environment. */
function apiKeySource(name: string, { apiKey }: ProviderArgs, config: pulumi.Config) {
  if (isPresent(apiKey)) return `the argument apiKey of Provider "${name}"`;
  if (config.get("apiKey") === undefined) return undefined;
  return `stack config edge-ingress:apiKey, by Provider "${name}"`;
}

/** The type tokens of providers, which end with the name of the package. */
const TYPE = {
  token: "pulumi:providers:pulumi-nodejs",
  pluginToken: `pulumi:providers:${NAMESPACE}`,
};

/** The parameters of the SDK for a provider. By its alias, a provider of dynamic resources becomes a provider of the plugin. */
function createRegistration(values: Settings, opts: pulumi.ResourceOptions = {}) {
  if (!usesPlugin()) return { pkg: "pulumi-nodejs", props: values, opts };
  const props: Record<string, Settings[string]> = {};
  for (const [key, value] of Object.entries(values))
    if (key !== API_KEY_SOURCE) props[key.slice(NAMESPACE.length + 1)] = value;
  const tokens = { token: TYPE.pluginToken, otherToken: TYPE.token };
  return { pkg: NAMESPACE, props, opts: { version, ...aliased(opts, tokens) } };
}

/** The settings of a provider; `undefined` for a provider of another package. */
export const providerSettings = (provider: pulumi.ProviderResource): Settings | undefined =>
  (provider as { [SETTINGS]?: Settings })[SETTINGS];

const ARGUMENTS = inputRows(settings).map(([key]) => key as keyof ProviderArgs);

/** Refuses unknown names, and known values that are invalid, all at once. */
function refuseInvalid(name: string, args: ProviderArgs): void {
  const stated = Object.entries(args).filter(([_, value]) => value !== undefined);
  refuse(name, stated.flatMap(argumentProblems));
}

function argumentProblems([name, value]: [string, unknown]): readonly Problem[] {
  const key = ARGUMENTS.find((argument) => argument === name);
  if (key === undefined) return [notAnArgument(name, ARGUMENTS)];
  return isEventual(value) ? [] : valueProblems(key, value);
}

function refuse(name: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new pulumi.RunError(`Provider '${name}': ${problems.map(problemText).join("; ")}`);
}

type SettingInput = pulumi.Input<string | number | undefined>;

const isPresent = (value: SettingInput): boolean => value !== undefined && value !== null;

const isEventual = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise;

/** A setting, as the text that the engine passes on. */
function setting(
  name: string,
  key: keyof ProviderArgs,
  value: SettingInput,
  fallback: string | undefined,
) {
  const textOrFallback = (known: SettingInput) => (isPresent(known) ? String(known) : fallback);
  const text = isEventual(value)
    ? pulumi.output(value).apply((known) => {
        refuse(name, valueProblems(key, known));
        return textOrFallback(known);
      })
    : textOrFallback(value);
  const { secret: isSecret } = settings[key];
  return isSecret && text !== undefined ? pulumi.secret(text) : text;
}

/** The problems with a value. Programs without types may have values of other types: their text would become the setting. */
function valueProblems(key: keyof ProviderArgs, value: unknown): readonly Problem[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "string" && !Number.isFinite(value)) {
    const reason = mismatchText(mismatch("must be a string or a number", typeName(value)));
    return [{ path: key, reason }];
  }
  const text = String(value).trim();
  // Without this check, the setting of another account would replace the empty text.
  if (text === "") return [{ path: key, reason: EMPTY }];
  return settingProblems(settings[key], text, key);
}

const EMPTY = "is empty: give it a value, or leave it out to use that of the stack's config";
