import { shapeOf } from "./body-shape";
import { ForeignAnswerError, HttpError } from "./errors";
import { type Redact, reasonOf } from "./reason";
import { parseRetryAfter } from "./retry";
import type { Incoming } from "./transport";

/** What a message about an answer may say. */
export interface AnswerContext {
  /** Where the request went. */
  readonly url: URL;
  /** Where the API key came from. */
  readonly apiKeySource: string;
  /** Takes secrets out of what the service says; without it, nothing of that is shown. */
  readonly redact?: Redact | undefined;
}

/**
 * The JSON object of an answer; null if it has no body, or JSON's null in it.
 *
 * @param operation What was asked, as `METHOD /path`.
 * @throws {HttpError} if its status is one of failure.
 * @throws {ForeignAnswerError} if it holds anything but a JSON object or null.
 */
export function acceptAnswer(
  operation: string,
  answer: Incoming,
  { url, apiKeySource, redact }: AnswerContext,
): Readonly<Record<string, unknown>> | null {
  const { status, headers, text } = answer;
  if (status === 204) return null;
  if (status >= 200 && status <= 299) return parseObject(text);
  throw new HttpError(operation, {
    status,
    requestId: requestIdOf(answer),
    retryAfterMs: parseRetryAfter(single(headers["retry-after"]), single(headers.date), Date.now()),
    reason: redact && reasonOf(tryParse(text), redact),
    body: shapeOf(text),
    advice: REDIRECTS.includes(status)
      ? adviceOnRedirect(url, single(headers.location))
      : advice(operation, status, apiKeySource),
  });
}

/** Characters of a request's id that are shown. */
const MAX_ID_LENGTH = 100;

/** The service's id of a request, fit for a line. */
export function requestIdOf({ headers }: Incoming): string | undefined {
  const id = single(headers["x-request-id"])
    ?.replace(/[^!-~]/g, "")
    .slice(0, MAX_ID_LENGTH);
  return id === "" ? undefined : id;
}

/** Milliseconds by which the service's clock is ahead, if an answer tells. */
export function skewOf({ headers }: Incoming): number | undefined {
  const skew = Date.parse(single(headers.date) ?? "") - Date.now();
  return Number.isNaN(skew) ? undefined : skew;
}

const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === "string" ? header : undefined;

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = tryParse(text);
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown> | null;
  throw new ForeignAnswerError("the answer is not a JSON object; is edge-ingress:baseUrl the API's address?");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Of the Location nothing but the origin is shown: its path and query may hold a secret. */
function adviceOnRedirect(url: URL, location: string | undefined): string {
  const target = location === undefined ? null : URL.parse(location, url.href);
  const isOfWeb = target?.protocol === "https:" || target?.protocol === "http:";
  const where =
    !target || !isOfWeb ? "elsewhere" : `to ${target.origin === url.origin ? "another path of " : ""}${target.origin}`;
  return `the service redirects ${where}; set edge-ingress:baseUrl to the API's own address`;
}

/** What an update advises whose object is gone. */
export const NO_SUCH_OBJECT =
  "there is no such object; if it was deleted, run `pulumi refresh`; if not, check edge-ingress:baseUrl";

function advice(operation: string, status: number, apiKeySource: string): string {
  if (status === 401) return `the API key is not accepted: it came from ${apiKeySource}`;
  if (status === 403) return "the API key is not permitted to do this; ask for the permission, or use another key";
  if (status === 404 && /^(PUT|PATCH) /.test(operation)) return NO_SUCH_OBJECT;
  if (status === 404) return "there is no such object; if it should exist, check edge-ingress:baseUrl";
  if (status === 405) return "there is no such operation at this address; check edge-ingress:baseUrl";
  if (status === 429) return "the rate limit is reached; run the command again later";
  if (status >= 500) return "the service has a problem; run the command again later";
  return "the service refused the request; check the arguments against its rules";
}
