import { isInForce } from "../../ingress/blocks";
import { isProtection, moduleTitle } from "../../ingress/modules";
import type { ObjectChange } from "../changes";
import { type Match, rule } from "./rule";

export const acrossStacks = rule("protected-elsewhere", "medium", {
  title: "Another stack of the same program has a protection that this stack lacks",
  why: "This stack serves without a protection that the other stack is tested with.",
  fix: "Configure the protection for this stack too, or ignore the rule for the stack, with the reason.",
  messages: { found: "stack {stack} has {module} here, and this stack does not" },
  find: [],
});

/** Compares objects, after the change, with those of another stack of the program that have the same type and name. */
export function protectedElsewhere(theirs: readonly ObjectChange[], stack: string): (change: ObjectChange) => Match[] {
  const others = new Map(theirs.map((each) => [each.after.own?.source.key, each.after.modules]));
  return ({ after: { own, modules } }) =>
    Object.entries((own && others.get(own.source.key)) ?? {}).flatMap(([name, block]) => {
      if (!own || !isProtection(name) || !isInForce(block) || isInForce(modules[name])) return [];
      const values = { stack, module: moduleTitle(name) };
      return [{ message: "found", values, source: { ...own.source, prefix: name }, path: "" }];
    });
}
