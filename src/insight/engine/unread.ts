import { resourceClassName } from "../../core/definitions/define";
import * as definitions from "../../core/definitions/index";
import { isWrappedSecret } from "../../core/pulumi/engine-values";
import { parseUrn } from "../../core/pulumi/urn";
import type { Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { isObject, isPlainObject, isSet, type Values } from "../../core/schema/values";
import { isOperation } from "./operations";
import {
  type EngineEvent,
  engineEvent,
  previewDocument,
  resourceState,
  unknownMembers,
} from "./schemas";
import type { EngineStep } from "./step";

/**
 * The parts of a preview or a state that this release does not know. No rule has judged them, so each part is reported: a change
 * could hide in a part that a reader skips.
 */

const fieldsByClass: ReadonlyMap<string, Table> = new Map(
  Object.values<Definition>(definitions).map(({ type, fields }) => [type, fields]),
);

/** A part that was not read. */
export interface Unread {
  /** The URN of the resource with the part. Default: the part is of the stack. */
  readonly urn?: string;
  /** The part, in words. */
  readonly what: string;
  /** True if the preview lacks the part. Default: the part is there, and this release does not know it. */
  readonly isLacking?: true;
}

/** The unknown parts of a step, if its resource is of this package. */
export function unreadInStep(step: EngineStep): Unread[] {
  const { op, urn, old, next } = step;
  const className = resourceClassName(parseUrn(urn).type);
  if (className === undefined) return [];
  const operation = isOperation(op) ? [] : [`the operation "${op}"`];
  const members = step.unknownMembers.map((name) => `"${name}" of its step`);
  const states = [old, next].filter((state) => state !== undefined);
  const partsOfStates = states.flatMap((state) => unknownPartsOfState(className, state));
  const parts = new Set([...operation, ...members, ...partsOfStates]);
  return [...parts].map((what) => ({ urn, what }));
}

/** The unknown parts of a state, if its resource is of this package. */
export function unreadInState(urn: string, state: Values): Unread[] {
  const className = resourceClassName(parseUrn(urn).type);
  if (className === undefined) return [];
  return unknownPartsOfState(className, state).map((what) => ({ urn, what }));
}

/** The unknown parts of a resource's state, in words: its class, a member, or an argument. */
function unknownPartsOfState(className: string, state: Values): string[] {
  const members = unknownMembers(resourceState, state).map((name) => `"${name}" of its state`);
  const table = fieldsByClass.get(className);
  if (!table) return [`the class ${className}`, ...members];
  return isObject(state.inputs) ? [...members, ...unknownArguments(table, state.inputs)] : members;
}

/**
 * Arguments that a newer release may have. Names that begin with two underscores are the provider's, and `id` is no argument: it
 * identifies the object.
 */
const unknownArguments = (table: Table, inputs: Values): string[] =>
  pathsWithoutRow(table, inputs, "")
    .filter((path) => !path.startsWith("__") && path !== "id")
    .map((path) => `the argument \`${path}\``);

/**
 * The paths of values that a table has no row for. Values of lists and maps have no rows of their own. A walk of the table would also
 * visit each row without a value, which takes twice as long to read a large preview.
 */
function pathsWithoutRow(table: Table, values: Values, prefix: string): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (!isSet(value)) return [];
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    if (!row) return [prefix + key];
    if (row.kind !== "object" || !isPlainObject(value) || isWrappedSecret(value)) return [];
    return pathsWithoutRow(row.fields, value, `${prefix}${key}.`);
  });
}

/** The unknown members of a document. */
export const unreadInDocument = (document: Values): Unread[] =>
  unknownMembers(previewDocument, document).map((name) => ({ what: `"${name}"` }));

/** The steps that the engine counts and the preview lacks. */
export function unreadInCounts(
  changeSummary: Readonly<Record<string, number>>,
  steps: readonly EngineStep[],
): Unread[] {
  const present = Map.groupBy(steps, ({ op }) => op);
  return Object.entries(changeSummary).flatMap(([op, count]) => {
    const lack = count - (present.get(op)?.length ?? 0);
    // Without `--show-sames`, the engine leaves unchanged resources out, and the review says so.
    if (op === "same" || lack <= 0) return [];
    return [
      {
        what: `${lack} of the ${count} operations "${op}" that the engine counts`,
        isLacking: true,
      },
    ];
  });
}

/**
 * The unknown events of a stream, and the steps that end without having begun. The sequence numbers of the events do not show a
 * loss: the engine also numbers events that it does not print. The counts of the summary show every other loss.
 */
export const unreadInStream = (events: readonly EngineEvent[]): Unread[] => [
  ...unknownEvents(events),
  ...stepsWithoutBeginning(events),
];

function unknownEvents(events: readonly EngineEvent[]): Unread[] {
  const names = events.flatMap((event) => unknownMembers(engineEvent, event));
  return [...new Set(names)].map((name) => ({ what: `the event "${name}"` }));
}

function stepsWithoutBeginning(events: readonly EngineEvent[]): Unread[] {
  const begun = new Set(events.map(({ resourcePreEvent }) => resourcePreEvent?.metadata.urn));
  const ended = new Set(
    events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata.urn ?? []),
  );
  return [...ended]
    .filter((urn) => resourceClassName(parseUrn(urn).type) !== undefined && !begun.has(urn))
    .map((urn) => ({ urn, what: "the beginning of its step", isLacking: true }));
}
