import { classIn } from "../../core/definitions/tokens";
import { isObject, type Values } from "../../core/schema/values";
import { withSecretsMarked } from "./secret";

/** A stack, as `pulumi stack export` shows it. */
export interface StackState {
  /** Its name, or how else a reader knows it. */
  readonly label: string;
  readonly resources: readonly StateResource[];
}

/** A resource of a stack, of any package. */
export interface StateResource {
  /** What tells it from others of its stack, and is the same in other stacks: its type with those of its parents, its name. */
  readonly key: string;
  /** The class, for resources of this package; the type token of others. */
  readonly type: string;
  readonly isIngress: boolean;
  readonly name: string;
  /** Types of the components that it is in, the outermost first. */
  readonly parents: readonly string[];
  readonly stack: string;
  readonly urn: string;
  readonly id: string;
  /** The arguments; a secret is a `Secret`. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** Paths of arguments that the program has marked as secrets, `oauth.provider`, even where they stand in clear. */
  readonly marks: readonly string[];
  /** The resources, by their URNs, that an argument was made from. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads what `pulumi stack export` has written. Left out are resources that the program only looks up, and those that wait
 * for their deletion.
 *
 * @throws {Error} if it is something else.
 */
export function readState(label: string, text: string): StackState {
  const { deployment } = jsonObject(text) ?? {};
  if (!isObject(deployment)) throw new Error(`${label} is not what \`pulumi stack export\` writes`);
  const resources: readonly unknown[] = Array.isArray(deployment.resources) ? deployment.resources : [];
  const managed = resources.filter(isObject).filter((each) => each.custom && !each.external && !each.delete);
  return { label, resources: managed.map(resourceOf) };
}

/** No error tells what the text was: it may hold secrets. */
function jsonObject(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function resourceOf(raw: Values): StateResource {
  const urn = String(raw.urn);
  const [head = "", , qualifiedType = "", ...names] = urn.split("::");
  const name = names.join("::");
  const token = String(raw.type);
  const types = qualifiedType.split("$").map((each) => classIn(each) ?? each);
  const inputs = valuesOf(raw.inputs);
  const marked = [inputs.__secrets, raw.additionalSecretOutputs].flatMap((paths) =>
    Array.isArray(paths) ? paths : [],
  );
  return {
    // A resource is the same one in both forms.
    key: `${types.join("$")}::${name}`,
    type: classIn(token) ?? token,
    isIngress: classIn(token) !== undefined,
    name,
    parents: types.slice(0, -1),
    stack: head.slice(head.lastIndexOf(":") + 1),
    urn,
    id: String(raw.id ?? ""),
    inputs,
    outputs: valuesOf(raw.outputs),
    marks: marked.map(String),
    dependencies: isObject(raw.propertyDependencies) ? (raw.propertyDependencies as StateResource["dependencies"]) : {},
  };
}

const valuesOf = (value: unknown): Values => (isObject(value) ? (withSecretsMarked(value) as Values) : {});
