import { wrapSecretForState } from "../core/pulumi/engine-values";
import { hasOutputs, inputRows } from "../core/schema/field";
import { withRepeatingOutputs, withSecrets } from "../core/schema/secrets";
import { defined, type Values } from "../core/schema/values";
import type { Declared } from "./declaration";

/** The form of the provider: a plugin, or dynamic resources. */
export type Form = "plugin" | "dynamic";

/**
 * A resource in the file of `pulumi import --file`. Because the entry has values, the engine does
 * not call the provider.
 */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/**
 * Creates the entry of a declared object. The engine encrypts its secrets.
 *
 * @param providerText The serialized provider of a dynamic resource.
 */
export function importEntry(declared: Declared, form: Form, providerText: string): ImportEntry {
  const { object, resource, state, marked } = declared;
  const { definition, id } = object;
  const { fields } = definition;
  const inputs = defined(inputRows(fields).map(([key]) => [key, state[key]]));
  const dynamicMembers = form === "dynamic" ? membersOfDynamic(providerText, marked) : {};
  const wrap = (values: Values) => ({
    ...withSecrets(fields, values, wrapSecretForState, withRepeatingOutputs(fields, marked)),
    ...dynamicMembers,
  });
  return {
    type: form === "plugin" ? definition.pluginToken : definition.token,
    name: resource.name,
    id,
    inputs: wrap(inputs),
    outputs: wrap(form === "plugin" ? outputsOfPlugin(declared) : state),
  };
}

/**
 * The values that the state of a dynamic resource contains beside its arguments. Without the paths,
 * the first `up` would show a change.
 */
const membersOfDynamic = (providerText: string, marked: readonly string[]): Values =>
  marked.length > 0
    ? { __provider: providerText, __secrets: marked }
    : { __provider: providerText };

/**
 * The outputs in a state of the plugin. The plugin recognizes such a state by an output, so an
 * object without outputs has its id.
 */
const outputsOfPlugin = ({ object, state }: Declared): Values =>
  hasOutputs(object.definition.fields, state) ? state : { ...state, id: object.id };
