import { type Difference, WHOLE } from "../change/differences";
import type { ArgumentsChange, ModuleChange, ObjectChange } from "../change/objects";
import { isNewlySecret } from "../change/secrets";
import { isWeaker, strengthOf } from "../ingress/access";
import { type Arguments, hiddenAt, valueAt } from "../ingress/arguments";
import { descriptionOf, type ModuleDescription } from "../ingress/describe";
import { type ModuleName, moduleNames } from "../ingress/modules";
import { SECRET } from "../ingress/value";
import type { Severity } from "../report/finding";

/** A change of an object, which the map shows beside the object as it is after the change. */
export interface Change {
  readonly kind:
    | "added"
    | "removed"
    | "weakened"
    | "strengthened"
    | "changed"
    | "left on the server";
  /** A module, or an argument of the object itself. */
  readonly what: string;
  /**
   * The value or the description before the change, if there was a value that can be shown. Absent for a list, an object, a module whose
   * description stays the same, and a value that is or becomes a secret.
   */
  readonly before?: string;
}

/** The notes on an object: the effect of a preview on it, and the findings of the review. */
export interface Annotations {
  /** `unchanged` if there is no change. */
  readonly action: "unchanged" | "new" | "changed" | "replaced" | "deleted" | "retained";
  readonly changes: readonly Change[];
  readonly marks: readonly { readonly severity: Severity; readonly message: string }[];
}

export const UNCHANGED: Annotations = { action: "unchanged", changes: [], marks: [] };

/** `changed: match; before: /admin`. */
export const changeText = ({ kind, what, before }: Change): string =>
  before === undefined ? `${kind}: ${what}` : `${kind}: ${what}; before: ${before}`;

/** The notes on an object, a line each. */
export function annotationLines({ action, changes, marks }: Annotations): string[] {
  const lines = [
    ...changes.map(changeText),
    ...marks.map(({ severity, message }) => `${severity}: ${message}`),
  ];
  const isShownByChanges = action === "changed" && changes.length > 0;
  return action === "unchanged" || isShownByChanges ? lines : [action, ...lines];
}

/** True for an object that is on the server before and after the change, whether or not the program still declares it. */
export const isOnBothSides = ({ action }: ObjectChange): boolean =>
  action === "stays" || action === "retained";

/** The changes of an object that is on the server before and after the change; empty for any other object. */
export function changesIn(change: ObjectChange): Change[] {
  if (!isOnBothSides(change)) return [];
  const { args, modules } = change;
  // Everything that a retained object has stays on the server, except what the change removes.
  const changed = args.retainedBy ? modules.filter(({ after }) => !after) : modules;
  const changesByName = new Map(changed.map((module) => [module.name, module]));
  return [
    ...args.differences.map((difference) => argumentChange(args, difference)),
    ...moduleNames.flatMap((name) => moduleChange(name, changesByName.get(name))),
  ];
}

/** The change of an argument. A value that the program has just marked as a secret is not shown, not even as it was before. */
function argumentChange({ before, after }: ArgumentsChange, { path }: Difference): Change {
  const value = before && valueAt(before, path);
  const isNowSecret = after !== undefined && hiddenAt(after, path) === SECRET;
  const isShown = !isNowSecret && ["string", "number", "boolean"].includes(typeof value);
  const change: Change = { kind: "changed", what: path };
  return isShown ? { ...change, before: String(value) } : change;
}

function moduleChange(name: ModuleName, change: ModuleChange | undefined): Change[] {
  if (!change) return [];
  const { before, after } = change;
  if (!after) return before ? [removedModule(descriptionOf(name, before))] : [];
  const { title } = descriptionOf(name, after);
  if (change.retainedBy) return [{ kind: "left on the server", what: title }];
  if (!before) return [{ kind: "added", what: title }];
  return change.differences.length === 0 ? [] : [changedModule(name, change, before, after)];
}

const removedModule = ({ title, effect }: ModuleDescription): Change => ({
  kind: "removed",
  what: title,
  before: effect,
});

/**
 * The change of a module: by its descriptions before and after, or by its arguments if the descriptions are equal or a value in them becomes
 * a secret.
 */
function changedModule(
  name: ModuleName,
  change: ModuleChange,
  before: Arguments,
  after: Arguments,
): Change {
  const kind = strengthChange(name, before, after);
  const old = descriptionOf(name, before);
  const next = descriptionOf(name, after);
  const isDescribed = old.effect !== next.effect || old.state !== next.state;
  // A description contains values, so it is not shown if one of them is newly a secret.
  if (isDescribed && !isNewlySecret(change)) {
    const wasDisabled = old.state === "off";
    return { kind, what: next.title, before: wasDisabled ? "disabled" : old.effect };
  }
  const paths = change.differences.map(({ path }) => path).filter((path) => path !== WHOLE);
  if (paths.length === 0) return { kind, what: next.title };
  return { kind, what: `${next.title} (${paths.join(", ")})` };
}

function strengthChange(name: ModuleName, before: Arguments, after: Arguments): Change["kind"] {
  const strengthBefore = strengthOf(name, before);
  const strengthAfter = strengthOf(name, after);
  if (isWeaker(strengthAfter, strengthBefore) === "yes") return "weakened";
  return isWeaker(strengthBefore, strengthAfter) === "yes" ? "strengthened" : "changed";
}
