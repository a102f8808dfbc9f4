/** Arguments and outputs by their camelCase names, with no `Input` or `Output` around them. */
export type Values = Readonly<Record<string, unknown>>;

/** A JSON object as the API sends and receives it. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Absent in the program is absent, null or an empty text. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "";

/** True for an object that is neither null nor an array. */
export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects in a list; none if the value is no list. */
export const objectItems = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The JSON of a value, the same in whatever order objects have their members. */
export const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** The members that have a value. */
export const defined = (entries: Iterable<readonly [string, unknown]>): Record<string, unknown> =>
  Object.fromEntries([...entries].filter(([, value]) => value !== undefined));

/** Whether a value is an object literal, not an instance of a class. Its prototype may be that of another realm. */
export function isPlainObject(value: unknown): value is Values {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether JSON has a value, its members aside. */
export function isJsonValue(value: unknown): boolean {
  if (typeof value === "object")
    return value === null || Array.isArray(value) || isPlainObject(value);
  return typeof value === "number"
    ? Number.isFinite(value)
    : typeof value === "string" || typeof value === "boolean";
}

/** What is found by the names, each of a member of what is before it. */
export const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce(
    (holder, name) => (isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
    value,
  );

/** The JSON value of a text, if it has one. The parser's own error would repeat a part of the text, which may be secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object of a text, if it has one. */
export function jsonObject(text: string): Values | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Whether a value, or anything in it, meets a condition. */
export const someValue = (value: unknown, isMet: (value: unknown) => boolean): boolean =>
  isMet(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((each) => someValue(each, isMet)));
