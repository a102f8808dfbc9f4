import { isObject, parseJson, type WireObject } from "../schema/values";
import { redirectAdvice, statusAdvice } from "./advice";
import { ForeignResponseError, HttpError } from "./errors";
import { singleHeader } from "./headers";
import { type Redact, refusalReason } from "./refusal-reason";
import { requestedWaitMs } from "./requested-wait";
import { isSuccess } from "./status";
import type { TransportResponse } from "./transport";

/** A JSON object, or null for a response without a body and for JSON's null. */
export type ResponseBody = WireObject | null;

export interface ResponseContext {
  readonly url: URL;
  readonly apiKeySource: string;
  /** Takes secrets out of the reason that the service gives for a refusal. Without it, the error leaves out the reason. */
  readonly redact?: Redact | undefined;
}

/**
 * The body of a successful response.
 *
 * @param operation The request, as `METHOD /path`.
 * @throws {HttpError} if the status is not one of success.
 * @throws {ForeignResponseError} if the body is not a JSON object.
 */
export function acceptResponse(
  operation: string,
  response: TransportResponse,
  { url, apiKeySource, redact }: ResponseContext,
): ResponseBody {
  const { status, headers, text } = response;
  if (status === 204) return null;
  if (isSuccess(status)) return parseBody(text);
  const advice =
    redirectAdvice(status, url, singleHeader(headers.location)) ??
    statusAdvice(operation, status, apiKeySource);
  throw new HttpError(operation, {
    status,
    requestId: requestId(response),
    retryAfterMs: requestedWaitMs(response, Date.now()),
    reason: redact && refusalReason(parseJson(text), redact),
    advice,
  });
}

function parseBody(text: string): ResponseBody {
  const value = parseJson(text);
  if (value === null || isObject(value)) return value;
  throw new ForeignResponseError(
    "the answer is not a JSON object; is edge-ingress:baseUrl the API's address?",
  );
}

const MAX_ID_LENGTH = 100;

/** The service's id of a request, as printable ASCII of limited length. */
export function requestId({ headers }: TransportResponse): string | undefined {
  const id = singleHeader(headers["x-request-id"])
    ?.replace(/[^!-~]/g, "")
    .slice(0, MAX_ID_LENGTH);
  return id === "" ? undefined : id;
}

/** Milliseconds by which the service's clock is ahead of this machine's. Undefined if the response has no valid `Date`. */
export function clockSkewMs({ headers }: TransportResponse): number | undefined {
  const skewMs = Date.parse(singleHeader(headers.date) ?? "") - Date.now();
  return Number.isNaN(skewMs) ? undefined : skewMs;
}
