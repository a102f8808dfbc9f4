import type { Values } from "../../core/schema/values";
import type { Preview } from "../engine/preview";
import { recordedValues } from "../engine/resource";
import type { Step } from "../engine/resource-step";
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

/** The resources of a preview on one side of the change. If the engine replaces a resource, its last step counts. */
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
  if (!before || (op !== "delete" && op !== "read")) return undefined;
  const removal = removalOf(step, providers);
  if (removal.effect !== "retain") return undefined;
  return { resource: before, values: recordedValues(before), step, retainedBy: removal.reason };
}

function declaredVersion(step: Step): ChangedVersion | undefined {
  const { after } = step;
  return after?.isIngress ? { resource: after, values: valuesAfter(step), step } : undefined;
}

function valuesAfter({ op, before, after }: Step): Values {
  // A refresh shows the object as the server has it, not as the program declares it.
  if (op === "refresh") return after?.outputs ?? {};
  // The inputs of an unchanged resource may mark as secret what its outputs show. With the same values on both sides, nothing changes.
  if (op === "same" && before) return recordedValues(before);
  return after?.inputs ?? {};
}
