import {
  type Account,
  type AccountObject,
  objectKey,
  type SkippedObject,
} from "../../account/account";
import { type ModuleStyle, separateModules } from "../../importing/modules";
import { identifyingKeys, isSelected, matchableTexts } from "../../importing/patterns";
import type { CheckedJob } from "./check";
import type { Journal } from "./journal";
import type { OtherStacks } from "./other-stacks";

/** An import into a project, with the objects of the account that are for this project. */
export interface ReadJob extends CheckedJob {
  readonly account: Account;
  readonly objects: readonly AccountObject[];
  readonly otherStacks: OtherStacks;
  readonly unreadable: readonly SkippedObject[];
  /** Notes about named objects that the account does not contain. */
  readonly absent: readonly string[];
}

/** The objects of an import. */
export interface Selection {
  /** Objects to declare. */
  readonly selected: readonly AccountObject[];
  /** Objects that another stack manages. */
  readonly leftOut: readonly AccountObject[];
}

/** Selects the objects of an interrupted run, else the objects that the options select and that no stack manages. */
export function selectObjects(job: ReadJob, style: ModuleStyle): Selection {
  const { earlier } = job;
  if (earlier) return { selected: objectsOfEarlierRun(job, earlier, style), leftOut: [] };
  const { objects, stack, otherStacks, flags } = job;
  const stackKeys = stack?.managed ?? new Set<string>();
  const isManaged = (object: AccountObject) => stackKeys.has(objectKey(object));
  const isNamed = namedObjects(job);
  const isWanted = (object: AccountObject) => !flags.onlyIds || isNamed(object);
  // An object that the user names is imported, even if another stack manages it.
  const isRequested = (object: AccountObject) =>
    isNamed(object) || [object.id, objectKey(object)].some((text) => flags.include.includes(text));
  const isLeftOut = (object: AccountObject) =>
    otherStacks.managers.has(objectKey(object)) && !isRequested(object);
  const managed = new Set([...stackKeys, ...otherStacks.managers.keys()]);
  const separate = (object: AccountObject) =>
    isLeftOut(object) ? [object] : separateModules(object, { style, managed, isWanted });
  const matching = objects
    .filter((object) => isSelected(matchableTexts(object), flags) && !isManaged(object))
    .flatMap(separate)
    .filter((object) => isWanted(object) && !isManaged(object));
  return {
    selected: matching.filter((object) => !isLeftOut(object)),
    leftOut: matching.filter(isLeftOut),
  };
}

function objectsOfEarlierRun(
  { objects, stack }: ReadJob,
  { names }: Journal,
  style: ModuleStyle,
): AccountObject[] {
  const managed = stack?.managed ?? new Set<string>();
  const isWanted = (object: AccountObject) => objectKey(object) in names;
  return objects
    .flatMap((object) => separateModules(object, { style, managed, isWanted }))
    .filter(isWanted);
}

/** Creates a function that returns whether options or files name an object. */
function namedObjects({ ids }: ReadJob): (object: AccountObject) => boolean {
  const keys = new Set(ids.map(({ key }) => key));
  return (object) => identifyingKeys(object).some((key) => keys.has(key));
}
