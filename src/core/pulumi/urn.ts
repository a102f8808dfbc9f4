/** Parses a URN. A name may hold the separator itself; the parents are types of components, the outermost first. */
export function parseUrn(urn: string) {
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
