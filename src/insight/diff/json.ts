import type { Difference } from "./compare";
import type { Filtered } from "./ignore";

/** The version of the form below: it changes when a member goes or means something else, and not when one is added. */
const VERSION = 1;

/** For programs; `docs/stack-diff.md` documents it. */
export function jsonOf({ labels, resources, differences, ignored }: Filtered): string {
  const document = {
    version: VERSION,
    stacks: labels,
    alike: differences.length === 0,
    resources,
    ignored,
    differences: differences.map(entryOf),
  };
  return JSON.stringify(document, null, 2);
}

function entryOf({ resource: { type, name, parents }, ...difference }: Difference): object {
  return { resource: { type, name, parents }, ...difference };
}
