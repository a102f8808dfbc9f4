import { hasOutputs, inputRows } from "../core/schema/field";
import { withRepeats, withSecrets } from "../core/schema/secrets";
import { defined, type Values, wrapForState } from "../core/schema/values";
import type { Declared } from "./declared";

/** How the engine runs the provider. */
export type Form = "plugin" | "dynamic";

/** A resource in the file of `pulumi import --file`. With its values, the engine sends nothing to import it. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** An entry of the import file, with the secrets in the form that the engine encrypts. */
export function entryOf({ object, resource, state, marked }: Declared, form: Form, providerText: string): ImportEntry {
  const { definition, id } = object;
  const { fields } = definition;
  const inputs = defined(inputRows(fields).map(([key]) => [key, state[key]]));
  const wrap = (values: Values) => ({
    ...withSecrets(fields, values, wrapForState, withRepeats(fields, marked)),
    ...(form === "dynamic" && { __provider: providerText }),
  });
  // The plugin knows a state by what no program states: the id, if the object has no outputs.
  const recorded = form === "plugin" && !hasOutputs(fields, state) ? { ...state, id } : state;
  return {
    type: form === "plugin" ? definition.pluginToken : definition.token,
    name: resource.name,
    id,
    inputs: wrap(inputs),
    outputs: wrap(recorded),
  };
}
