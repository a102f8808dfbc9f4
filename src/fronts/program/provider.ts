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

/** Settings as a provider passes them on, by their names in stack config. */
export type Settings = Readonly<Record<string, pulumi.Input<string | undefined>>>;

/** Where a provider keeps them for lookups; several copies of this package may be loaded. */
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

  /** Whether a value is a provider of this class, or another one of dynamic resources, of which Pulumi knows no kinds. */
  static override isInstance(value: unknown): value is Provider {
    return isOfType(TYPE, value);
  }

  /** @throws {pulumi.RunError} if an argument has a name that there is not, or is an empty text. */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    warnOfPlaintextKey();
    const config = new pulumi.Config(NAMESPACE);
    const given = inputRows(settings).map(([key, { secret = false }]) => [
      `${NAMESPACE}:${key}`,
      setting(
        `Provider '${name}': ${key}`,
        args[key as keyof ProviderArgs],
        config.get(key),
        secret,
      ),
    ]);
    const isOfConfig = config.get("apiKey") !== undefined;
    const ofConfig = isOfConfig
      ? `stack config edge-ingress:apiKey, by Provider "${name}"`
      : undefined;
    const source = isGiven(args.apiKey) ? `the argument apiKey of Provider "${name}"` : ofConfig;
    const props: Settings = { ...Object.fromEntries(given), [API_KEY_SOURCE]: source };
    const registration = registrationOf(props, opts);
    super(registration.pkg, name, registration.props, registration.opts);
    Object.defineProperty(this, SETTINGS, { value: props });
  }
}

/** The package's name stands behind `pulumi:providers:`. */
const TYPE = {
  token: "pulumi:providers:pulumi-nodejs",
  pluginToken: `pulumi:providers:${NAMESPACE}`,
};

/** What the SDK receives of a provider. A provider of dynamic resources stays the same when it becomes the plugin's. */
function registrationOf(given: Settings, opts: pulumi.ResourceOptions = {}) {
  if (!usesPlugin()) return { pkg: "pulumi-nodejs", props: given, opts };
  const own = Object.entries(given).filter(([key]) => key !== API_KEY_SOURCE);
  const props = Object.fromEntries(
    own.map(([key, value]) => [key.slice(NAMESPACE.length + 1), value]),
  );
  return {
    pkg: NAMESPACE,
    props,
    opts: { version, ...aliased(opts, { token: TYPE.pluginToken, otherToken: TYPE.token }) },
  };
}

/** The settings of a provider; `undefined` if it is none of this package's. */
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

type Given = pulumi.Input<string | number | undefined>;

const isGiven = (value: Given): boolean => value !== undefined && value !== null;

/** One setting, as the text that the engine passes on. */
function setting(argument: string, value: Given, fallback: string | undefined, isSecret: boolean) {
  const textOrFallback = (known: Given) => (isGiven(known) ? textOf(argument, known) : fallback);
  const isLater = pulumi.Output.isInstance(value) || value instanceof Promise;
  const text = isLater ? pulumi.output(value).apply(textOrFallback) : textOrFallback(value);
  return isSecret && text !== undefined ? pulumi.secret(text) : text;
}

/** A setting's text. Whatever else a program without types gives, any text of it would be taken for the setting's. */
function textOf(argument: string, value: unknown): string {
  if (typeof value !== "string" && !Number.isFinite(value))
    throw new pulumi.RunError(
      `${argument} ${mismatchText(mismatch("must be a string or a number", typeName(value)))}`,
    );
  const text = String(value);
  if (text.trim() !== "") return text;
  // The setting of another account would take its place.
  throw new pulumi.RunError(
    `${argument} is empty: give it a value, or leave it out to use that of the stack's config`,
  );
}
