import { isAscii, isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { NetworkError, UnexpectedResponseError } from "./errors";
import type { Headers } from "./headers";

/** Limit of a response body in bytes, as received and after each step of its decoding. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Limit of the content codings of a response. Services use a single coding; each further coding costs a decoding of up to 8 MiB. */
const MAX_CODINGS = 5;

const MAX_NAME_LENGTH = 40;

const ADVICE = "check the service, and the gateways and proxies before it";

export const tooLarge = () =>
  new UnexpectedResponseError(`the answer is larger than ${MAX_RESPONSE_BYTES} bytes`);

/** The text of a response body, without its content codings and its byte order mark. */
export async function decode(body: Buffer, headers: Headers): Promise<string> {
  if (body.length === 0) return "";
  const codings = contentCodings(headers);
  if (codings.length > MAX_CODINGS) {
    const limit = `${codings.length} codings, of which this provider decodes at most ${MAX_CODINGS}`;
    throw new UnexpectedResponseError(`the answer is coded in ${limit}; ${ADVICE}`);
  }
  let bytes = body;
  for (const coding of codings.reverse()) bytes = await decodeContent(coding, bytes);
  return decodeText(bytes, charset(headers));
}

const contentCodings = (headers: Headers): string[] =>
  joinHeader(headers["content-encoding"])
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decoder = promisify(gunzip);
const zlib: Decoder = promisify(inflate);
const rawDeflate: Decoder = promisify(inflateRaw);

/** RFC 9110, section 8.4.1, puts `deflate` into the zlib format; some services send raw deflate. */
const deflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) % 16 === 8 ? zlib : rawDeflate)(bytes, options);

const decoders = new Map<string, Decoder>([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
  ["br", promisify(brotliDecompress)],
]);

async function decodeContent(coding: string, bytes: Buffer): Promise<Buffer> {
  const decoder = decoders.get(coding);
  if (!decoder) {
    const name = printable(coding);
    throw new UnexpectedResponseError(
      `the answer is coded in ${name}, which this provider does not decode; ${ADVICE}`,
    );
  }
  try {
    return await decoder(bytes, { maxOutputLength: MAX_RESPONSE_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    if (code === "Z_BUF_ERROR")
      throw new NetworkError(`the answer, coded in ${coding}, breaks off; check the network`, {
        mayBeProcessed: true,
        canPass: true,
      });
    throw new UnexpectedResponseError(
      `the answer claims to be coded in ${coding}, and is not; ${ADVICE}`,
    );
  }
}

const charset = (headers: Headers): string | undefined =>
  /;\s*charset\s*=\s*"?([^";,\s]+)/i.exec(joinHeader(headers["content-type"]))?.[1]?.toLowerCase();

const UTF8 = ["utf-8", "utf8", "us-ascii", "ascii"];

/**
 * The text of bytes. JSON is UTF-8 (RFC 8259, section 8.1), and the charset of `application/json` means nothing. So ASCII is
 * read regardless of the declared charset, and any other text if it is UTF-8. A NUL byte shows UTF-16: JSON never contains NUL,
 * and JSON in UTF-16 always has such bytes.
 */
function decodeText(bytes: Buffer, declaredCharset = "utf-8"): string {
  const isUnicode = UTF8.includes(declaredCharset);
  const isReadable = (isUnicode ? isUtf8(bytes) : isAscii(bytes)) && !bytes.includes(0);
  // A TextDecoder skips a byte order mark.
  if (isReadable) return new TextDecoder().decode(bytes);
  const reason = isUnicode
    ? "is not in UTF-8"
    : `is in the charset ${printable(declaredCharset)}, which this provider does not read`;
  throw new UnexpectedResponseError(`the answer ${reason}; ${ADVICE}`);
}

const joinHeader = (header: string | string[] | undefined): string => [header ?? []].flat().join();

/** A name that the service has sent, as printable ASCII of limited length. */
const printable = (name: string): string =>
  name.replace(/[^!-~]/g, "").slice(0, MAX_NAME_LENGTH) || "something unnamed";
