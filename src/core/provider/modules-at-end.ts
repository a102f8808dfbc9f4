import { leftText, lostText, missingText } from "../lifecycle/ownership-texts";
import type { ResourceState } from "../lifecycle/resource";
import type { ModuleParent } from "../lifecycle/run-records";
import type { Call } from "./call";
import { isOfObject, modulePathOf } from "./module-paths";

/* What calls have a run say at its end, when it is known what the run has made of the objects that modules belong to. */

/** The run warns at its end of the modules of an object that it leaves out. */
export function nameMissingAtEnd(
  call: Call,
  parent: ModuleParent | undefined,
  segments: readonly string[],
): void {
  if (!parent) return;
  const { path, name } = parent;
  const { ownership, atEnd } = call.shared;
  atEnd.push(() => {
    const missing = segments.filter((segment) => ownership.isLeftOut(`${path}/${segment}`));
    if (missing.length > 0) call.log({ severity: "warning", text: missingText(name, missing) });
  });
}

/** A module is left to its object. At the end of the run the object may still be there, and the module is in no state. */
export function leave(call: Call, object: ResourceState): void {
  const { ownership, atEnd } = call.shared;
  const path = modulePathOf(call, object) ?? "";
  const text =
    "the module is left to its route, which this program no longer declares: it goes when the route is deleted";
  call.log({ severity: "info", text });
  atEnd.push(() => {
    if (!ownership.isEnded(path)) call.log({ severity: "warning", text: leftText(path) });
  });
}

/**
 * A module resource was deleted. At the end of the run its object may still be there; nothing shows that of an edge. If the
 * last program did not declare the object, that may be as it should be, and is no warning.
 */
export function removed(call: Call, object: ResourceState, wasOnDeclared: boolean): void {
  const { definition } = call.resource;
  const path = modulePathOf(call, object);
  if (path === undefined || !isOfObject(definition)) return;
  const { ownership, atEnd } = call.shared;
  atEnd.push(() => {
    if (ownership.isLostByObject(path))
      call.log({ severity: wasOnDeclared ? "warning" : "info", text: lostText(path) });
  });
}
