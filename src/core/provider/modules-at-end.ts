import type { ModuleParent } from "../lifecycle/ownership/successors";
import { leftText, lostText, missingText } from "../lifecycle/ownership/texts";
import type { ResourceState } from "../lifecycle/resource";
import type { Call } from "./call";
import { getModulePath, isModuleOfObject } from "./module-paths";

/* Warnings at the end of a run. Only then it is known whether the run has deleted the parents of modules. */

/** Warns of the modules that an object lacks because the run leaves their resources out. */
export function warnOfMissingModules(
  call: Call,
  parent: ModuleParent | undefined,
  segments: readonly string[],
): void {
  if (!parent) return;
  const { path, name } = parent;
  const { ownership, atEnd } = call.context;
  atEnd.push(() => {
    const missing = segments.filter((segment) => ownership.isLeftOut(`${path}/${segment}`));
    if (missing.length > 0) call.log({ severity: "warning", text: missingText(name, missing) });
  });
}

/** Logs that a module is left to its object, and warns if the run does not delete the object: then no state has the module. */
export function leaveToParent(call: Call, object: ResourceState): void {
  const { ownership, atEnd } = call.context;
  const path = getModulePath(call, object) ?? "";
  const text =
    "the module is left to its route, which this program no longer declares: it goes when the route is deleted";
  call.log({ severity: "info", text });
  atEnd.push(() => {
    if (!ownership.isEnded(path)) call.log({ severity: "warning", text: leftText(path) });
  });
}

/**
 * Reports a deleted module whose object stays. The API shows no edges, so modules of edges are not reported.
 *
 * @param wasOnDeclared The last program declared the object. If it did not, the deletion may be intended, and is not a warning.
 */
export function reportLostModule(call: Call, object: ResourceState, wasOnDeclared: boolean): void {
  const path = getModulePath(call, object);
  if (path === undefined || !isModuleOfObject(call.resource.definition)) return;
  const { ownership, atEnd } = call.context;
  const severity = wasOnDeclared ? "warning" : "info";
  atEnd.push(() => {
    if (ownership.isLostByObject(path)) call.log({ severity, text: lostText(path) });
  });
}
