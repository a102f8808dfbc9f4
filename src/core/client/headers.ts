const SERVICE_VERSION = "2";

/** What a client's options say of the headers that every request has. */
export interface HeaderOptions {
  readonly apiKey: string;
}

/**
 * The headers of a request. The reference has no Accept-Encoding, and shows no coded answer; without the header, any coding
 * would be allowed (RFC 9110, section 12.5.3), zstd too, which not every supported Node.js decodes.
 */
export const headersOf = ({ apiKey }: HeaderOptions, hasBody: boolean): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${apiKey}`,
  "service-version": SERVICE_VERSION,
  "accept-encoding": "identity",
  ...(hasBody && { "content-type": "application/json" }),
});
