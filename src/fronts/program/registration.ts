import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { version } from "../../../package.json";
import { NAMESPACE } from "../../core/definitions/settings";
import type { Definition } from "../../core/schema/definition";
import { aliased } from "./aliases";
import { markedProperty, secretOutputs } from "./marks";

/** The SDK exports it, though not in its types; without it, each question reads the config again. */
const { getStore } = state as {
  getStore?(): { readonly config: Readonly<Record<string, string | undefined>> };
};

/** The last answer, with the text of the config that it was read from. */
let known: { readonly text: string | undefined; readonly uses: boolean } = {
  text: undefined,
  uses: false,
};

/**
 * Whether the stack's programs use the plugin instead of dynamic resources: one setting, for all of them alike. For each question,
 * the SDK parses the whole config, secrets included, so the answer is kept as long as the config is the same.
 */
export function usesPlugin(): boolean {
  const text = getStore?.().config.PULUMI_CONFIG;
  if (text === undefined || text !== known.text) known = { text, uses: readsPlugin() };
  return known.uses;
}

const readsPlugin = (): boolean => new pulumi.Config(NAMESPACE).getBoolean("plugin") ?? false;

/** The type token of a definition's resources. */
export const typeToken = ({ token, pluginToken }: Definition): string =>
  usesPlugin() ? pluginToken : token;

/** A resource that a program declares. */
interface Declared {
  readonly name: string;
  /** What the program states, with its own marks of secrets. */
  readonly stated: object;
  /** The arguments as they go to the engine. */
  readonly args: Record<string, unknown>;
  readonly opts: pulumi.CustomResourceOptions;
}

/** What the SDK receives of a resource, in the form that the stack asks for. */
export function createRegistration(definition: Definition, { name, stated, args, opts }: Declared) {
  const { token, pluginToken } = definition;
  if (usesPlugin()) {
    const tokens = { token: pluginToken, otherToken: token };
    return { token: pluginToken, props: args, opts: { version, ...aliased(opts, tokens) } };
  }
  const { names, settled } = secretOutputs(definition.fields, args, opts.additionalSecretOutputs);
  const text = providerText(definition);
  const props = {
    ...args,
    // What the engine passes to a provider of dynamic resources has no marks of secrets.
    ...markedProperty(definition.fields, stated, opts.additionalSecretOutputs ?? []),
    // The SDK waits for it as for any argument, and reads the options after that.
    __provider: settled?.then(() => text) ?? text,
    // The provider cannot tell a lookup from a refresh by itself, or one resource from another.
    ...(opts.id !== undefined ? { __lookUp: true } : identified(definition, name, opts.parent)),
  };
  return {
    token,
    props,
    opts: {
      ...aliased(opts, { token, otherToken: pluginToken }),
      ...(names.length > 0 && { additionalSecretOutputs: names }),
    },
  };
}

/** Tells two resources apart that configure one module: a property of a module resource, which the state does not have. */
const identified = ({ kind }: Definition, name: string, parent: pulumi.Resource | undefined) =>
  kind === "singleton" && {
    __resource: { name, identity: [...typesFrom(parent), name].join("$") },
  };

/** The types of a resource and its parents. With the name and type of a child, they make its URN. */
function typesFrom(resource: pulumi.Resource | undefined): string[] {
  // The SDK leaves both members out of its types.
  const { __parentResource, __pulumiType } = { ...resource } as {
    __parentResource?: pulumi.Resource;
    __pulumiType?: string;
  };
  return __pulumiType === undefined ? [] : [...typesFrom(__parentResource), __pulumiType];
}

/**
 * Run by the engine's provider process for as long as the resource exists. Constant, and as short as can be: state holds it
 * twice, where a double quote takes two characters. An error with a code is Node's own, of a package that is not there: its
 * stack would hide what to do.
 */
export const providerText = ({ name }: Definition): string =>
  `exports.handler=(p='pulumi-edge-ingress')=>{try{return require(p+'/provider-v1').${name}}` +
  "catch(e){e.stack='';if(e.code)e.message='install '+p+' in '+process.cwd();throw e}}";
