import type { AccountObject } from "../account/account";
import { displayName } from "../account/listing";

/** Objects of the account that an import is about. */
export interface Choice {
  /** Patterns of which an object has to match one; none match all. */
  readonly include: readonly string[];
  /** Patterns of which it must not match any. */
  readonly exclude: readonly string[];
}

/** Whether an object is chosen: patterns match a type, an id, or a domain, match or description. */
export function isChosen(object: AccountObject, { include, exclude }: Choice): boolean {
  const texts = [object.definition.type, object.id, displayName(object)];
  const matches = (pattern: string) => texts.some((text) => regularExpression(pattern).test(text));
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

/** In a pattern, `*` stands for any text. */
const regularExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "is");
