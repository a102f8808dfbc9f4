/** A JSON object as it travels over HTTP, with the member names of the API reference. */
export type Wire = Record<string, unknown>;

/** Whether the value is a JSON object, as opposed to an array, null or a scalar. */
export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
