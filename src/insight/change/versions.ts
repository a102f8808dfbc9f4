import type { Values } from "../../core/schema/values";
import type { Preview } from "../engine/preview";
import { recordedValues, type StackResource } from "../engine/resource";
import type { Step } from "../engine/resource-step";
import { byType } from "../ingress/declared-object";
import type { ResourceVersion } from "../ingress/versions";
import type { Providers } from "./providers";
import { type Removal, type RetainReason, removalOf } from "./retention";

/** A resource before or after a change, with the step that changes it. */
export interface ChangedVersion extends ResourceVersion {
  readonly step: Step;
  /** The effect if the program removes the object. Only a version before the change has it. */
  readonly removal?: Removal;
  /** The reason why the object stays on the server although the program removes it. Only a version after the change has it. */
  readonly retainedBy?: RetainReason;
}

/**
 * The resources of a preview on one side of the change. A replaced resource is in it once for each step of its replacement: whoever
 * indexes the resources by their URNs takes the last step.
 */
export type Versions = readonly ChangedVersion[];

/** The resources of the package before the change. */
export const versionsBefore = ({ steps }: Preview, providers: Providers): Versions =>
  steps.flatMap((step) => {
    const { before } = step;
    if (!before?.isIngress) return [];
    const removal = removalOf(step, providers);
    return [{ resource: before, values: recordedValues(before), step, removal }];
  });

/** The resources of the package after the change, and those that stay on the server although the program removes them. */
export const versionsAfter = ({ steps }: Preview, providers: Providers): Versions =>
  steps.flatMap((step) => retainedVersion(step, providers) ?? declaredVersion(step) ?? []);

function retainedVersion(step: Step, providers: Providers): ChangedVersion | undefined {
  const { op, before } = step;
  // By `read`, the program only looks up what it managed.
  if (!before || (op !== "delete" && op !== "read")) return undefined;
  const removal = removalOf(step, providers);
  if (removal.effect !== "retain") return undefined;
  return { resource: before, values: recordedValues(before), step, retainedBy: removal.reason };
}

function declaredVersion(step: Step): ChangedVersion | undefined {
  const { after } = step;
  if (!after?.isIngress) return undefined;
  return { resource: withIdToImport(after), values: valuesAfter(step), step };
}

/** A resource with the id of the object that it imports: a preview shows it in another place than ids of the state. */
function withIdToImport(resource: StackResource): StackResource {
  const { type, id, importId } = resource;
  if (id !== "" || importId === undefined) return resource;
  // An id for an import may begin with the ids of what the object belongs to, as in `EDGE/ROUTE`. The last part is the id of the object
  // itself. The id of a module is the whole text: a module has no id but those of its edge and route.
  const isModule = byType.get(type)?.kind === "singleton";
  return { ...resource, id: isModule ? importId : importId.replace(/^.*\//, "") };
}

function valuesAfter({ op, before, after }: Step): Values {
  // A refresh shows the object as the server has it, not as the program declares it.
  if (op === "refresh") return after?.outputs ?? {};
  // The inputs of an unchanged resource may mark as secret what its outputs show. With the same values on both sides, nothing changes.
  if (op === "same" && before) return recordedValues(before);
  return after?.inputs ?? {};
}
