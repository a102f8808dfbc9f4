import { parseUrn } from "../../core/schema/urn";
import { isObject, type Values } from "../../core/schema/values";
import { type RawStep, readDigest } from "./digest";
import { driftOf, isOfRefresh, refreshSteps } from "./refresh";
import { resourceOf } from "./resource";
import type { Step } from "./step";

/** What `pulumi preview --json` or `pulumi refresh --preview-only --json` reports of one stack. */
export interface Preview {
  /** Whether it shows what an apply would change, or what is changed already: outside Pulumi, as a refresh has found it. */
  readonly kind: "preview" | "refresh";
  readonly project: string;
  readonly stack: string;
  /** Steps of resources that the stack manages before or after. */
  readonly steps: readonly Step[];
  /**
   * What the refresh of `pulumi preview --refresh` has found, before the steps: `before` is what the state had, `after` what
   * is on the server. Empty if there was none.
   */
  readonly drift: readonly Step[];
  /** It shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
  readonly hidden: number;
  /** The stack's configuration. */
  readonly config: Values;
}

/** Operations on a resource that the stack has before; `read` is a lookup, whose object belongs to another party from then on. */
const KEEPING = ["same", "update", "replace", "create-replacement"];
const HAS_BEFORE = new Set([...KEEPING, "delete", "delete-replaced", "read"]);
const HAS_AFTER = new Set([...KEEPING, "create", "import", "import-replacement"]);

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`, as a document or as a stream of events.
 *
 * @throws {Error} if the text is something else, or the output of a preview that failed. The message repeats nothing of it.
 */
export function readPreview(text: string): Preview {
  const { steps, config, changeSummary } = readDigest(text);
  const { project, stack } = parseUrn(steps[0]?.urn ?? "");
  const common = { project, stack, config, isEmpty: steps.length === 0 };
  if (isOfRefresh(steps)) {
    return { ...common, kind: "refresh", steps: refreshSteps(steps), drift: [], hidden: 0 };
  }
  const sames = steps.filter(({ op }) => op === "same").length;
  const unchanged = typeof changeSummary.same === "number" ? changeSummary.same : sames;
  const hidden = Math.max(0, unchanged - sames);
  const drift = driftOf(steps, hidden > 0);
  return { ...common, kind: "preview", steps: steps.flatMap(stepOf), drift, hidden };
}

function stepOf({ op, urn, oldState, newState, detailedDiff }: RawStep): Step[] {
  const old = isObject(oldState) ? oldState : undefined;
  // A deletion that an earlier run left over is not part of this change.
  if (old?.external === true || (op === "delete" && old?.delete === true)) return [];
  const before = HAS_BEFORE.has(op) && old ? resourceOf(urn, old) : undefined;
  // A lookup that replaces a managed object deletes it.
  const isLookup = op === "replace" && isObject(newState) && newState.external === true;
  const after = HAS_AFTER.has(op) && isObject(newState) && !isLookup ? resourceOf(urn, newState) : undefined;
  if (!before && !after) return [];
  const changed = isObject(detailedDiff) ? Object.keys(detailedDiff) : [];
  return [{ op: isLookup ? "delete" : op, urn, ...(before && { before }), ...(after && { after }), changed }];
}
