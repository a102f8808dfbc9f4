/** Arguments and outputs by their camelCase names, with no `Input` or `Output` around them. */
export type Values = Readonly<Record<string, unknown>>;

/** A JSON object as the API sends and receives it. */
export type WireObject = Readonly<Record<string, unknown>>;

/** True if a value is neither absent nor null nor an empty text. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "";

/** True for an object that is neither null nor an array. */
export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The items of a list that are objects; none if the value is not a list. */
export const objectItems = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The JSON of a value, with the members of objects in alphabetical order. */
export const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** An object of the entries whose value is not undefined. */
export const defined = (entries: Iterable<readonly [string, unknown]>): Record<string, unknown> =>
  Object.fromEntries([...entries].filter(([, value]) => value !== undefined));

/** An object without the members of these names. */
export const omit = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** True if a value is an object literal, and not an instance of a class. Its prototype may belong to another realm. */
export function isPlainObject(value: unknown): value is Values {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True if JSON can represent a value, apart from its members. */
export function isJsonValue(value: unknown): boolean {
  if (typeof value === "object")
    return value === null || Array.isArray(value) || isPlainObject(value);
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean";
}

/** The nested value at a path of member names. */
export const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce(
    (parent, name) => (isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined),
    value,
  );

/** The JSON value of a text; undefined if it is not JSON. The error of the parser would repeat a part of the text, which may be secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object of a text; undefined if it is not a JSON object. */
export function jsonObject(text: string): Values | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** True if a value, or a value at any depth in it, meets a condition. */
export const someValue = (value: unknown, isMet: (value: unknown) => boolean): boolean =>
  isMet(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((member) => someValue(member, isMet)));
