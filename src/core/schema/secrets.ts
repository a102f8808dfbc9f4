import { inputRows, type Row, type Table } from "./field";
import { isMap, type Marks, marksOf } from "./paths";
import { defined, isObject, isSet, UNKNOWN, type Values } from "./values";

/** By this member, with the value below, the engine knows a secret. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** A secret in the form in which a provider gives it to the engine, and the engine to a provider that takes it. */
const ofProvider = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

/** Whether a value is wrapped as a whole. */
export const isSecret = (value: unknown): value is { readonly value: unknown } =>
  isObject(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;

/** A value in clear, however deep in it secrets are wrapped. */
export function inClear(value: unknown): unknown {
  if (isSecret(value)) return inClear(value.value);
  if (Array.isArray(value)) return value.map(inClear);
  return isObject(value) ? mapped(value, (_, member) => inClear(member)) : value;
}

/** Whether anything in a value is wrapped as a secret. */
export const holdsSecret = (value: unknown): boolean =>
  isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(holdsSecret));

/** A secret in the form in which a state, or an import file, has it before it is encrypted. */
export const ofState = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify(value) });

/**
 * Wraps every secret in the form that the engine encrypts, wherever it stands. A mark made by the program alone would
 * not cover a secret that a refresh meets at a path that the program never wrote.
 *
 * @param marked Paths of other values that are secrets.
 */
export const withSecrets = (
  table: Table,
  values: Values,
  form: Form = ofProvider,
  marked: readonly string[] = [],
): Record<string, unknown> => wrapObject(table, values, form, marksOf(marked));

type Form = (value: unknown) => object;

const wrapObject = (table: Table, values: Values, form: Form, marks: Marks | undefined): Record<string, unknown> =>
  mapped(values, (key, value) => (table[key] ? wrap(table[key], value, form, marks?.members.get(key)) : value));

function wrap(row: Row, value: unknown, form: Form, marks: Marks | undefined): unknown {
  if ((row.secret || marks?.isMarked) && canBeWrapped(value)) return form(value);
  if (row.kind === "object" && isObject(value)) return wrapObject(row.fields, value, form, marks);
  return isMap(row) ? wrapMembers(value, form, marks) : value;
}

function wrapMembers(value: unknown, form: Form, marks: Marks | undefined): unknown {
  if (marks?.isMarked && canBeWrapped(value)) return form(value);
  return marks && isObject(value)
    ? mapped(value, (name, member) => wrapMembers(member, form, marks.members.get(name)))
    : value;
}

const canBeWrapped = (value: unknown): boolean => isSet(value) && value !== UNKNOWN;

const mapped = (values: Values, change: (key: string, value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(key, value)]));

/**
 * The values without the secrets that the state does not have: whether the server has them is not known, and an answer that
 * masks them would not tell. So the next update sends them again.
 */
export const withoutNewSecrets = (table: Table, values: Values, state: Values): Values =>
  defined(
    Object.entries(values).map(([key, value]) => {
      const row = table[key];
      if (row?.kind === "object" && isObject(value))
        return [key, withoutNewSecrets(row.fields, value, objectOf(state[key]))];
      return [key, row?.secret && value !== state[key] ? undefined : value];
    }),
  );

const objectOf = (state: unknown): Values => (isObject(state) ? state : {});

/** What is sent for a secret that nobody knows. It opens nothing. */
const PLACEHOLDER = "unknown";

/**
 * The values, complete enough to be sent for what is to be out of force: a required secret that the state does not have,
 * because answers mask it, is a placeholder.
 */
export const withPlaceholders = (table: Table, values: Values): Values =>
  defined(inputRows(table).map(([key, row]) => [key, completed(row, values[key])]));

function completed(row: Row, value: unknown): unknown {
  if (row.kind === "object" && isObject(value)) return withPlaceholders(row.fields, value);
  return row.secret && row.required && !isSet(value) ? PLACEHOLDER : value;
}

/** The texts of every secret among the values. */
export const secretsIn = (table: Table, values: Values): string[] =>
  Object.entries(values).flatMap(([key, value]) => (table[key] ? secretsOf(table[key], value) : []));

function secretsOf(row: Row, value: unknown): string[] {
  if (row.kind === "object" && isObject(value)) return secretsIn(row.fields, value);
  return row.secret && typeof value === "string" ? [value] : [];
}
