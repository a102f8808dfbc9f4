import { classIn } from "../../core/definitions/define";
import * as definitions from "../../core/definitions/index";
import type { Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { parseUrn } from "../../core/schema/urn";
import { isObject, isSet, type Values } from "../../core/schema/values";
import { visits } from "../../core/schema/walk";

/**
 * What a preview or a state has that this release does not know. Nobody has judged it, so each part is reported: what a reader
 * skips without a word is the place where a change hides.
 */

const fieldsByClass: ReadonlyMap<string, Table> = new Map(
  Object.values<Definition>(definitions).map(({ type, fields }) => [type, fields]),
);

/** A part that was not read. */
export interface Unread {
  /** The URN of the resource that has it; without it, it is of the stack. */
  readonly urn?: string;
  /** What it is, in words. */
  readonly what: string;
  /** The engine has it, and the preview that was read lacks it. */
  readonly isLacking?: true;
}

/** Operations of the engine, CLI 3.182 to 3.259. */
const OPERATIONS = new Set([
  "same",
  "create",
  "update",
  "delete",
  "replace",
  "create-replacement",
  "delete-replaced",
  "refresh",
  "read",
  "read-replacement",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
  "diff",
  "extend-parameterize",
]);

/** Members of a step: those of a document and of an event. */
const STEP_MEMBERS = new Set([
  "op",
  "urn",
  "provider",
  "oldState",
  "newState",
  "diffReasons",
  "replaceReasons",
  "detailedDiff",
  "type",
  "old",
  "new",
  "keys",
  "diffs",
  "logical",
]);

/** Members of the state of a resource: those of a document, of an export and of an event. */
const STATE_MEMBERS = new Set([
  "urn",
  "custom",
  "delete",
  "id",
  "type",
  "inputs",
  "outputs",
  "parent",
  "protect",
  "taint",
  "external",
  "dependencies",
  "initErrors",
  "provider",
  "propertyDependencies",
  "pendingReplacement",
  "additionalSecretOutputs",
  "aliases",
  "customTimeouts",
  "importID",
  "retainOnDelete",
  "deletedWith",
  "replaceWith",
  "created",
  "modified",
  "sourcePosition",
  "stackTrace",
  "ignoreChanges",
  "hideDiff",
  "hideDiffs",
  "replaceOnChanges",
  "replacementTrigger",
  "refreshBeforeUpdate",
  "viewOf",
  "resourceHooks",
  "extensionRef",
  "snippetID",
  "lastRefreshed",
]);

const DOCUMENT_MEMBERS = new Set(["config", "steps", "diagnostics", "duration", "changeSummary", "maybeCorrupt"]);

const EVENTS = new Set([
  "cancelEvent",
  "stdoutEvent",
  "diagnosticEvent",
  "preludeEvent",
  "summaryEvent",
  "resourcePreEvent",
  "resOutputsEvent",
  "resOpFailedEvent",
  "policyEvent",
  "policyRemediationEvent",
  "policyLoadEvent",
  "policyAnalyzeSummaryEvent",
  "policyRemediateSummaryEvent",
  "policyAnalyzeStackSummaryEvent",
  "startDebuggingEvent",
  "progressEvent",
  "errorEvent",
  "sequence",
  "timestamp",
  "type",
]);

const unknownMembers = (values: Values, known: ReadonlySet<string>): string[] =>
  Object.keys(values).filter((name) => !known.has(name));

/** The parts of a step that are not known, if its resource is of this package. */
export function unreadInStep(step: Values): Unread[] {
  const urn = String(step.urn);
  if (classIn(parseUrn(urn).type) === undefined) return [];
  const states = [step.oldState ?? step.old, step.newState ?? step.new].filter(isObject);
  const found = [
    ...(OPERATIONS.has(String(step.op)) ? [] : [`the operation "${step.op}"`]),
    ...unknownMembers(step, STEP_MEMBERS).map((name) => `"${name}" of its step`),
    ...states.flatMap((state) => unreadInState(urn, state)).map(({ what }) => what),
  ];
  return [...new Set(found)].map((what) => ({ urn, what }));
}

/** The parts of a resource's state that are not known: its class, a member, or an argument. */
export function unreadInState(urn: string, state: Values): Unread[] {
  const name = classIn(parseUrn(urn).type);
  if (name === undefined) return [];
  const fields = fieldsByClass.get(name);
  const found = [
    ...(fields ? [] : [`the class ${name}`]),
    ...unknownMembers(state, STATE_MEMBERS).map((member) => `"${member}" of its state`),
    ...(fields && isObject(state.inputs) ? unknownArguments(fields, state.inputs) : []),
  ];
  return found.map((what) => ({ urn, what }));
}

/** Arguments that a newer release may have. Those that begin with two underscores are the provider's. */
const unknownArguments = (fields: Table, inputs: Values): string[] =>
  visits(fields, inputs)
    .filter(({ row, value, path }) => !row && isSet(value) && !path.startsWith("__") && path !== "id")
    .map(({ path }) => `the argument \`${path}\``);

/** Members of the whole document that are not known, and steps that the engine counts and the document lacks. */
export function unreadInDocument(document: Values, steps: readonly Values[]): Unread[] {
  const counts = isObject(document.changeSummary) ? Object.entries(document.changeSummary) : [];
  const present = Map.groupBy(steps, ({ op }) => String(op));
  const lacking = counts.flatMap(([op, count]) => {
    const lack = Number(count) - (present.get(op)?.length ?? 0);
    // Without `--show-sames`, the engine leaves unchanged resources out, and the review says so.
    return op !== "same" && lack > 0 ? [`${lack} of the ${count} operations "${op}" that the engine counts`] : [];
  });
  return [
    ...unknownMembers(document, DOCUMENT_MEMBERS).map((name) => ({ what: `"${name}"` })),
    ...lacking.map((what) => ({ what, isLacking: true as const })),
  ];
}

/**
 * Events that are not known, and steps that end without having begun. The numbers of events show no loss: the engine counts
 * events that it does not print. What else a stream lacks, the counts of its summary show.
 */
export function unreadInStream(events: readonly Values[]): Unread[] {
  const unknown = events.flatMap((event) => unknownMembers(event, EVENTS)).map((name) => `the event "${name}"`);
  const [begun, ended] = ["resourcePreEvent", "resOutputsEvent"].map((name) => new Set(urnsIn(events, name)));
  const lacking = [...(ended ?? [])].filter((urn) => !begun?.has(urn));
  return [
    ...[...new Set(unknown)].map((what) => ({ what })),
    ...lacking.map((urn) => ({ urn, what: "the beginning of its step", isLacking: true as const })),
  ];
}

const urnsIn = (events: readonly Values[], name: string): string[] =>
  events.flatMap(({ [name]: event }) => {
    const metadata = isObject(event) ? event.metadata : undefined;
    const urn = isObject(metadata) ? String(metadata.urn) : "";
    return classIn(parseUrn(urn).type) === undefined ? [] : [urn];
  });
