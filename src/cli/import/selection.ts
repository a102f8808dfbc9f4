import {
  type Account,
  type AccountObject,
  objectKey,
  type SkippedObject,
} from "../../account/account";
import { type ModuleStyle, separateModules } from "../../importing/modules";
import { identifyingKeys, isSelected, matchableTexts } from "../../importing/patterns";
import type { CheckedJob } from "./check";
import type { OtherStacks } from "./other-stacks";

/** What was checked, with the objects that the import is about. */
export interface ReadJob extends CheckedJob {
  readonly account: Account;
  readonly objects: readonly AccountObject[];
  readonly elsewhere: OtherStacks;
  readonly unreadable: readonly SkippedObject[];
  /** What was asked for, and is not in the account. */
  readonly absent: readonly string[];
}

/** Selects what is left to be done: what an earlier run has begun, else what is chosen and no stack manages. */
export function selectObjects(job: ReadJob, style: ModuleStyle) {
  const { objects, ids, stack, elsewhere, earlier, flags } = job;
  const managed = stack?.managed ?? new Set<string>();
  const keys = new Set(ids.map(({ key }) => key));
  const isNamed = (object: AccountObject) => identifyingKeys(object).some((key) => keys.has(key));
  if (earlier) {
    const isBegun = (object: AccountObject) => objectKey(object) in earlier.names;
    const all = objects.flatMap((each) =>
      separateModules(each, { style, managed, isWanted: isBegun }),
    );
    return { open: all.filter(isBegun), leftOut: [] };
  }
  const isWanted = (object: AccountObject) => !flags.onlyIds || isNamed(object);
  const isManaged = (object: AccountObject) => managed.has(objectKey(object));
  // Whoever names an object wants it, also if another stack manages it.
  const isAskedFor = (object: AccountObject) =>
    isNamed(object) || [object.id, objectKey(object)].some((text) => flags.include.includes(text));
  const isLeftOut = (object: AccountObject) =>
    elsewhere.managers.has(objectKey(object)) && !isAskedFor(object);
  const chosen = objects.filter(
    (each) => isSelected(matchableTexts(each), flags) && !isManaged(each),
  );
  const resources = new Set([...managed, ...elsewhere.managers.keys()]);
  const parts = chosen
    .flatMap((each) =>
      isLeftOut(each) ? [each] : separateModules(each, { style, managed: resources, isWanted }),
    )
    .filter((each) => isWanted(each) && !isManaged(each));
  return { open: parts.filter((each) => !isLeftOut(each)), leftOut: parts.filter(isLeftOut) };
}
