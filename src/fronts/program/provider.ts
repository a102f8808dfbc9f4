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
  problemText,
  typeName,
} from "../../core/schema/problem";
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

  /** @throws {pulumi.RunError} if an argument has a name that there is not, or is an empty text. */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    warnOfPlaintextKey();
    const config = new pulumi.Config(NAMESPACE);
    const values = inputRows(settings).map(([key, { secret = false }]) => [
      `${NAMESPACE}:${key}`,
      setting(
        `Provider '${name}': ${key}`,
        args[key as keyof ProviderArgs],
        config.get(key),
        secret,
      ),
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

const ARGUMENTS = Object.keys(settings);

function refuseUnknown(name: string, args: ProviderArgs): void {
  const unknown = Object.entries(args).find(
    ([key, value]) => value !== undefined && !ARGUMENTS.includes(key),
  );
  if (unknown)
    throw new pulumi.RunError(
      `Provider '${name}': ${problemText(notAnArgument(unknown[0], ARGUMENTS))}`,
    );
}

type SettingInput = pulumi.Input<string | number | undefined>;

const isPresent = (value: SettingInput): boolean => value !== undefined && value !== null;

/** A setting, as the text that the engine passes on. */
function setting(
  argument: string,
  value: SettingInput,
  fallback: string | undefined,
  isSecret: boolean,
) {
  const textOrFallback = (known: SettingInput) =>
    isPresent(known) ? settingText(argument, known) : fallback;
  const isEventual = pulumi.Output.isInstance(value) || value instanceof Promise;
  const text = isEventual ? pulumi.output(value).apply(textOrFallback) : textOrFallback(value);
  return isSecret && text !== undefined ? pulumi.secret(text) : text;
}

/** The text of a setting. It refuses values of other types, which a program without types may have: their text would become the setting. */
function settingText(argument: string, value: unknown): string {
  if (typeof value !== "string" && !Number.isFinite(value))
    throw new pulumi.RunError(
      `${argument} ${mismatchText(mismatch("must be a string or a number", typeName(value)))}`,
    );
  const text = String(value);
  if (text.trim() !== "") return text;
  // Without this check, the setting of another account would replace the empty text.
  throw new pulumi.RunError(
    `${argument} is empty: give it a value, or leave it out to use that of the stack's config`,
  );
}
