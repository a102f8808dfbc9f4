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
  type Finding,
  mismatch,
  notAnArgument,
  type Problem,
  problemText,
  toProblem,
  typeName,
} from "../../core/schema/problem";
import { settingFindings } from "../../core/schema/read-settings";
import { aliased } from "./aliases";
import { isOutputOrPromise, requireArguments } from "./inputs";
import { warnOfPlaintextKey } from "./messages";
import { usesPlugin } from "./registration";
import { isOfType } from "./resource-class";
import { settingOfStack } from "./stack-config";

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

  /**
   * True if a value is a provider of this class. For dynamic resources, it is also true for any other provider of dynamic
   * resources, because all of them have one type token.
   */
  static override isInstance(value: unknown): value is Provider {
    return isOfType(TYPE, value);
  }

  /**
   * @throws {pulumi.RunError} if the arguments are not an object, an argument does not exist, or a value is empty or otherwise
   * invalid. The value of an output or a promise is checked when it is known.
   */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseInvalid(name, args);
    warnOfPlaintextKey();
    const values = ARGUMENTS.map((key) => [
      `${NAMESPACE}:${key}`,
      setting(key, checkedWhenKnown(name, key, args[key])),
    ]);
    const source = apiKeySource(name, args.apiKey);
    const props: Settings = { ...Object.fromEntries(values), [API_KEY_SOURCE]: source };
    const registration = createRegistration(props, opts);
    super(registration.pkg, name, registration.props, registration.opts);
    Object.defineProperty(this, SETTINGS, { value: props });
  }
}

/** The source of the key, for the message of a 401; undefined if it comes from the environment. */
function apiKeySource(name: string, apiKey: ProviderArgs["apiKey"]) {
  const sourceOf = (known: unknown) => {
    if (isPresent(known)) return `the argument apiKey of Provider "${name}"`;
    if (settingOfStack("apiKey") === undefined) return undefined;
    return `stack config edge-ingress:apiKey, by Provider "${name}"`;
  };
  if (!isOutputOrPromise(apiKey)) return sourceOf(apiKey);
  return pulumi.unsecret(pulumi.output(apiKey).apply(sourceOf));
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

/** Refuses arguments that do not exist, and known values that are invalid, all at once. */
function refuseInvalid(name: string, args: ProviderArgs): void {
  // The names of the arguments have to be known.
  requireArguments(isOutputOrPromise(args) ? undefined : args, `Provider '${name}'`);
  const present = Object.entries(args).filter(([_, value]) => isPresent(value));
  refuse(name, present.flatMap(argumentFindings).map(toProblem));
}

function argumentFindings([name, value]: [string, unknown]): readonly Finding[] {
  const key = ARGUMENTS.find((argument) => argument === name);
  if (key === undefined) return [notAnArgument(name, ARGUMENTS)];
  return isOutputOrPromise(value) ? [] : valueFindings(key, value);
}

function refuse(name: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new pulumi.RunError(`Provider '${name}': ${problems.map(problemText).join("; ")}`);
}

type SettingInput = pulumi.Input<string | number | undefined>;

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** An argument. The value of an output or a promise is refused when it is known and invalid. */
function checkedWhenKnown(
  name: string,
  key: keyof ProviderArgs,
  value: SettingInput,
): SettingInput {
  if (!isOutputOrPromise(value)) return value;
  const output = pulumi.output(value);
  return output.apply(async (known) => {
    const isSecret = await pulumi.isSecret(output);
    refuse(name, valueFindings(key, known).map(isSecret ? withoutDetails : toProblem));
    return known;
  });
}

/** The problem of a finding about a secret value: without its number, length or type. */
const withoutDetails = ({ path, reason }: Finding): Problem => ({ path, reason });

/** A setting, as the text that the engine passes on: of an argument, or else of stack config. */
function setting(key: keyof ProviderArgs, value: SettingInput) {
  const textOrFallback = (known: unknown) =>
    isPresent(known) ? String(known) : settingOfStack(key);
  const text = isOutputOrPromise(value)
    ? pulumi.output(value).apply(textOrFallback)
    : textOrFallback(value);
  const { secret: isSecret } = settings[key];
  return isSecret && text !== undefined ? pulumi.secret(text) : text;
}

/** The problems with a value. Programs without types may have values of other types: their text would become the setting. */
function valueFindings(key: keyof ProviderArgs, value: unknown): readonly Finding[] {
  if (!isPresent(value)) return [];
  if (typeof value !== "string" && !Number.isFinite(value))
    return [{ path: key, ...mismatch("must be a string or a number", typeName(value)) }];
  const text = String(value).trim();
  // Without this check, the provider would use the environment variable, which may have another account.
  if (text === "") return [{ path: key, reason: EMPTY }];
  return settingFindings(settings[key], text, key);
}

const EMPTY = "is empty: set a value, or omit the argument to use stack config";
