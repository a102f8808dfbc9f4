import { isSet, someValue } from "../../core/schema/values";
import { isValueMap, SECRET, type Value } from "../ingress/value";
import type { ArgumentsChange } from "./objects";

/** True if arguments have a value that is shown before the change, and that the program marks as a secret after it. */
export function isNewlySecret({ before, after }: ArgumentsChange): boolean {
  if (!before || !after) return false;
  return becomesSecret(before.hidden ?? before.values, after.hidden ?? after.values);
}

function becomesSecret(before: Value, after: Value): boolean {
  if (isValueMap(before) && isValueMap(after)) {
    return Object.keys(after).some((name) => becomesSecret(before[name], after[name]));
  }
  // The engine masks a list as a whole or element by element.
  return holdsSecret(after) && isSet(before) && !holdsSecret(before);
}

const holdsSecret = (value: Value): boolean => someValue(value, (part) => part === SECRET);
