import { isObject } from "../../src/core/schema/values";
import { replaced } from "../support/data";
import type { Declared } from "./declared";
import type { LabelledChange } from "./labelled";

/** Labelled changes as one change of a stack that `program.ts` declares, with distinct names, edges and domains. */
export const inStack = (changes: readonly Pick<LabelledChange, "name" | "before" | "after">[]) => ({
  before: changes.flatMap(({ name, before }) => before.map((declared) => named(declared, name))),
  after: changes.flatMap(({ name, after }) => after.map((declared) => named(declared, name))),
});

const REFERENCES = ["$id", "$uri", "$resource"];

function named({ type, name, args, options, isLookedUp }: Declared, change: string): Declared {
  const fullName = (resource: unknown): string => `${change}.${resource}`;
  const placed = (values: Declared["args"]): Declared["args"] =>
    replaced(values, (part) => {
      if (typeof part === "string")
        return part
          .replace("EDGE", `edge_${change}`)
          .replace(/^(bkd[a-z]+)_/, `$1_${change}_`)
          .replace("DOMAIN", `${change}.example.com`);
      if (!isObject(part)) return part;
      const reference = REFERENCES.find((name) => name in part);
      if (reference === undefined) return part;
      const target = part[reference];
      return { [reference]: Array.isArray(target) ? target.map(fullName) : fullName(target) };
    }) as Declared["args"];
  return {
    ...{ type, name: fullName(name), args: placed(args) },
    ...(options && { options: placed(options) }),
    ...(isLookedUp && { isLookedUp }),
  };
}
