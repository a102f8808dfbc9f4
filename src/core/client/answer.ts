import { isObject, parseJson, type WireObject } from "../schema/values";
import { ForeignAnswerError, HttpError } from "./errors";
import { singleHeader } from "./headers";
import { requestedWaitMs } from "./requested-wait";
import type { Incoming } from "./transport";

/** A JSON object, or null for an answer without a body and for JSON's null. */
export type Answer = WireObject | null;

export type Redact = (text: string) => string;

export interface AnswerContext {
  readonly url: URL;
  readonly apiKeySource: string;
  /** Takes secrets out of what the service says; without it, nothing of that is shown. */
  readonly redact?: Redact | undefined;
}

/** The object of an answer; any other is an error. `operation` is what was asked, as `METHOD /path`. */
export function acceptAnswer(
  operation: string,
  answer: Incoming,
  { url, apiKeySource, redact }: AnswerContext,
) {
  const { status, headers, text } = answer;
  if (status === 204) return null;
  if (status >= 200 && status <= 299) return parseObject(text);
  throw new HttpError(operation, {
    status,
    requestId: requestIdOf(answer),
    retryAfterMs: requestedWaitMs(answer, Date.now()),
    reason: redact && reasonOf(parseJson(text), redact),
    advice: REDIRECTS.includes(status)
      ? adviceOnRedirect(url, singleHeader(headers.location))
      : advice(operation, status, apiKeySource),
  });
}

const MAX_ID_LENGTH = 100;

/** The service's id of a request, fit for a line. */
export function requestIdOf({ headers }: Incoming): string | undefined {
  const id = singleHeader(headers["x-request-id"])
    ?.replace(/[^!-~]/g, "")
    .slice(0, MAX_ID_LENGTH);
  return id === "" ? undefined : id;
}

/** Milliseconds by which the service's clock is ahead, if an answer tells. */
export function skewOf({ headers }: Incoming): number | undefined {
  const skew = Date.parse(singleHeader(headers.date) ?? "") - Date.now();
  return Number.isNaN(skew) ? undefined : skew;
}

function parseObject(text: string): Answer {
  const value = parseJson(text);
  if (value === null || isObject(value)) return value;
  throw new ForeignAnswerError(
    "the answer is not a JSON object; is edge-ingress:baseUrl the API's address?",
  );
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Of the Location nothing but the origin is shown: its path and query may hold a secret. */
function adviceOnRedirect(url: URL, location: string | undefined): string {
  const target = location === undefined ? null : URL.parse(location, url.href);
  const isOfWeb = target?.protocol === "https:" || target?.protocol === "http:";
  const where =
    !target || !isOfWeb
      ? "elsewhere"
      : `to ${target.origin === url.origin ? "another path of " : ""}${target.origin}`;
  return `the service redirects ${where}; set edge-ingress:baseUrl to the API's own address`;
}

/** What an update advises whose object is gone. */
export const NO_SUCH_OBJECT =
  "there is no such object; if it was deleted, run `pulumi refresh`; if not, check edge-ingress:baseUrl";

const CONFLICT_OF_CREATE =
  "the request conflicts with an object that exists: if the program has that object under another name, add an alias; if this run " +
  "replaces it, set `deleteBeforeReplace`";

const CONFLICT_OF_UPDATE =
  "the request conflicts with another object: if another resource of the program had these arguments until now, name resources " +
  "by what they are and not by their positions in a list, and add aliases";

function advice(operation: string, status: number, apiKeySource: string): string {
  if (status === 401) return `the API key is not accepted: it came from ${apiKeySource}`;
  if (status === 403)
    return "the API key is not permitted to do this; ask for the permission, or use another key";
  if (status === 404 && /^(PUT|PATCH) /.test(operation)) return NO_SUCH_OBJECT;
  if (status === 404)
    return "there is no such object; if it should exist, check edge-ingress:baseUrl";
  if (status === 405)
    return "there is no such operation at this address; check edge-ingress:baseUrl";
  if (status === 409 && operation.startsWith("POST ")) return CONFLICT_OF_CREATE;
  if (status === 409 && /^(PUT|PATCH) /.test(operation)) return CONFLICT_OF_UPDATE;
  if (status === 429) return "the rate limit is reached; run the command again later";
  if (status >= 500) return "the service has a problem; run the command again later";
  return "the service refused the request; check the arguments against its rules";
}

const MAX_LENGTH = 300;

/** Characters of a reason that are looked at; the body of an answer may have millions. */
const MAX_READ = 10_000;

/** Characters that show nothing, or turn what follows around. */
const INVISIBLE = /\p{Cf}+/gu;

/**
 * Why the service refused a request, in its own words and on one line. The reference shows no form of an error's body: these
 * are the members that most APIs use. The words may repeat the request. Secrets are taken out before the text is cut, or a
 * part of one would stay; and before its lines are joined and after that, since a secret may have lines or be broken into some.
 */
export function reasonOf(body: unknown, redact: Redact): string | undefined {
  if (!isObject(body)) return undefined;
  const { msg, message, details } = body;
  const [found = ""] = [msg, message, details].map(textOfMember).filter((text) => text !== "");
  const text = found.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, "");
  const characters = [...redact(onOneLine(redact(text)))];
  if (characters.length === 0) return undefined;
  return characters.length <= MAX_LENGTH
    ? characters.join("")
    : `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}

/** The text of a member: as it stands, or that of a list or an object of texts. */
function textOfMember(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return "";
  const texts = Object.entries(value).filter(([, text]) => typeof text === "string");
  return texts.map(([name, text]) => (Array.isArray(value) ? text : `${name}: ${text}`)).join("; ");
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
