import { type Difference, WHOLE } from "../change/differences";
import type { ArgumentsChange, ModuleChange, ObjectChange } from "../change/objects";
import { isNewlySecret } from "../change/secrets";
import { strengthOf, weaker } from "../ingress/access";
import { type Arguments, hiddenAt, valueAt } from "../ingress/arguments";
import { descriptionOf } from "../ingress/describe";
import { type ModuleName, moduleNames } from "../ingress/modules";
import { SECRET } from "../ingress/value";
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
  const { before, after, differences, retainedBy } = change;
  const was = before && descriptionOf(name, before);
  const is = after && descriptionOf(name, after);
  if (!is || !after) return was ? [{ kind: "removed", what: was.title, before: was.says }] : [];
  if (retainedBy) return [{ kind: "left on the server", what: is.title }];
  if (!was || !before) return [{ kind: "added", what: is.title }];
  const paths = differences.map(({ path }) => path);
  if (paths.length === 0) return [];
  const named = paths.filter((path) => path !== WHOLE);
  // A value that the program has just marked as a secret is not shown any more, not even as it was before.
  const isInWords = !isNewlySecret(change) && (was.says !== is.says || was.state !== is.state);
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
