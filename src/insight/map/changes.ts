import { descriptionOf } from "../describe/modules";
import { type Block, isOpaque, shown, valueAt } from "../ingress/blocks";
import { type ModuleName, moduleNames } from "../ingress/modules";
import { isWeaker, strengthOf } from "../ingress/strength";
import type { ObjectChange } from "../review/changes";
import { differences } from "../review/differences";

/** What a preview changes of an object: the map shows what is there after it. */
export interface Change {
  readonly kind: "added" | "removed" | "weakened" | "strengthened" | "changed" | "left on the server";
  /** A module, or an argument of the object itself. */
  readonly what: string;
  /** What was there before, as far as it is known. */
  readonly before?: string;
}

/** A change in words. */
export const changeText = ({ kind, what, before }: Change): string =>
  `${kind}: ${what}${before === undefined ? "" : `; before: ${before}`}`;

/** What becomes of an object, in lines: what changes says that it does. */
export const changeLines = (fate: string, changes: readonly Change[]): string[] => [
  ...(fate === "kept" || (fate === "changed" && changes.length > 0) ? [] : [fate]),
  ...changes.map(changeText),
];

/** What changes of an object that is there before and after. */
export function changesIn(change: ObjectChange | undefined): Change[] {
  if (change?.action !== "kept") return [];
  const { before, after } = change;
  const names = moduleNames.filter((name) => name in before.modules || name in after.modules);
  const isOfModule = (path: string) => names.some((name) => path.split(/[. ]/)[0] === name);
  const own = before.own && after.own ? ownChanges(before.own, after.own) : [];
  return [
    ...own.filter(({ what }) => !isOfModule(what)),
    ...names.flatMap((name) => moduleChange(name, before.modules[name], after.modules[name])),
  ];
}

const ownChanges = (before: Block, after: Block): Change[] =>
  differences(before, after).map(({ path }) => {
    const value = valueAt(shown(before), path);
    const isShown = !isOpaque(value) && ["string", "number", "boolean"].includes(typeof value);
    return { kind: "changed", what: path, ...(isShown && { before: String(value) }) };
  });

function moduleChange(name: ModuleName, before: Block | undefined, after: Block | undefined): Change[] {
  const [was, is] = [before && descriptionOf(name, before), after && descriptionOf(name, after)];
  if (!is || !after) return was ? [{ kind: "removed", what: was.title, before: was.says }] : [];
  if (after.keptBecause) return [{ kind: "left on the server", what: is.title }];
  if (!was || !before) return [{ kind: "added", what: is.title }];
  const paths = differences(before, after).map(({ path }) => path);
  if (paths.length === 0) return [];
  const isInWords = was.says !== is.says || was.state !== is.state;
  const shown = was.state === "off" ? "disabled" : was.says;
  const what = isInWords ? is.title : `${is.title} (${paths.join(", ")})`;
  return [{ kind: kindOf(name, before, after), what, ...(isInWords && { before: shown }) }];
}

function kindOf(name: ModuleName, before: Block, after: Block): Change["kind"] {
  const [was, is] = [strengthOf(name, before), strengthOf(name, after)];
  if (isWeaker(is, was) === true) return "weakened";
  return isWeaker(was, is) === true ? "strengthened" : "changed";
}
