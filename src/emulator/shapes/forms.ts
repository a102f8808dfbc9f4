import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import type { Caller } from "../state/state";
import { type Issue, unwrapped } from "../validation/issues";
import { isWire, type Wire } from "../wire";
import { type MemberNote, memberNotes, type RuleContext, rules } from "./members";

/** Handles a value whose schema carries a note; undefined leaves the member out. */
type Visit = (note: MemberNote, value: unknown) => unknown;

const keep: Visit = (_note, value) => value;

/** The form that is stored: every member of the shape is there, unset ones as null. */
export function toStored(schema: z.ZodObject, value: Wire): Wire {
  return convert(schema, value, keep) as Wire;
}

/** The form that answers show: as stored, but for secrets and unset texts, which options decide on, and the `uri` of references. */
export function toAnswer(schema: z.ZodObject, value: Wire, { state, origin }: Caller): Wire {
  const masks: Readonly<Record<OptionValues["secrets"], (member: unknown) => unknown>> = {
    plain: (member) => member,
    masked: (member) => (member === "" ? "" : "********"),
    null: () => null,
    absent: () => undefined,
  };
  const mask = masks[state.options.secrets];
  return convert(schema, value, (note, member) => {
    if (note.secret === true) return member === null ? null : mask(member);
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
  const inner = unwrapped(schema);
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

/** What a value that has passed its schema breaks of the rules that depend on the options or on what exists. */
export function ruleIssues(schema: unknown, value: unknown, context: RuleContext): Issue[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodType) || value === undefined || value === null) return [];
  const ofMembers = membersOf(inner, value).flatMap(([name, memberSchema, member]) =>
    ruleIssues(memberSchema, member, context).map((issue) => below(name, issue)),
  );
  return [...ofMembers, ...(rules.get(inner)?.check(value, context) ?? [])];
}

function membersOf(schema: z.ZodType, value: unknown): (readonly [name: string, schema: unknown, value: unknown])[] {
  if (schema instanceof z.ZodObject && isWire(value)) {
    return Object.entries(schema.shape).map(([name, member]) => [name, member, value[name]]);
  }
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value)) return [];
  return value.map((item, index) => [String(index), schema.element, item]);
}

const below = (name: string, { member, message }: Issue): Issue => ({
  member: member === "" ? name : `${name}.${member}`,
  message,
});
