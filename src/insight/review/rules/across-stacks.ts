import { isInForce } from "../../ingress/blocks";
import { isProtection, moduleTitle } from "../../ingress/modules";
import type { ObjectChange } from "../changes";
import type { Match, Rule } from "./rule";

export const acrossStacks: Rule = {
  id: "protected-elsewhere",
  severity: "medium",
  title: "Another stack of the same program has a protection that this stack lacks",
  why: "This stack serves without a protection that the other stack is tested with.",
  fix: "Configure the protection for this stack too, or ignore the rule for the stack, with the reason.",
  messages: { found: "stack {stack} has {module} here, and this stack does not" },
  find: () => [],
};

/** Of a resource: its type and name, which stacks of the same program share. */
const sharedName = ({ after }: ObjectChange): string | undefined => after.own?.source.resource;

/** Compares a stack with another one of its program, after the change. */
export function findProtectedElsewhere(
  ours: readonly ObjectChange[],
  theirs: readonly ObjectChange[],
  stack: string,
): { readonly change: ObjectChange; readonly match: Match }[] {
  const named = new Map(theirs.map((each) => [sharedName(each), each]));
  return ours.flatMap((change) => {
    const name = sharedName(change);
    const other = name === undefined ? undefined : named.get(name);
    return Object.entries(other?.after.modules ?? {}).flatMap(([module, block]) => {
      const { own } = change.after;
      if (!own || !isProtection(module) || !isInForce(block) || isInForce(change.after.modules[module])) return [];
      const source = { ...own.source, prefix: module };
      return [
        { change, match: { message: "found", values: { stack, module: moduleTitle(module) }, source, path: "" } },
      ];
    });
  });
}
