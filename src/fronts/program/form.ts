import * as pulumi from "@pulumi/pulumi";
import { version } from "../../../package.json";
import { NAMESPACE } from "../../core/definitions/settings";
import type { Definition } from "../../core/schema/definition";
import { aliased } from "./aliases";
import { markedProperty, secretOutputs } from "./marks";

/** Whether the stack's programs use the plugin instead of dynamic resources: one setting, for all of them alike. */
export const usesPlugin = (): boolean => new pulumi.Config(NAMESPACE).getBoolean("plugin") ?? false;

/** The type token of a definition's resources. */
export const tokenOf = ({ token, pluginToken }: Definition): string => (usesPlugin() ? pluginToken : token);

/**
 * What the SDK receives of a resource, in the form that the stack asks for.
 *
 * @param stated What the program states, with its own marks of secrets; `args` as it goes to the engine.
 */
export function registrationOf(
  definition: Definition,
  stated: object,
  args: Record<string, unknown>,
  opts: pulumi.CustomResourceOptions,
) {
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
    // The provider cannot tell a lookup from a refresh by itself.
    ...(opts.id !== undefined && { __lookUp: true }),
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

/**
 * Run by the engine's provider process for as long as the resource exists. Constant, and as short as can be: state holds it
 * twice, where a double quote takes two characters. An error with a code is Node's own, of a package that is not there: its
 * stack would hide what to do.
 */
export const providerText = ({ name }: Definition): string =>
  `exports.handler=(p='pulumi-edge-ingress')=>{try{return require(p+'/provider-v1').${name}}` +
  "catch(e){e.stack='';if(e.code)e.message='install '+p+' in '+process.cwd();throw e}}";
