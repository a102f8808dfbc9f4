import { jsonObject } from "../../core/schema/json";
import { parseUrn } from "../../core/schema/urn";
import { isObject, type Values } from "../../core/schema/values";
import { resourceOf, type StackResource } from "./resource";

/** What the engine would do to one resource. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly before?: StackResource;
  readonly after?: StackResource;
  /** Paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
}

/** What `pulumi preview --json` or `pulumi refresh --preview-only --json` reports of one stack. */
export interface Preview {
  readonly project: string;
  readonly stack: string;
  /** Steps of resources that the stack manages before or after. */
  readonly steps: readonly Step[];
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
  readonly hidden: number;
  /** The stack's configuration. */
  readonly config: Values;
}

/** Operations on a resource that the stack has before; `read` is a lookup, whose object belongs to another party from then on. */
const KEEPING = ["same", "update", "replace", "create-replacement", "refresh"];
const HAS_BEFORE = new Set([...KEEPING, "delete", "delete-replaced", "read"]);
const HAS_AFTER = new Set([...KEEPING, "create", "import", "import-replacement"]);

/** What npm prints before the output of a script that it runs. */
const NPM_BANNER = /^(\s*> .*\n)+/;

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`. A stream of events does not show
 * which resources go together, and is refused.
 *
 * @throws {Error} if the text is something else, or the output of a preview that failed. The message repeats nothing of it.
 */
export function readPreview(text: string): Preview {
  const preview = jsonObject(text.replace(NPM_BANNER, ""));
  if (!preview) {
    const isStream = /^\{"sequence":/.test(text);
    const reason = isStream ? "unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW" : "it is not a JSON object";
    throw new Error(`this is not the output of \`pulumi preview --json\`: ${reason}`);
  }
  const { steps = [], diagnostics = [], changeSummary, config } = preview;
  if (!Array.isArray(steps) || !steps.every(isStep) || !("steps" in preview || isObject(changeSummary))) {
    throw new Error("this is not the output of `pulumi preview --json`");
  }
  if (Array.isArray(diagnostics) && diagnostics.some((each) => isObject(each) && each.severity === "error")) {
    throw new Error("this preview failed, so it does not show the whole change: correct its errors first");
  }
  const { project, stack } = parseUrn(String(steps[0]?.urn ?? ""));
  const sames = steps.filter(({ op }) => op === "same" || op === "refresh").length;
  const unchanged = isObject(changeSummary) && typeof changeSummary.same === "number" ? changeSummary.same : sames;
  return {
    project,
    stack,
    steps: steps.flatMap(stepOf),
    hidden: Math.max(0, unchanged - sames),
    config: isObject(config) ? config : {},
  };
}

interface RawStep extends Values {
  readonly op: string;
  readonly urn: string;
}

const isStep = (value: unknown): value is RawStep =>
  isObject(value) && typeof value.op === "string" && typeof value.urn === "string" && value.urn.includes("::");

function stepOf({ op, urn, oldState, newState, detailedDiff }: RawStep): Step[] {
  const old = isObject(oldState) ? oldState : undefined;
  // A deletion that an earlier run left over is not part of this change.
  if (old?.external === true || (op === "delete" && old?.delete === true)) return [];
  const before = HAS_BEFORE.has(op) && old ? resourceOf(urn, old) : undefined;
  const after = HAS_AFTER.has(op) && isObject(newState) ? resourceOf(urn, newState) : undefined;
  if (!before && !after) return [];
  const changed = isObject(detailedDiff) ? Object.keys(detailedDiff) : [];
  return [{ op, urn, ...(before && { before }), ...(after && { after }), changed }];
}
