import type { Values } from "../../core/schema/values";
import type { StackResource } from "../engine/resource";
import { withMembers } from "../engine/secrets";
import type { Pair, Side } from "./pairs";

/** The place of a value that is compared. */
export interface ArgumentPlace {
  readonly resource: StackResource;
  /** The name of the top-level argument. */
  readonly argument: string;
  /** True if the argument is a part of the object's path, such as `edgeId`. */
  readonly isPathParameter: boolean;
}

/** A resource of a stack with a label that the resource has in both stacks. */
interface LabelledResource extends StackResource {
  readonly label: string;
}

/**
 * Normalizes references of one stack to its own resources: an id becomes a text that is the same in both stacks, so that ids of
 * the same resource in two stacks are equal.
 */
export class References {
  readonly #resources: ReadonlyMap<string, LabelledResource>;
  /**
   * The normalized texts of ids and addresses. The service assigns them, so that no other text contains one by chance: they are
   * replaced wherever they appear.
   */
  readonly #assignedTexts: ReadonlyMap<string, string>;

  constructor(pairs: readonly Pair[], side: Side) {
    // Types and names are not enough: a component may have a resource of the same type and name as another one.
    const labelled = pairs.flatMap(({ [side]: resource }, index) =>
      resource ? [{ ...resource, label: `\0${index}` }] : [],
    );
    this.#resources = new Map(labelled.map((resource) => [resource.urn, resource]));
    this.#assignedTexts = new Map(labelled.flatMap(addressesOf));
  }

  /** The value of an argument with its references normalized. */
  normalize(place: ArgumentPlace, value: unknown): unknown {
    const sources = this.#textsOfSources(place);
    return mapTexts(
      value,
      (text) => sources.get(text) ?? withReferences(text, this.#assignedTexts),
    );
  }

  /**
   * The normalized texts of the resources that an argument depends on. Only their ids are replaced; in a path parameter, their
   * other arguments are, too, because a program may pass `route.edgeId` on.
   */
  #textsOfSources({
    resource,
    argument,
    isPathParameter,
  }: ArgumentPlace): ReadonlyMap<string, string> {
    const urns = resource.dependencies[argument] ?? [];
    const texts = urns.flatMap((urn) => {
      const source = this.#resources.get(urn);
      if (!source) return [];
      const { label, isIngress, id, inputs } = source;
      const values = isPathParameter && isIngress ? { ...inputs, id } : { id };
      return normalizedTexts(label, values);
    });
    return new Map(texts);
  }
}

/** The id and the address that the service assigned to an object of a collection. A module has the id of its route or edge. */
const addressesOf = ({ label, isIngress, id, outputs }: LabelledResource) =>
  isIngress && "uri" in outputs ? normalizedTexts(label, { uri: outputs.uri, id }) : [];

/** The texts of a resource, each with its normalized text, which no program contains. */
const normalizedTexts = (label: string, values: Values): [text: string, normalized: string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" ? [[value, `${label} ${name}`]] : [],
  );

/** The characters of an id. A dot at the end of a sentence is not part of an id. */
const ID = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/gu;

/** Normalizes whole words, and ids in words. A longer id that contains a short id is another id. */
const withReferences = (text: string, references: ReadonlyMap<string, string>): string =>
  text.replaceAll(
    /\S+/g,
    (word) => references.get(word) ?? word.replaceAll(ID, (id) => references.get(id) ?? id),
  );

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  return withMembers(value, (member) => mapTexts(member, change));
}
