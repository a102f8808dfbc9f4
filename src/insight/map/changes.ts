import { type Difference, WHOLE } from "../change/differences";
import type { ArgumentsChange, ModuleChange, ObjectChange } from "../change/objects";
import { isNewlySecret } from "../change/secrets";
import { isWeaker, strengthOf } from "../ingress/access";
import { type Arguments, hiddenAt, valueAt } from "../ingress/arguments";
import { descriptionOf, type ModuleDescription } from "../ingress/describe";
import { type ModuleName, moduleNames } from "../ingress/modules";
import { SECRET } from "../ingress/value";
import type { Severity } from "../report/finding";

/** A change of an object: the map shows the object after the change. */
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
  /** The value or the description before the change, if it is known. */
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

export const changeText = ({ kind, what, before }: Change): string =>
  `${kind}: ${what}${before === undefined ? "" : `; before: ${before}`}`;

/** The notes on an object in lines. A list of changes shows that the object is changed. */
export const annotationLines = ({ action, changes, marks }: Annotations): string[] => [
  ...(action === "unchanged" || (action === "changed" && changes.length > 0) ? [] : [action]),
  ...changes.map(changeText),
  ...marks.map(({ severity, message }) => `${severity}: ${message}`),
];

/** The changes of an object that exists before and after the preview. */
export function changesIn({ action, args, modules }: ObjectChange): Change[] {
  if (action !== "stays") return [];
  const changes = new Map(modules.map((module) => [module.name, module]));
  return [
    ...args.differences.map((difference) => argumentChange(args, difference)),
    ...moduleNames.flatMap((name) => moduleChange(name, changes.get(name))),
  ];
}

/** The change of an argument. A value that the program has just marked as a secret is not shown, not even as it was before. */
function argumentChange({ before, after }: ArgumentsChange, { path }: Difference): Change {
  const value = before && valueAt(before, path);
  const isNowSecret = after !== undefined && hiddenAt(after, path) === SECRET;
  const isShown = !isNowSecret && ["string", "number", "boolean"].includes(typeof value);
  return { kind: "changed", what: path, ...(isShown && { before: String(value) }) };
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

const removedModule = ({ title, says }: ModuleDescription): Change => ({
  kind: "removed",
  what: title,
  before: says,
});

/** The change of a module: by its descriptions before and after, or by its arguments if both descriptions are equal. */
function changedModule(
  name: ModuleName,
  change: ModuleChange,
  before: Arguments,
  after: Arguments,
): Change {
  const kind = kindOf(name, before, after);
  const old = descriptionOf(name, before);
  const next = descriptionOf(name, after);
  const isDescribed = old.says !== next.says || old.state !== next.state;
  // A description contains values, so it is not shown if one of them is newly a secret.
  if (isDescribed && !isNewlySecret(change)) {
    return { kind, what: next.title, before: old.state === "off" ? "disabled" : old.says };
  }
  const paths = change.differences.map(({ path }) => path).filter((path) => path !== WHOLE);
  return { kind, what: paths.length === 0 ? next.title : `${next.title} (${paths.join(", ")})` };
}

function kindOf(name: ModuleName, before: Arguments, after: Arguments): Change["kind"] {
  const strengthBefore = strengthOf(name, before);
  const strengthAfter = strengthOf(name, after);
  if (isWeaker(strengthAfter, strengthBefore) === "yes") return "weakened";
  return isWeaker(strengthBefore, strengthAfter) === "yes" ? "strengthened" : "changed";
}
