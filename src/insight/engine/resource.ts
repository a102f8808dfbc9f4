import { classIn } from "../../core/definitions/define";
import { parseUrn } from "../../core/schema/urn";
import { isObject, isSet, type Values } from "../../core/schema/values";
import { withSecretsMarked } from "./secrets";
import { type SourceLine, sourceLine } from "./source-line";

/** A resource of a stack, of any package, as the engine writes it. */
export interface StackResource {
  readonly urn: string;
  /** Identifies the resource in its stack and is the same in other stacks: its type with those of its parents, its name. */
  readonly key: string;
  /** The class of a resource of this package; the type token of any other. */
  readonly type: string;
  readonly isIngress: boolean;
  readonly name: string;
  /** Types of the components that it is in, the outermost first. */
  readonly parents: readonly string[];
  readonly stack: string;
  /** Empty if only an apply will know it. */
  readonly id: string;
  /** A secret is a `Secret`, or masked by the engine. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** Paths of arguments that the program has marked as secrets, `oauth.provider`, even where they are in plaintext. */
  readonly marked: readonly string[];
  /** The resources, by their URNs, that an argument was made from. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** URNs of its provider, and of the resource whose deletion deletes it, too. */
  readonly provider: string;
  readonly deletedWith?: string;
  readonly retainOnDelete: boolean;
  /** Why its state does not show what is on the server, if that is so. */
  readonly unsettled?: string;
  /** The operation that was interrupted, by the engine's word for it. */
  readonly interrupted?: string;
  /** Where the program declares it. */
  readonly line?: SourceLine;
}

export function resourceOf(urn: string, state: Values): StackResource {
  const { stack, parents, type, name } = parseUrn(urn);
  const types = [...parents, type].map((token) => classIn(token) ?? token);
  const inputs = valuesOf(state.inputs);
  const outputs = valuesOf(state.outputs);
  const { propertyDependencies, deletedWith } = state;
  const marks = [inputs.__secrets, outputs.__secrets, state.additionalSecretOutputs];
  const provider = String(state.provider ?? "");
  const line = sourceLine(state);
  return {
    urn,
    name,
    stack,
    inputs,
    outputs,
    parents: types.slice(0, -1),
    type: classIn(type) ?? type,
    // A dynamic resource and the same one of the plugin have one key.
    key: `${types.join("$")}::${name}`,
    isIngress: classIn(type) !== undefined,
    id: String(state.id ?? ""),
    marked: marks.filter(Array.isArray).flat().map(String),
    dependencies: dependenciesIn(propertyDependencies, urn),
    provider: provider.slice(0, Math.max(0, provider.lastIndexOf("::"))),
    retainOnDelete: state.retainOnDelete === true,
    ...(typeof deletedWith === "string" && { deletedWith }),
    ...(line && { line }),
  };
}

/** An object that no stack is known to manage, in the form of a resource. In place of a URN, its type and id identify it. */
export const unmanagedResource = (type: string, name: string, id: string, values: Values): StackResource => ({
  urn: `${type} ${id}`,
  key: `${type} ${id}`,
  type,
  isIngress: true,
  name,
  parents: [],
  stack: "",
  id,
  inputs: values,
  outputs: values,
  marked: [],
  dependencies: {},
  provider: "",
  retainOnDelete: false,
});

/** The arguments of a resource as the state has them: as the service returned them, if it did. */
export const recordedValues = ({ outputs, inputs }: StackResource): Values =>
  Object.keys(outputs).length > 0 ? outputs : inputs;

/** The lists of URNs by arguments. The engine writes nothing, or null, if there is none. */
function dependenciesIn(value: unknown, urn: string): StackResource["dependencies"] {
  const entries = Object.entries(isObject(value) ? value : {}).filter(([, urns]) => isSet(urns));
  const isList = (urns: unknown): urns is string[] =>
    Array.isArray(urns) && urns.every((each) => typeof each === "string");
  return Object.fromEntries(
    entries.map(([name, urns]) => {
      if (isList(urns)) return [name, urns];
      throw new Error(
        `propertyDependencies of ${urn} are not lists of URNs, as Pulumi prints them: pass the output of \`pulumi\` unchanged`,
      );
    }),
  );
}

const valuesOf = (value: unknown): Values => (isObject(value) ? (withSecretsMarked(value) as Values) : {});
