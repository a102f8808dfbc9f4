import {
  type Account,
  type AccountObject,
  objectKey,
  type SkippedObject,
} from "../../account/account";
import { type ModuleOptions, type ModuleStyle, separateModules } from "../../importing/modules";
import { identifyingKeys, isSelected, matchableTexts } from "../../importing/patterns";
import type { CheckedJob } from "./check";
import type { Journal } from "./journal";
import { managerOf, type OtherStacks } from "./other-stacks";

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

/**
 * Selects the objects of an interrupted run, else those that the options select and that this stack does not manage. An object of
 * another stack is left out, unless the user names it.
 */
export function selectObjects(job: ReadJob, style: ModuleStyle): Selection {
  const { objects, stack, earlier, otherStacks } = job;
  const keysOfStack = stack?.managed ?? new Set<string>();
  // A module that has a resource, in this stack or in another stack, is not declared as an argument of its route.
  const managed = new Set([...keysOfStack, ...otherStacks.managers.keys()]);
  if (earlier)
    return { selected: objectsOfEarlierRun(objects, earlier, { style, managed }), leftOut: [] };
  const rules = new SelectionRules(job);
  const isNew = (object: AccountObject) => !keysOfStack.has(objectKey(object));
  const selected: AccountObject[] = [];
  const leftOut: AccountObject[] = [];
  // A route that this stack manages keeps its modules: its program declares them.
  for (const whole of objects.filter(isNew)) {
    const isImported = (part: AccountObject) => rules.isImported(part, whole);
    const parts = separateModules(whole, { style, managed, isImported }).filter(isNew);
    selected.push(...parts.filter(isImported));
    leftOut.push(...parts.filter((part) => rules.isLeftOut(part, whole)));
  }
  return { selected, leftOut };
}

function objectsOfEarlierRun(
  objects: readonly AccountObject[],
  { names }: Journal,
  options: ModuleOptions,
): AccountObject[] {
  const isImported = (object: AccountObject) => objectKey(object) in names;
  return objects
    .flatMap((object) => separateModules(object, { ...options, isImported }))
    .filter(isImported);
}

/**
 * The rules that decide whether an object is imported. A rule about a route applies to its modules, too: in each method, `whole` is the
 * route of a module, and else the object itself.
 */
class SelectionRules {
  /** Keys that options and files name. */
  private readonly namedKeys: ReadonlySet<string>;

  constructor(private readonly job: ReadJob) {
    this.namedKeys = new Set(job.ids.map(({ key }) => key));
  }

  /** True if the options select the object, and the import may take it. */
  isImported(object: AccountObject, whole: AccountObject): boolean {
    return this.matchesOptions(object, whole) && this.isAvailable(object, whole);
  }

  /** True if the options select the object, and the import leaves it to another stack. */
  isLeftOut(object: AccountObject, whole: AccountObject): boolean {
    return this.matchesOptions(object, whole) && !this.isAvailable(object, whole);
  }

  private matchesOptions(object: AccountObject, whole: AccountObject): boolean {
    const { flags } = this.job;
    const texts = [...matchableTexts(whole), ...matchableTexts(object)];
    return isSelected(texts, flags) && (!flags.onlyIds || this.isNamed(object));
  }

  /**
   * True if no other stack manages the object, or if options or files name it, its route or its whole edge. A pattern with an asterisk
   * names nothing.
   */
  private isAvailable(object: AccountObject, whole: AccountObject): boolean {
    if (managerOf(object, this.job.otherStacks) === undefined) return true;
    const { include } = this.job.flags;
    const ids = [whole, object].flatMap((named) => [named.id, objectKey(named)]);
    return this.isNamed(object) || ids.some((id) => include.includes(id));
  }

  /** True if options or files name the object, its route, or its whole edge. */
  private isNamed(object: AccountObject): boolean {
    return identifyingKeys(object).some((key) => this.namedKeys.has(key));
  }
}
