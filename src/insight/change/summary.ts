import { isInForce } from "../ingress/arguments";
import { hiddenText } from "../ingress/module-descriptions";
import { moduleTitle } from "../ingress/modules";
import { SECRET, UNKNOWN } from "../ingress/value";
import { type Difference, WHOLE } from "./differences";
import type { ModuleChange, ObjectChange } from "./objects";

/** The change of an object in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly action: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** The change of an object in a few words; `undefined` if it does not change. */
export function summaryOf(change: ObjectChange): SubjectChange | undefined {
  const { title, args, modules } = change;
  const action = summaryAction(change);
  if (action === "deleted" || action === "retained") return { subject: title, action, details: [] };
  const details = [...args.differences.map(differenceText), ...modules.flatMap(moduleDetails)];
  if (action === "changed" && details.length === 0) return undefined;
  return { subject: title, action, details };
}

function summaryAction({ action, isReplaced }: ObjectChange): SubjectChange["action"] {
  if (action === "created") return "new";
  if (action !== "stays") return action;
  return isReplaced ? "replaced" : "changed";
}

function moduleDetails({ name, before, after, differences, retainedBy }: ModuleChange): string[] {
  const title = moduleTitle(name);
  if (!after) return [`${title}: removed`];
  if (retainedBy) return [`${title}: left on the server`];
  if (!before && isInForce(after)) return [`${title}: added`];
  if (!before) return [`${title}: added, disabled`];
  const changed = differences.map(differenceText);
  const isMoved = before.declaration.urn !== after.declaration.urn;
  if (isMoved) changed.unshift("moved");
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

function differenceText({ path, outcome }: Difference): string {
  const isUnknown = outcome === "unknown";
  if (path !== WHOLE) return isUnknown ? `${path} ${hiddenText(UNKNOWN)}` : path;
  return hiddenText(isUnknown ? UNKNOWN : SECRET);
}
