import { type Block, isInForce } from "../ingress/blocks";
import { moduleTitle } from "../ingress/modules";
import type { ModuleChange, ObjectChange } from "./changes";
import { differences } from "./differences";

/** What changes of a subject, in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly fate: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** What changes of a subject; nothing, if it does not. */
export function summaryOf({ title, action, isReplaced, before, after, modules }: ObjectChange): SubjectChange[] {
  if (action === "deleted" || action === "retained") return [{ subject: title, fate: action, details: [] }];
  const own = action === "kept" && before.own && after.own ? changedPaths(before.own, after.own) : [];
  const details = [...own, ...modules.flatMap(moduleDetails)];
  if (action === "new") return [{ subject: title, fate: action, details }];
  return isReplaced || details.length > 0
    ? [{ subject: title, fate: isReplaced ? "replaced" : "changed", details }]
    : [];
}

function moduleDetails({ name, was, now }: ModuleChange): string[] {
  const title = moduleTitle(name);
  if (!now) return [`${title}: removed`];
  if (now.keptBecause) return [`${title}: left on the server`];
  if (!was) return [`${title}: ${isInForce(now) ? "added" : "added, disabled"}`];
  const isMoved = was.source.urn !== now.source.urn;
  const changed = [...(isMoved ? ["moved"] : []), ...changedPaths(was, now)];
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

const changedPaths = (before: Block, after: Block): string[] =>
  differences(before, after).map(({ path, outcome }) => (outcome === "unknown" ? `${path} (known at apply)` : path));
