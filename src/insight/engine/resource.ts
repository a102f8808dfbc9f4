import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import type { Values } from "../../core/schema/values";
import type { ResourceState } from "./schemas";
import { withSecretsMarked } from "./secrets";
import { type SourceLine, sourceLine } from "./source-line";

/** A resource of a stack, of any package, as the engine writes it. */
export interface StackResource {
  readonly urn: string;
  /** Identifies the resource in every stack of its program: the types of its parents, its type, and its name. */
  readonly key: string;
  /** The class of a resource of this package; the type token of any other. */
  readonly type: string;
  readonly isIngress: boolean;
  readonly name: string;
  /** The types of the components that contain the resource, the outermost first. */
  readonly parents: readonly string[];
  readonly stack: string;
  /** Empty if the id is known only after an apply. */
  readonly id: string;
  /** A secret value is a `Secret`, or masked by the engine. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** The paths of arguments that the program has marked as secrets, such as `oauth.provider`, even if a value is in plaintext. */
  readonly marked: readonly string[];
  /** The URNs of the resources that each argument depends on. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** The URN of its provider. */
  readonly provider: string;
  /** The URN of a resource whose deletion deletes this resource, too. */
  readonly deletedWith?: string | undefined;
  readonly retainOnDelete: boolean;
  /** The reason why the state may be stale, as a predicate: the resource "was interrupted: updating" or "was left unfinished". */
  readonly staleBecause?: string | undefined;
  /** The interrupted operation, by the engine's word for it: `creating`, `updating` and so on. */
  readonly interrupted?: string | undefined;
  /** The line of the program that declares the resource. */
  readonly line?: SourceLine | undefined;
}

export function readResource(urn: string, state: ResourceState): StackResource {
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
    // The dynamic class and the plugin's class of a resource have the same name, so the key is the same for both.
    key: `${types.join("$")}::${name}`,
    isIngress: resourceClassName(type) !== undefined,
    id: state.id ?? "",
    marked: markedPaths(inputs.__secrets, outputs.__secrets, state.additionalSecretOutputs),
    dependencies: dependenciesIn(state.propertyDependencies),
    // The state names the provider as `URN::ID`.
    provider: provider.slice(0, Math.max(0, provider.lastIndexOf("::"))),
    deletedWith: state.deletedWith ?? undefined,
    retainOnDelete: state.retainOnDelete === true,
    line: sourceLine(state),
  };
}

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

export const hasOutputs = (state: ResourceState | undefined): boolean =>
  Object.keys(state?.outputs ?? {}).length > 0;

const markedPaths = (...lists: readonly unknown[]): string[] =>
  lists.filter(Array.isArray).flat().map(String);

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
