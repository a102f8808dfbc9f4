import { resourceClassName } from "../../core/definitions/define";
import * as definitions from "../../core/definitions/index";
import { isWrapped } from "../../core/pulumi/engine-values";
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
  /** The engine counts the part, and the preview lacks it. */
  readonly isLacking?: true;
}

/** The parts of a step that are not known, if its resource is of this package. */
export function unreadInStep({ op, urn, old, next, unknownMembers: ofStep }: EngineStep): Unread[] {
  if (resourceClassName(parseUrn(urn).type) === undefined) return [];
  const found = [
    ...(isOperation(op) ? [] : [`the operation "${op}"`]),
    ...ofStep.map((name) => `"${name}" of its step`),
    ...[old, next]
      .flatMap((state) => (state ? unreadInState(urn, state) : []))
      .map(({ what }) => what),
  ];
  return [...new Set(found)].map((what) => ({ urn, what }));
}

/** The parts of a resource's state that are not known: its class, a member, or an argument. */
export function unreadInState(urn: string, state: Values): Unread[] {
  const name = resourceClassName(parseUrn(urn).type);
  if (name === undefined) return [];
  const fields = fieldsByClass.get(name);
  const found = [
    ...(fields ? [] : [`the class ${name}`]),
    ...unknownMembers(resourceState, state).map((member) => `"${member}" of its state`),
    ...(fields && isObject(state.inputs) ? unknownArguments(fields, state.inputs) : []),
  ];
  return found.map((what) => ({ urn, what }));
}

/** Arguments that a newer release may have. Those that begin with two underscores are the provider's. */
const unknownArguments = (fields: Table, inputs: Values): string[] =>
  pathsWithoutRow(fields, inputs, "")
    .filter((path) => !path.startsWith("__") && path !== "id")
    .map((path) => `the argument \`${path}\``);

/**
 * The paths of values that a table has no row for. Values of lists and maps have no rows of their own. A walk of the table would also
 * visit each row without a value, which takes twice as long to read a large preview.
 */
function pathsWithoutRow(table: Table, values: Values, prefix: string): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    if (!row) return isSet(value) ? [prefix + key] : [];
    const isNested = row.kind === "object" && isPlainObject(value) && !isWrapped(value);
    return isNested ? pathsWithoutRow(row.fields, value, `${prefix}${key}.`) : [];
  });
}

/** Members of a document that are not known. */
export const unreadInDocument = (document: Values): Unread[] =>
  unknownMembers(previewDocument, document).map((name) => ({ what: `"${name}"` }));

/** Steps that the engine counts and the preview lacks. */
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
 * Events that are not known, and steps that end without having begun. The sequence numbers of the events do not show a loss:
 * the engine also numbers events that it does not print. The counts of the summary show every other loss.
 */
export function unreadInStream(events: readonly EngineEvent[]): Unread[] {
  const unknown = events
    .flatMap((event) => unknownMembers(engineEvent, event))
    .map((name) => `the event "${name}"`);
  const begun = new Set(
    events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata.urn ?? []),
  );
  const ended = new Set(
    events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata.urn ?? []),
  );
  const lacking = [...ended].filter(
    (urn) => resourceClassName(parseUrn(urn).type) !== undefined && !begun.has(urn),
  );
  return [
    ...[...new Set(unknown)].map((what) => ({ what })),
    ...lacking.map((urn) => ({ urn, what: "the beginning of its step", isLacking: true as const })),
  ];
}
