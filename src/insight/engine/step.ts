import type { Values } from "../../core/schema/values";
import {
  type DocumentStep,
  documentStep,
  type EventStep,
  eventStep,
  type ResourceState,
  unknownMembers,
} from "./schemas";

/** A step of the engine on one resource of any package, whether a document or an event contains it. */
export interface EngineStep {
  /** The engine's word, which this release may not know. */
  readonly op: string;
  readonly urn: string;
  /** The URN before the step: by an alias, a program may give a resource another URN. */
  readonly urnBefore: string;
  /** The paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
  readonly old: ResourceState | undefined;
  readonly next: ResourceState | undefined;
  /** The members of the step that this release does not know. */
  readonly unknownMembers: readonly string[];
}

export function readDocumentStep(step: DocumentStep): EngineStep {
  const { op, urn, oldState, newState, detailedDiff, diffReasons } = step;
  return {
    op,
    urn,
    urnBefore: oldState?.urn ?? urn,
    changed: changedPaths(detailedDiff, diffReasons),
    old: oldState ?? undefined,
    next: newState ?? undefined,
    unknownMembers: unknownMembers(documentStep, step),
  };
}

export function readEventStep(step: EventStep): EngineStep {
  const { op, urn, old, new: next, detailedDiff, diffs } = step;
  return {
    op,
    urn,
    urnBefore: old?.urn ?? urn,
    changed: changedPaths(detailedDiff, diffs),
    old: old ?? undefined,
    next: next ?? undefined,
    unknownMembers: unknownMembers(eventStep, step),
  };
}

/**
 * True for the deletion of an object that an earlier run has replaced and left to this run. The step has the URN of the replacement. In a
 * planned replacement, the old state of the step `delete-replaced` has the same mark.
 */
export const isDeletionOfReplaced = ({ op, old }: EngineStep): boolean =>
  op === "delete" && old?.delete === true;

/**
 * An empty `detailedDiff` means that nothing differs that a program can see, such as an update that only encrypts. Without a
 * `detailedDiff`, the reasons name the top-level arguments.
 */
function changedPaths(
  detailedDiff: Values | null | undefined,
  reasons: readonly string[] | null | undefined,
) {
  return detailedDiff ? Object.keys(detailedDiff) : (reasons ?? []);
}
