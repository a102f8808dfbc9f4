import { isUtf8 } from "node:buffer";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { exactJsonIssue } from "../validation/exact-json";
import { ApiError, invalidRequest, issuesError } from "./errors";

/** The body of a request as it was received. */
interface SentBody {
  /** The parsed body; undefined if it is refused. */
  readonly value?: unknown;
  readonly bytes: number;
  /** The reason why no operation accepts the body. */
  readonly refusal?: ApiError;
  /** Set if the connection ended before the body was complete. */
  readonly isCutOff?: true;
}

/** Values that handlers and middleware share for a request. */
export interface EmulatorEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Account that owns the request's key; null when the key is missing or unknown. */
    account: string | null;
    /** The received body; undefined if the request has no body or no known key. */
    body: SentBody | undefined;
  };
}

/** Hono's context of an emulator request. */
export type EmulatorContext = Context<EmulatorEnv>;

/** Maximum size of a request's body. */
const MAX_BODY_BYTES = 1024 * 1024;

const tooLarge = new ApiError(
  413,
  "BODY_TOO_LARGE",
  `the body is longer than ${MAX_BODY_BYTES} bytes`,
);

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
    const bytes = Buffer.from(await c.req.arrayBuffer());
    // Some clients announce chunks with each request, and send none.
    if (bytes.length === 0 && length === 0) return undefined;
    return { bytes: bytes.length, ...read(bytes, c.req.header("content-encoding")) };
  } catch (error) {
    if (error === tooLarge) return { bytes: 0, refusal: tooLarge };
    if (c.env.incoming.complete) throw error;
    return { bytes: 0, refusal: invalidRequest("the body was cut off"), isCutOff: true };
  }
}

function read(bytes: Buffer, encoding = "identity"): Pick<SentBody, "value" | "refusal"> {
  if (encoding !== "identity") {
    return {
      refusal: new ApiError(
        415,
        "UNSUPPORTED_MEDIA_TYPE",
        "a body with a Content-Encoding is not accepted",
      ),
    };
  }
  if (!isUtf8(bytes)) return { refusal: invalidRequest("the body is not UTF-8") };
  const text = bytes.toString();
  if (text.startsWith("\ufeff"))
    return { refusal: invalidRequest("the body begins with a byte order mark") };
  try {
    const value: unknown = JSON.parse(text);
    const issue = exactJsonIssue(text);
    return issue === undefined ? { value } : { refusal: issuesError([issue]) };
  } catch (error) {
    if (error instanceof SyntaxError) return { refusal: invalidRequest("the body is not JSON") };
    throw error;
  }
}

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Returns the parsed body of a request. @throws an ApiError if the body is missing, not declared as JSON, or changed by
 * parsing
 */
export function jsonBody(c: EmulatorContext): unknown {
  const body = c.get("body");
  if (body === undefined) throw invalidRequest("the operation needs a JSON body");
  if (!jsonType.test(c.req.header("content-type") ?? "")) {
    throw new ApiError(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "the header Content-Type must be application/json, in UTF-8",
    );
  }
  if (body.refusal !== undefined) throw body.refusal;
  return body.value;
}
