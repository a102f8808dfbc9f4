import { parseUrn } from "../../core/pulumi/urn";
import type { Values } from "../../core/schema/values";
import { previewKind } from "./kind";
import { plannedSteps } from "./planned-steps";
import { readDigest } from "./read-digest";
import { driftOf, refreshedStep } from "./refreshed-steps";
import type { Step } from "./resource-step";
import type { EngineStep } from "./step";
import type { Unread } from "./unread";

/** The report of `pulumi preview --json` or `pulumi refresh --preview-only --json` on one stack. */
export interface Preview {
  /** A preview shows what an apply would change, a refresh what was changed outside Pulumi already. */
  readonly kind: "preview" | "refresh";
  readonly project: string;
  readonly stack: string;
  /** The steps of resources that the stack manages before or after the change. */
  readonly steps: readonly Step[];
  /**
   * The results of the refresh that `pulumi preview --refresh` makes first: a step for each refreshed resource, changed or not. Empty for
   * any other command; the results of `pulumi refresh` are in `steps`.
   */
  readonly drift: readonly Step[];
  /** True if the preview shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** The number of unchanged resources that the preview leaves out, because it was made without `--show-sames`. */
  readonly unchangedLeftOut: number;
  /** The config of the stack. */
  readonly config: Values;
  /** The parts, present or lacking, that this release cannot read. */
  readonly unread: readonly Unread[];
}

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`, as a document or as a stream of events.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. Of the text, the error shows only the errors of a
 * failed preview (in its `lines`), a line that is not part of the JSON, and the URN or path of a member with a wrong type.
 */
export function readPreview(text: string): Preview {
  const { steps, config, changeSummary, unread } = readDigest(text);
  const { project, stack } = parseUrn(steps[0]?.urn ?? "");
  const kind = previewKind(steps);
  const common = { kind, project, stack, config, unread, isEmpty: steps.length === 0 };
  if (kind === "refresh")
    return { ...common, steps: steps.flatMap(refreshedStep), drift: [], unchangedLeftOut: 0 };
  const planned = steps.filter(({ op }) => op !== "refresh");
  const refreshed = steps.filter(({ op }) => op === "refresh");
  const unchangedLeftOut = countUnchangedLeftOut(planned, changeSummary);
  return {
    ...common,
    unchangedLeftOut,
    steps: plannedSteps(planned),
    drift: driftOf(refreshed, planned, unchangedLeftOut),
  };
}

/** The number of unchanged resources that the engine counts and, without `--show-sames`, does not print. */
function countUnchangedLeftOut(
  planned: readonly EngineStep[],
  { same = 0 }: Readonly<Record<string, number>>,
): number {
  const printed = planned.filter(({ op }) => op === "same").length;
  return Math.max(0, same - printed);
}
