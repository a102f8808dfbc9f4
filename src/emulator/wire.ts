/** A JSON object as it travels over HTTP, with the member names of the API reference. */
export type Wire = Record<string, unknown>;

/** Whether the value is a JSON object, as opposed to an array, null or a scalar. */
export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a path is, segment by segment, the template: `{name}` stands for any one segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  const isMatch = (segment: string, index: number) =>
    segment === given[index] || (/^\{.*\}$/.test(segment) && given[index] !== "");
  return wanted.length === given.length && wanted.every(isMatch);
}
