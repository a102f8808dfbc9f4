/** A JSON object of the HTTP API, with the member names of the API reference. */
export type Wire = Record<string, unknown>;

/** True if the value is a JSON object, as opposed to an array, null or a scalar. */
export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if a path matches the template, segment by segment: `{name}` matches any single segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const templateSegments = template.split("/");
  const segments = path.split("/");
  const isMatch = (segment: string, index: number) =>
    segment === segments[index] || (/^\{.*\}$/.test(segment) && segments[index] !== "");
  return templateSegments.length === segments.length && templateSegments.every(isMatch);
}
