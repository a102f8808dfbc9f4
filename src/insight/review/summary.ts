import { differences } from "../ingress/differences";
import { isInForce, type Part } from "../ingress/parts";
import type { Subject } from "../ingress/subjects";
import { moduleName } from "./rules/words";

/** What changes of a subject, in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly fate: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** What changes of a subject; nothing, if it does not. */
export function changeOf(subject: Subject): SubjectChange[] {
  const { before, after, name } = subject;
  const names = [...new Set([...Object.keys(before.modules), ...Object.keys(after.modules)])];
  const details = [
    ...ownDetails(subject),
    ...names.flatMap((module) => moduleDetails(module, before.modules[module], after.modules[module])),
  ];
  if (subject.fate === "kept" && !subject.isReplaced && details.length === 0) return [];
  const fate = subject.fate !== "kept" ? subject.fate : subject.isReplaced ? "replaced" : "changed";
  return [{ subject: name, fate, details: subject.fate === "deleted" || subject.fate === "retained" ? [] : details }];
}

function ownDetails({ fate, before, after }: Subject): string[] {
  if (fate !== "kept" || !before.own || !after.own) return [];
  const isModule = (path: string) => {
    const [top = ""] = path.split(/[. ]/);
    return top in before.modules || top in after.modules;
  };
  return changedPaths(before.own, after.own).filter((path) => !isModule(path));
}

function moduleDetails(name: string, before: Part | undefined, after: Part | undefined): string[] {
  const title = moduleName(name);
  if (!after) return before ? [`${title}: removed`] : [];
  if (after.leftBy) return [`${title}: left on the server`];
  if (!before) return [`${title}: ${isInForce(after) ? "added" : "added, disabled"}`];
  const isMoved = before.source.urn !== after.source.urn;
  const changed = [...(isMoved ? ["moved"] : []), ...changedPaths(before, after)];
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

const changedPaths = (before: Part, after: Part): string[] =>
  differences(before, after).map(({ path, outcome }) => (outcome === "unknown" ? `${path} (known at apply)` : path));
