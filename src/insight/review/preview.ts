import { classIn } from "../../core/definitions/tokens";
import { isObject, type Values } from "../../core/schema/values";

/** What the engine writes for a secret. */
export const MASK = "[secret]";

/** A line of the program, as the engine knows it. */
export interface ProgramLine {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly line: number;
}

/** A resource before or after the change. */
export interface Stored {
  readonly id?: string;
  readonly values: Values;
  readonly line?: ProgramLine;
  /** URNs of the resources that an argument depends on, by its name. */
  readonly dependencies: Values;
  readonly deletedWith?: string;
  readonly retainOnDelete: boolean;
  readonly provider?: string;
}

/** What the engine would do to one resource of this package. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  /** The class: the last part of the type. */
  readonly type: string;
  readonly name: string;
  readonly before?: Stored;
  readonly after?: Stored;
  /** Paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
}

/** What `pulumi preview --json` said of one stack. */
export interface Preview {
  readonly project: string;
  readonly stack: string;
  readonly steps: readonly Step[];
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
  readonly hidden: number;
  /** What becomes of deleted routes, by the URN of their provider; under an empty text, by stack config. */
  readonly routeDeletion: Readonly<Record<string, string>>;
}

const ROUTE_DELETION = "edge-ingress:routeDeletion";

/** Operations after which a resource is as `newState` says; `read` is a lookup, whose object is somebody else's. */
const KEEPING = new Set(["same", "create", "update", "replace", "create-replacement", "import", "import-replacement"]);
const REMOVING = new Set(["delete", "delete-replaced", ...["same", "update", "replace", "create-replacement"]]);

/**
 * Reads the output of `pulumi preview --json`.
 *
 * @throws {Error} if it is no such output, or that of a preview that failed. The message repeats nothing of the text.
 */
export function readPreview(text: string): Preview {
  const preview = parsed(text);
  const { steps = [], diagnostics = [], changeSummary, config } = preview;
  if (!Array.isArray(steps) || !steps.every(isStep) || !("steps" in preview || isObject(changeSummary))) {
    throw new Error("this is not the output of `pulumi preview --json`");
  }
  if (Array.isArray(diagnostics) && diagnostics.some((each) => isObject(each) && each.severity === "error")) {
    throw new Error("this preview failed, so it does not show the whole change: correct its errors first");
  }
  const [, stack = "", project = ""] = String(steps[0]?.urn ?? "").split(/^urn:pulumi:|::/);
  const sames = steps.filter(({ op }) => op === "same").length;
  const told = isObject(changeSummary) && typeof changeSummary.same === "number" ? changeSummary.same : sames;
  return {
    project,
    stack,
    steps: steps.flatMap(stepOf),
    hidden: Math.max(0, told - sames),
    routeDeletion: routeDeletions(config, steps),
  };
}

/** What npm prints before the output of a script that it runs. */
const NPM_BANNER = /^(\s*> .*\n)+/;

function parsed(text: string): Values {
  try {
    const value: unknown = JSON.parse(text.replace(NPM_BANNER, ""));
    if (isObject(value)) return value;
  } catch {
    // The parser's own message repeats a part of the text.
  }
  throw new Error("this is not the output of `pulumi preview --json`: it is not a JSON object");
}

interface RawStep extends Values {
  readonly op: string;
  readonly urn: string;
}

const isStep = (value: unknown): value is RawStep =>
  isObject(value) && typeof value.op === "string" && typeof value.urn === "string" && value.urn.includes("::");

const lastOf = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + separator.length);

/** The name of a resource; a name may hold the separator itself. */
const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

function stepOf({ op, urn, oldState, newState, detailedDiff }: RawStep): Step[] {
  const type = classIn(lastOf(urn.split("::")[2] ?? "", "$"));
  // A deletion that an earlier run left over is no part of this change.
  const isLeftOver = op === "delete" && isObject(oldState) && oldState.delete === true;
  if (type === undefined || isLeftOver) return [];
  const before = REMOVING.has(op) && isObject(oldState) ? storedOf(oldState, oldState.outputs) : undefined;
  const after = KEEPING.has(op) && isObject(newState) ? storedOf(newState, newState.inputs) : undefined;
  if ((!before && !after) || (isObject(oldState) && oldState.external === true)) return [];
  return [
    {
      op,
      urn,
      type,
      name: nameOf(urn),
      ...(before && { before }),
      ...(after && { after }),
      changed: isObject(detailedDiff) ? Object.keys(detailedDiff) : [],
    },
  ];
}

function storedOf(state: Values, shown: unknown): Stored {
  const { id, inputs, propertyDependencies, deletedWith, retainOnDelete, provider } = state;
  const line = programLine(state);
  return {
    values: isObject(shown) ? shown : isObject(inputs) ? inputs : {},
    dependencies: isObject(propertyDependencies) ? propertyDependencies : {},
    retainOnDelete: retainOnDelete === true,
    ...(typeof id === "string" && id !== "" && { id }),
    ...(typeof deletedWith === "string" && { deletedWith }),
    ...(typeof provider === "string" && { provider: provider.slice(0, provider.lastIndexOf("::")) }),
    ...(line && { line }),
  };
}

/** The innermost line of the program itself: in older states the first ones are in this package, the last ones in the SDK. */
function programLine({ stackTrace }: Values): ProgramLine | undefined {
  if (!Array.isArray(stackTrace)) return undefined;
  const positions = stackTrace.flatMap((frame) => (isObject(frame) ? [String(frame.sourcePosition ?? "")] : []));
  const own = positions.filter((position) => !position.includes("/node_modules/"));
  const [, file, line] = own.map((position) => /^project:\/\/\/(.+)#(\d+)/.exec(position)).find((match) => match) ?? [];
  return file === undefined ? undefined : { file: decodeURI(file), line: Number(line) };
}

function routeDeletions(config: unknown, steps: readonly RawStep[]): Record<string, string> {
  const providers = steps.flatMap(({ urn, newState, oldState }) => {
    const state = isObject(newState) ? newState : oldState;
    const inputs = isObject(state) && isObject(state.inputs) ? state.inputs : {};
    if (urn.includes("::pulumi:providers:edge-ingress::")) return [[urn, inputs.routeDeletion] as const];
    return urn.includes("::pulumi:providers:") ? [[urn, inputs[ROUTE_DELETION]] as const] : [];
  });
  const stated = [["", isObject(config) ? config[ROUTE_DELETION] : undefined] as const, ...providers];
  return Object.fromEntries(stated.flatMap(([urn, value]) => (typeof value === "string" ? [[urn, value]] : [])));
}
