import { isInForce } from "../../ingress/blocks";
import type { ObjectChange } from "../changes";
import type { Hit, Rule } from "./rule";
import { isProtection, moduleName } from "./words";

const rule: Rule = {
  id: "protected-elsewhere",
  severity: "medium",
  title: "Another stack of the same program has a protection that this stack lacks",
  why: "This stack serves without a protection that the other stack is tested with.",
  todo: "Configure the protection for this stack too, or ignore the rule for the stack, with the reason.",
  example: "the preview of `staging` has `oauth` on a route, and the preview of `prod` has not",
  find: () => [],
};

/** Of a resource: its type and name, which stacks of the same program share. */
const sharedName = ({ after }: ObjectChange): string | undefined => after.own?.source.resource;

function compare(ours: readonly ObjectChange[], theirs: readonly ObjectChange[], stack: string) {
  const named = new Map(theirs.map((each) => [sharedName(each), each]));
  return ours.flatMap((subject) => {
    const name = sharedName(subject);
    const other = name === undefined ? undefined : named.get(name);
    return Object.entries(other?.after.modules ?? {}).flatMap(([name, block]) => {
      const { own } = subject.after;
      if (!own || !isProtection(name) || !isInForce(block) || isInForce(subject.after.modules[name])) return [];
      const says = `stack ${stack} has ${moduleName(name)} here, and this stack does not`;
      const hit: Hit = { says, source: { ...own.source, prefix: name }, path: "" };
      return [{ subject, hit }];
    });
  });
}

/** Compares stacks of one program after the change. */
export const acrossStacks = { rule, compare };
