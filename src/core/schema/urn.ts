/** What a URN consists of. */
export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The type tokens of the components that the resource is in, the outermost first. */
  readonly parents: readonly string[];
  readonly type: string;
  readonly name: string;
}

/** Parses the URN of a resource. A name may hold the separator itself. */
export function parseUrn(urn: string): Urn {
  const [head = "", project = "", qualifiedType = "", ...names] = urn.split("::");
  const types = qualifiedType.split("$");
  return {
    stack: head.slice(head.lastIndexOf(":") + 1),
    project,
    parents: types.slice(0, -1),
    type: types.at(-1) ?? "",
    name: names.join("::"),
  };
}
