import { parseUrn } from "../../core/schema/urn";
import type { Preview } from "./preview";
import type { StackResource } from "./resource";

/** A stack as it is, in the form of a preview in which nothing changes: what reads previews reads states, too. */
export function unchanged(resources: readonly StackResource[]): Preview {
  const { project, stack } = parseUrn(resources[0]?.urn ?? "");
  return {
    ...{ kind: "refresh", project, stack, drift: [], hidden: 0, config: {} },
    isEmpty: resources.length === 0,
    // A refresh takes the values that are on the server, where others take what the program declares.
    steps: resources.map((each) => ({ op: "refresh", urn: each.urn, before: each, after: each, changed: [] })),
  };
}
