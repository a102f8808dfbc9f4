import { bodyLimit } from "hono/body-limit";
import { MAX_BODY_BYTES } from "../defaults";
import { exactJsonIssue } from "../validation/exact-json";
import type { EmulatorContext, SentBody } from "./environment";
import { ApiError, issuesError } from "./errors";

const tooLarge = new ApiError(413, "BODY_TOO_LARGE", `the body is longer than ${MAX_BODY_BYTES} bytes`);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const limitChunks = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw tooLarge;
  },
});

/** Reads the body of a request; undefined when it has none. */
export async function readBody(c: EmulatorContext): Promise<SentBody | undefined> {
  const length = Number(c.req.header("content-length") ?? 0);
  const isChunked = c.req.header("transfer-encoding") !== undefined;
  if (length === 0 && !isChunked) return undefined;
  if (length > MAX_BODY_BYTES) return { bytes: 0, refusal: tooLarge };
  try {
    if (isChunked) await limitChunks(c, async () => undefined);
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return { bytes: bytes.length, ...parsed(c, bytes) };
  } catch (error) {
    if (error === tooLarge) return { bytes: 0, refusal: tooLarge };
    if (c.env.incoming.complete) throw error;
    return { bytes: 0, refusal: invalid("the body was cut off"), isCutOff: true };
  }
}

function parsed(c: EmulatorContext, bytes: Uint8Array): Pick<SentBody, "value" | "refusal"> {
  if ((c.req.header("content-encoding") ?? "identity") !== "identity") {
    return { refusal: new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", "a body with a Content-Encoding is not accepted") };
  }
  const text = decoded(bytes);
  if (text === undefined) return { refusal: invalid("the body is not UTF-8") };
  if (text.startsWith("\ufeff")) return { refusal: invalid("the body begins with a byte order mark") };
  try {
    const value: unknown = JSON.parse(text);
    const issue = exactJsonIssue(text);
    return issue === undefined ? { value } : { refusal: issuesError([issue]) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { refusal: invalid("the body is not JSON") };
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function invalid(message: string): ApiError {
  return new ApiError(400, "INVALID_REQUEST", message);
}
