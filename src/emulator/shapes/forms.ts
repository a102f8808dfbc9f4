import { z } from "@hono/zod-openapi";
import type { Caller } from "../state/state";
import { type Issue, memberSchema, unwrapped } from "../validation/issues";
import { isWire, type Wire } from "../wire";
import { projections, type RuleContext, rules, type View } from "./members";

/** Converts a value to its stored form: every member of the shape is present, unset members are null. */
export function toStored(schema: z.ZodObject, value: Wire): Wire {
  return convert(schema, value) as Wire;
}

/** Converts a stored value to the form of responses, which differs in secrets, unset texts and references. */
export function toAnswer(schema: z.ZodObject, value: Wire, { state, origin }: Caller): Wire {
  return convert(schema, value, { options: state.options, origin }) as Wire;
}

/** @param view undefined if the value is to be stored */
function convert(schema: unknown, value: unknown, view?: View): unknown {
  const inner = unwrapped(schema);
  const projection = inner instanceof z.ZodType ? projections.get(inner) : undefined;
  if (projection !== undefined && view !== undefined) return projection.shown(value ?? null, view);
  if (projection !== undefined) return value ?? null;
  if (inner instanceof z.ZodObject && isWire(value)) return convertMembers(inner, value, view);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => convert(inner.element, item, view));
  }
  return value ?? null;
}

/** Members of the shape in its order, then members that only an out-of-band change can have added. */
function convertMembers({ shape }: z.ZodObject, value: Wire, view: View | undefined): Wire {
  const names = Object.keys({ ...shape, ...value });
  const present = names.filter((name) => value[name] !== undefined || !mayBeAbsent(shape[name]));
  const converted = present.map((name) => [name, convert(shape[name], value[name], view)] as const);
  return Object.fromEntries(converted.filter(([, member]) => member !== undefined));
}

/**
 * True for a member that is not in the shape, or is optional but not nullable: the reference documents it as "present
 * when …".
 */
function mayBeAbsent(schema: unknown): boolean {
  return (
    schema === undefined ||
    (schema instanceof z.ZodOptional && !(schema.unwrap() instanceof z.ZodNullable))
  );
}

/**
 * Returns the rules that a value breaks after it has passed its schema: rules that depend on the options or on existing
 * objects.
 */
export const ruleIssues = (schema: unknown, value: unknown, { state, account }: Caller): Issue[] =>
  brokenRules(schema, value, {
    options: state.options,
    exists: (kind, id) =>
      state.known.has(kind, id) || state.store.get(account, `/${kind}/${id}`) !== undefined,
  });

function brokenRules(schema: unknown, value: unknown, context: RuleContext): Issue[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodType) || value === undefined || value === null) return [];
  const members = typeof value === "object" ? Object.entries(value) : [];
  const ofMembers = members.flatMap(([name, memberValue]) =>
    brokenRules(memberSchema(inner, name), memberValue, context).map(({ member, message }) => ({
      member: member === "" ? name : `${name}.${member}`,
      message,
    })),
  );
  return [...ofMembers, ...(rules.get(inner)?.check(value, context) ?? [])];
}
