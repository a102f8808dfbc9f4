import { type Account, type AccountObject, keyOf, type Skipped } from "../../account/account";
import { isChosen, keysOf, textsOf } from "../../importing/choice";
import { divided, type ModuleStyle } from "../../importing/modules";
import type { Checked } from "./check";
import type { Elsewhere } from "./elsewhere";

/** What was checked, with the objects that the import is about. */
export interface Read extends Checked {
  readonly account: Account;
  readonly objects: readonly AccountObject[];
  readonly elsewhere: Elsewhere;
  readonly unreadable: readonly Skipped[];
  /** What was asked for, and is not in the account. */
  readonly absent: readonly string[];
}

/** Selects what is left to be done: what an earlier run has begun, else what is chosen and no stack manages. */
export function selected(job: Read, style: ModuleStyle) {
  const { objects, ids, stack, elsewhere, earlier, flags } = job;
  const managed = stack?.managed ?? new Set<string>();
  const keys = new Set(ids.map(({ key }) => key));
  const isNamed = (object: AccountObject) => keysOf(object).some((key) => keys.has(key));
  if (earlier) {
    const isBegun = (object: AccountObject) => keyOf(object) in earlier.names;
    const all = objects.flatMap((each) => divided(each, { style, managed, isWanted: isBegun }));
    return { open: all.filter(isBegun), leftOut: [] };
  }
  const isWanted = (object: AccountObject) => !flags.onlyIds || isNamed(object);
  const isManaged = (object: AccountObject) => managed.has(keyOf(object));
  // Whoever names an object wants it, also if another stack manages it.
  const isAskedFor = (object: AccountObject) =>
    isNamed(object) || [object.id, keyOf(object)].some((text) => flags.include.includes(text));
  const isLeftOut = (object: AccountObject) =>
    elsewhere.managers.has(keyOf(object)) && !isAskedFor(object);
  const chosen = objects.filter((each) => isChosen(textsOf(each), flags) && !isManaged(each));
  const resources = new Set([...managed, ...elsewhere.managers.keys()]);
  const parts = chosen
    .flatMap((each) =>
      isLeftOut(each) ? [each] : divided(each, { style, managed: resources, isWanted }),
    )
    .filter((each) => isWanted(each) && !isManaged(each));
  return { open: parts.filter((each) => !isLeftOut(each)), leftOut: parts.filter(isLeftOut) };
}
