import { parseUrn } from "../../core/schema/urn";
import type { Preview } from "./preview";
import type { StackResource } from "./resource";

/**
 * A stack as it is, in the form of a preview in which nothing changes: what reads previews reads states, too.
 *
 * @param label What a stack without resources is called.
 */
export function unchanged(label: string, resources: readonly StackResource[]): Preview {
  // A stack without resources does not show its name.
  const { project, stack } = resources[0] ? parseUrn(resources[0].urn) : { project: "", stack: label };
  return {
    ...{ kind: "refresh", project, stack, drift: [], hidden: 0, config: {} },
    isEmpty: resources.length === 0,
    // A refresh takes the values that are on the server, where others take what the program declares.
    steps: resources.map((each) => ({ op: "refresh", urn: each.urn, before: each, after: each, changed: [] })),
  };
}
