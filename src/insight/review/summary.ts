import { type Block, isInForce } from "../ingress/blocks";
import { moduleTitle } from "../ingress/modules";
import type { ObjectChange } from "./changes";
import { differences } from "./differences";

/** What changes of a subject, in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly fate: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** What changes of a subject; nothing, if it does not. */
export function summaryOf(subject: ObjectChange): SubjectChange[] {
  const { before, after, title } = subject;
  const names = [...new Set([...Object.keys(before.modules), ...Object.keys(after.modules)])];
  const details = [
    ...ownDetails(subject),
    ...names.flatMap((module) => moduleDetails(module, before.modules[module], after.modules[module])),
  ];
  if (subject.action === "kept" && !subject.isReplaced && details.length === 0) return [];
  const fate = subject.action !== "kept" ? subject.action : subject.isReplaced ? "replaced" : "changed";
  return [
    { subject: title, fate, details: subject.action === "deleted" || subject.action === "retained" ? [] : details },
  ];
}

function ownDetails({ action, before, after }: ObjectChange): string[] {
  if (action !== "kept" || !before.own || !after.own) return [];
  const isModule = (path: string) => {
    const [top = ""] = path.split(/[. ]/);
    return top in before.modules || top in after.modules;
  };
  return changedPaths(before.own, after.own).filter((path) => !isModule(path));
}

function moduleDetails(name: string, before: Block | undefined, after: Block | undefined): string[] {
  const title = moduleTitle(name);
  if (!after) return before ? [`${title}: removed`] : [];
  if (after.keptBecause) return [`${title}: left on the server`];
  if (!before) return [`${title}: ${isInForce(after) ? "added" : "added, disabled"}`];
  const isMoved = before.source.urn !== after.source.urn;
  const changed = [...(isMoved ? ["moved"] : []), ...changedPaths(before, after)];
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

const changedPaths = (before: Block, after: Block): string[] =>
  differences(before, after).map(({ path, outcome }) => (outcome === "unknown" ? `${path} (known at apply)` : path));
