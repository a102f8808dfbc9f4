import { isAscii, isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { NetworkError, UnexpectedAnswerError } from "./errors";
import type { Headers } from "./headers";

/** The most bytes that an answer may have, as it comes and in every step of its decoding. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Codings of one answer. A service has use for one; each further one costs another decoding of up to 8 MiB. */
const MAX_CODINGS = 5;

const MAX_NAME_LENGTH = 40;

const ADVICE = "check the service, and the gateways and proxies before it";

export const tooLarge = () =>
  new UnexpectedAnswerError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);

/** The text of an answer, freed from its codings and its byte order mark. */
export async function decode(body: Buffer, headers: Headers): Promise<string> {
  if (body.length === 0) return "";
  const codings = codingsOf(headers);
  if (codings.length > MAX_CODINGS) {
    const given = `${codings.length} codings, of which this provider decodes at most ${MAX_CODINGS}`;
    throw new UnexpectedAnswerError(`the answer is coded in ${given}; ${ADVICE}`);
  }
  let bytes = body;
  for (const coding of codings.reverse()) bytes = await withoutCoding(coding, bytes);
  return textOf(bytes, charsetOf(headers));
}

const codingsOf = (headers: Headers): string[] =>
  joined(headers["content-encoding"])
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decoder = promisify(gunzip);
const zlib: Decoder = promisify(inflate);
const rawDeflate: Decoder = promisify(inflateRaw);

/** By RFC 9110, section 8.4.1, `deflate` has the zlib format around it; some services leave that out. */
const deflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) % 16 === 8 ? zlib : rawDeflate)(bytes, options);

const decoders = new Map<string, Decoder>([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
  ["br", promisify(brotliDecompress)],
]);

async function withoutCoding(coding: string, bytes: Buffer): Promise<Buffer> {
  const decoder = decoders.get(coding);
  if (!decoder) {
    const name = shown(coding);
    throw new UnexpectedAnswerError(
      `the answer is coded in ${name}, which this provider does not decode; ${ADVICE}`,
    );
  }
  try {
    return await decoder(bytes, { maxOutputLength: MAX_ANSWER_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    if (code === "Z_BUF_ERROR")
      throw new NetworkError(
        `the answer, coded in ${coding}, breaks off; check the network`,
        true,
        true,
      );
    throw new UnexpectedAnswerError(
      `the answer claims to be coded in ${coding}, and is not; ${ADVICE}`,
    );
  }
}

const charsetOf = (headers: Headers): string | undefined =>
  /;\s*charset\s*=\s*"?([^";,\s]+)/i.exec(joined(headers["content-type"]))?.[1]?.toLowerCase();

const UTF8 = ["utf-8", "utf8", "us-ascii", "ascii"];

/**
 * JSON is UTF-8 (RFC 8259, section 8.1), and the charset of `application/json` means nothing. So ASCII is read whatever
 * charset is claimed for it, and anything else if it is UTF-8. A NUL is never a part of JSON, and always one of its UTF-16.
 */
function textOf(bytes: Buffer, charset = "utf-8"): string {
  const isUnicode = UTF8.includes(charset);
  const isReadable = (isUnicode ? isUtf8(bytes) : isAscii(bytes)) && !bytes.includes(0);
  // A TextDecoder skips a byte order mark.
  if (isReadable) return new TextDecoder().decode(bytes);
  const reason = isUnicode
    ? "is not in UTF-8"
    : `is in the charset ${shown(charset)}, which this provider does not read`;
  throw new UnexpectedAnswerError(`the answer ${reason}; ${ADVICE}`);
}

const joined = (header: string | string[] | undefined): string => [header ?? []].flat().join();

/** A name that the service has sent, fit for a line. */
const shown = (name: string): string =>
  name.replace(/[^!-~]/g, "").slice(0, MAX_NAME_LENGTH) || "something unnamed";
