const SERVICE_VERSION = "2";

/** What a client's options say of the headers that every request has. */
export interface HeaderOptions {
  readonly apiKey: string;
}

/** The headers of a request. */
export const headersOf = ({ apiKey }: HeaderOptions, hasBody: boolean): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${apiKey}`,
  "service-version": SERVICE_VERSION,
  ...(hasBody && { "content-type": "application/json" }),
});
