import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import type { Values } from "../../core/schema/values";
import type { ResourceState } from "./schemas";
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
  /** The URN of its provider. */
  readonly provider: string;
  /** The URN of a resource whose deletion deletes this resource, too. */
  readonly deletedWith?: string | undefined;
  readonly retainOnDelete: boolean;
  /** The reason why the state may be stale: an operation was interrupted, or a replacement or a creation is not complete. */
  readonly staleBecause?: string | undefined;
  /** The operation that was interrupted, by the engine's word for it. */
  readonly interrupted?: string | undefined;
  /** The line of the program that declares it. */
  readonly line?: SourceLine | undefined;
}

export function resourceOf(urn: string, state: ResourceState): StackResource {
  const { stack, parents, type, name } = parseUrn(urn);
  const types = [...parents, type].map((token) => resourceClassName(token) ?? token);
  const inputs = valuesOf(state.inputs);
  const outputs = valuesOf(state.outputs);
  const provider = state.provider ?? "";
  return {
    urn,
    name,
    stack,
    inputs,
    outputs,
    parents: types.slice(0, -1),
    type: resourceClassName(type) ?? type,
    // A dynamic resource and the same one of the plugin have one key.
    key: `${types.join("$")}::${name}`,
    isIngress: resourceClassName(type) !== undefined,
    id: state.id ?? "",
    marked: markedPaths(inputs.__secrets, outputs.__secrets, state.additionalSecretOutputs),
    dependencies: dependenciesIn(state.propertyDependencies),
    // The state has the provider's URN and id, `URN::ID`.
    provider: provider.slice(0, Math.max(0, provider.lastIndexOf("::"))),
    deletedWith: state.deletedWith ?? undefined,
    retainOnDelete: state.retainOnDelete === true,
    line: sourceLine(state),
  };
}

const markedPaths = (...lists: readonly unknown[]): string[] =>
  lists.filter(Array.isArray).flat().map(String);

/** An object that no stack is known to manage, in the form of a resource. In place of a URN, its type and id identify it. */
export const unmanagedResource = (
  type: string,
  name: string,
  id: string,
  values: Values,
): StackResource => ({
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

function dependenciesIn(
  value: ResourceState["propertyDependencies"],
): StackResource["dependencies"] {
  const entries = Object.entries(value ?? {});
  return Object.fromEntries(
    entries.flatMap(([argument, urns]) => (urns ? [[argument, urns]] : [])),
  );
}

const valuesOf = (value: Values | null | undefined): Values =>
  value ? (withSecretsMarked(value) as Values) : {};
