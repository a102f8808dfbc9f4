/** Headers of a response. A repeated header is a list. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header that occurs once. A list is ambiguous, and counts as absent. */
export const singleHeader = (header: Headers[string]): string | undefined =>
  typeof header === "string" ? header : undefined;
