import { differences, WHOLE } from "../change/differences";
import type { ObjectChange } from "../change/objects";
import { strengthOf, weaker } from "../ingress/access";
import { type Arguments, isHidden, shown, valueAt } from "../ingress/arguments";
import { descriptionOf } from "../ingress/describe";
import { type ModuleName, moduleNames } from "../ingress/modules";
import type { Severity } from "../report/finding";

/** What a preview changes of an object: the map shows what is there after it. */
export interface Change {
  readonly kind: "added" | "removed" | "weakened" | "strengthened" | "changed" | "left on the server";
  /** A module, or an argument of the object itself. */
  readonly what: string;
  /** What was there before, as far as it is known. */
  readonly before?: string;
}

/** What a preview does to an object, and what the review finds of it. */
export interface Changed {
  /** `unchanged` if there is no change. */
  readonly action: "unchanged" | "new" | "changed" | "replaced" | "deleted" | "retained";
  readonly changes: readonly Change[];
  readonly marks: readonly { readonly severity: Severity; readonly message: string }[];
}

export const UNCHANGED: Changed = { action: "unchanged", changes: [], marks: [] };

export const changeText = ({ kind, what, before }: Change): string =>
  `${kind}: ${what}${before === undefined ? "" : `; before: ${before}`}`;

/** What becomes of an object, and what is found of it, in lines: what changes says that it does. */
export const changedLines = ({ action, changes, marks }: Changed): string[] => [
  ...(action === "unchanged" || (action === "changed" && changes.length > 0) ? [] : [action]),
  ...changes.map(changeText),
  ...marks.map(({ severity, message }) => `${severity}: ${message}`),
];

/** What changes of an object that is there before and after. */
export function changesIn({ action, before, after }: ObjectChange): Change[] {
  if (action !== "stays") return [];
  const names = moduleNames.filter((name) => name in before.modules || name in after.modules);
  return [
    ...(before.args && after.args ? ownChanges(before.args, after.args) : []),
    ...names.flatMap((name) => moduleChange(name, before.modules[name], after.modules[name])),
  ];
}

const ownChanges = (before: Arguments, after: Arguments): Change[] =>
  differences(before, after).map(({ path }) => {
    const value = valueAt(shown(before), path);
    const isShown = !isHidden(value) && ["string", "number", "boolean"].includes(typeof value);
    return { kind: "changed", what: path, ...(isShown && { before: String(value) }) };
  });

function moduleChange(name: ModuleName, before: Arguments | undefined, after: Arguments | undefined): Change[] {
  const was = before && descriptionOf(name, before);
  const is = after && descriptionOf(name, after);
  if (!is || !after) return was ? [{ kind: "removed", what: was.title, before: was.says }] : [];
  if (after.keptBecause) return [{ kind: "left on the server", what: is.title }];
  if (!was || !before) return [{ kind: "added", what: is.title }];
  const paths = differences(before, after).map(({ path }) => path);
  if (paths.length === 0) return [];
  const named = paths.filter((path) => path !== WHOLE);
  const isInWords = was.says !== is.says || was.state !== is.state;
  const what = isInWords || named.length === 0 ? is.title : `${is.title} (${named.join(", ")})`;
  const said = was.state === "off" ? "disabled" : was.says;
  return [{ kind: kindOf(name, before, after), what, ...(isInWords && { before: said }) }];
}

function kindOf(name: ModuleName, before: Arguments, after: Arguments): Change["kind"] {
  const was = strengthOf(name, before);
  const is = strengthOf(name, after);
  if (weaker(is, was) === "yes") return "weakened";
  return weaker(was, is) === "yes" ? "strengthened" : "changed";
}
