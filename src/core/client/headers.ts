/** Headers of a response. A header that comes several times is a list. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header that a response has once. A list is ambiguous, and counts as absent. */
export const singleHeader = (header: Headers[string]): string | undefined =>
  typeof header === "string" ? header : undefined;
