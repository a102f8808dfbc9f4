export interface ParsedUrn {
  readonly stack: string;
  readonly project: string;
  /** The types of the parents, which are components, the outermost first. A URN does not contain their names. */
  readonly parents: readonly string[];
  readonly type: string;
  readonly name: string;
}

/** Parses a URN. The name of a resource may contain the separator of the parts. */
export function parseUrn(urn: string): ParsedUrn {
  const [head = "", project = "", qualifiedType = "", ...nameParts] = urn.split("::");
  const types = qualifiedType.split("$");
  return {
    stack: head.slice(head.lastIndexOf(":") + 1),
    project,
    parents: types.slice(0, -1),
    type: types.at(-1) ?? "",
    name: nameParts.join("::"),
  };
}
