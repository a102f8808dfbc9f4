import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { version } from "../../../package.json";
import { NAMESPACE } from "../../core/definitions/settings";
import type { Definition } from "../../core/schema/definition";
import { aliased } from "./aliases";
import { markedProperty, secretOutputs } from "./marks";

/** The SDK exports `getStore` without declaring it. In a release without it, every call of {@link usesPlugin} parses the config. */
const { getStore } = state as {
  getStore?(): { readonly config: Readonly<Record<string, string | undefined>> };
};

/** The setting, and the text of the config from which it was read. */
interface KnownSetting {
  readonly config: string | undefined;
  readonly usesPlugin: boolean;
}

let known: KnownSetting = { config: undefined, usesPlugin: false };

/**
 * True if the programs of the stack use the plugin instead of dynamic resources, by the setting `edge-ingress:plugin`. The SDK parses
 * the whole config for each setting, so the setting is cached until the config changes.
 */
export function usesPlugin(): boolean {
  const config = getStore?.().config.PULUMI_CONFIG;
  if (config === undefined || config !== known.config)
    known = { config, usesPlugin: readSetting() };
  return known.usesPlugin;
}

const readSetting = (): boolean => new pulumi.Config(NAMESPACE).getBoolean("plugin") ?? false;

/** The type token of the resources of a definition. */
export const typeToken = ({ token, pluginToken }: Definition): string =>
  usesPlugin() ? pluginToken : token;

/** A resource that a program declares. */
interface Declared {
  readonly name: string;
  /** The arguments of the program, with its marks of secrets. */
  readonly declared: object;
  /** The arguments for the engine. */
  readonly args: Record<string, unknown>;
  readonly opts: pulumi.CustomResourceOptions;
}

/** The parameters of the SDK for a resource. */
export interface Registration {
  readonly token: string;
  readonly props: Record<string, unknown>;
  readonly opts: pulumi.CustomResourceOptions;
}

/** The registration of a resource, as a dynamic resource or as a resource of the plugin. */
export const createRegistration = (definition: Definition, declared: Declared): Registration =>
  usesPlugin()
    ? pluginRegistration(definition, declared)
    : dynamicRegistration(definition, declared);

function pluginRegistration(
  { token, pluginToken }: Definition,
  { args, opts }: Declared,
): Registration {
  const tokens = { token: pluginToken, otherToken: token };
  return { token: pluginToken, props: args, opts: { version, ...aliased(opts, tokens) } };
}

function dynamicRegistration(
  definition: Definition,
  { name, declared, args, opts }: Declared,
): Registration {
  const { token, pluginToken, fields } = definition;
  const text = providerText(definition);
  const { names, final } = secretOutputs(fields, args, opts.additionalSecretOutputs);
  const aliasedOpts = aliased(opts, { token, otherToken: pluginToken });
  return {
    token,
    props: {
      ...args,
      // The engine passes values to a provider of dynamic resources without the marks of secrets.
      ...markedProperty(fields, declared, opts.additionalSecretOutputs ?? []),
      // The SDK waits for this property as for any argument, and reads the names of secret outputs after that.
      __provider: final?.then(() => text) ?? text,
      ...identifyingProperty(definition, name, opts),
    },
    opts: names.length > 0 ? { ...aliasedOpts, additionalSecretOutputs: names } : aliasedOpts,
  };
}

/**
 * A property for facts that the host of dynamic resources does not pass to the provider: whether the program looks up the object,
 * or the identity of a module resource, which distinguishes two resources that configure the same module.
 */
function identifyingProperty(
  { kind }: Definition,
  name: string,
  { id, parent }: pulumi.CustomResourceOptions,
): Record<string, unknown> {
  if (id !== undefined) return { __lookUp: true };
  if (kind !== "singleton") return {};
  return { __resource: { name, identity: [...typesFrom(parent), name].join("$") } };
}

/** The types of a resource and its parents. With the name and type of a child, they form its URN. */
function typesFrom(resource: pulumi.Resource | undefined): string[] {
  // The SDK does not declare the two members.
  const { __parentResource, __pulumiType } = { ...resource } as {
    __parentResource?: pulumi.Resource;
    __pulumiType?: string;
  };
  return __pulumiType === undefined ? [] : [...typesFrom(__parentResource), __pulumiType];
}

/**
 * The code that the engine's provider process runs for as long as the resource exists. It is constant, because every change would
 * show as a change of the resource, and short, because the state contains it twice, with two characters for a double quote. It is:
 *
 *     exports.handler = (name = 'pulumi-edge-ingress') => {
 *       try { return require(name + '/provider-v1').NAME }
 *       catch (error) {
 *         // The stack would hide the next step. An error with a code comes from Node.js: the package is not installed.
 *         error.stack = ''
 *         if (error.code) error.message = 'install ' + name + ' in ' + process.cwd()
 *         throw error
 *       }
 *     }
 */
export const providerText = ({ name }: Definition): string =>
  `exports.handler=(p='pulumi-edge-ingress')=>{try{return require(p+'/provider-v1').${name}}` +
  "catch(e){e.stack='';if(e.code)e.message='install '+p+' in '+process.cwd();throw e}}";
