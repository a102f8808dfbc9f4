import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import type { Caller } from "../state/state";
import { isWire, type Wire } from "../wire";
import { type MemberNote, memberNotes } from "./members";

/** Handles a value whose schema carries a note; undefined leaves the member out. */
type Visit = (note: MemberNote, value: unknown) => unknown;

const keep: Visit = (_note, value) => value;

/** The form that is stored: every member of the shape is there, unset ones as null. */
export function toStored(schema: z.ZodObject, value: Wire): Wire {
  return convert(schema, value, keep) as Wire;
}

/** The form that answers show: as stored, but for secrets and unset texts, which options decide on, and the `uri` of references. */
export function toAnswer(schema: z.ZodObject, value: Wire, { state, origin }: Caller): Wire {
  const masks: Readonly<Record<string, Visit>> = {
    plain: keep,
    masked: (_note, member) => (member === "" ? "" : "********"),
    null: () => null,
    absent: () => undefined,
  };
  const mask = masks[state.options.secrets] ?? keep;
  return convert(schema, value, (note, member) => {
    if (note.secret === true) return member === null ? null : mask(note, member);
    if (note.unsetAs !== undefined) return shownText(note.unsetAs, member, state.options);
    if (note.refersTo === undefined || !isWire(member)) return member;
    return { uri: `${origin}/${note.refersTo}/${member.id}`, ...member };
  }) as Wire;
}

/** A text that may not be set: an empty one is not, unless it is shown as it was written. */
function shownText(unsetAs: NonNullable<MemberNote["unsetAs"]>, text: unknown, options: OptionValues): unknown {
  const { unsetText, agentIngressMetadata } = options;
  if (text !== null && (text !== "" || unsetText === "as-written")) return text;
  if (unsetAs === "agentIngressMetadata" && agentIngressMetadata === "absent") return undefined;
  return { "as-written": null, null: null, empty: "", absent: undefined }[unsetText];
}

function convert(schema: unknown, value: unknown, visit: Visit): unknown {
  const inner = unwrap(schema, value);
  const note = inner instanceof z.ZodType ? memberNotes.get(inner) : undefined;
  if (note !== undefined) return visit(note, value ?? null);
  if (inner instanceof z.ZodObject && isWire(value)) return convertMembers(inner, value, visit);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => convert(inner.element, item, visit));
  }
  return value ?? null;
}

/** Members of the shape in its order, then those that only an out-of-band edit can have added. */
function convertMembers(schema: z.ZodObject, value: Wire, visit: Visit): Wire {
  const converted: Wire = {};
  for (const [member, memberSchema] of Object.entries(schema.shape)) {
    if (value[member] === undefined && mayBeAbsent(memberSchema)) continue;
    const shown = convert(memberSchema, value[member], visit);
    if (shown !== undefined) converted[member] = shown;
  }
  const others = Object.entries(value).filter(([member]) => !Object.hasOwn(schema.shape, member));
  return { ...converted, ...Object.fromEntries(others) };
}

/** Optional but not nullable: the reference says "present when …". */
function mayBeAbsent(schema: unknown): boolean {
  return schema instanceof z.ZodOptional && !(schema.unwrap() instanceof z.ZodNullable);
}

function unwrap(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap(), value);
  if (schema instanceof z.ZodUnion) {
    return schema.options.find((branch) => branch instanceof z.ZodArray === Array.isArray(value));
  }
  return schema;
}
