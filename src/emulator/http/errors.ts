import type { OptionValues } from "../options/registry";
import { type Issue, issueText } from "../validation/issues";

/**
 * A refused request: a response with `status`, in the shape that the option `errorBody` selects. Messages never contain
 * values of a request.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, string>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export function notFound(what: string): ApiError {
  return new ApiError(404, "NOT_FOUND", `${what} was not found`);
}

export function invalidRequest(
  message: string,
  details: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError(400, "INVALID_REQUEST", message, details);
}

/**
 * Number of issues that a refusal names: a body can break the rules in so many places that the response would outgrow
 * the body.
 */
const NAMED_ISSUES = 100;

/** @throws a 400 for all the issues, if there are any */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw issuesError(issues);
}

/** Returns a 400 for all the issues, named member by member. */
export function issuesError(issues: readonly Issue[]): ApiError {
  const named = issues.slice(0, NAMED_ISSUES);
  const others = issues.length === named.length ? "" : `; and ${issues.length - named.length} more`;
  const details = Object.fromEntries(
    named.map(({ member, message }) => [member === "" ? "body" : member, message]),
  );
  return invalidRequest(`${issueText(named)}${others}`, details);
}

/** The response to a failed request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The response to a refused request, in the shape that the option `errorBody` selects. */
export function errorAnswer(
  { status, code, message, details, headers }: ApiError,
  form: OptionValues["errorBody"],
): Answer {
  if (form === "empty") return { status, headers, body: null };
  if (form === "html") {
    const body = `<!doctype html><title>${status}</title><h1>${status}</h1>\n`;
    return { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers }, body };
  }
  if (form === "text") {
    const plain = { "Content-Type": "text/plain; charset=utf-8", ...headers };
    return { status, headers: plain, body: `${status} ${message}\n` };
  }
  const body = JSON.stringify({ error_code: code, status_code: status, msg: message, details });
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}

export function toResponse({ status, headers, body }: Answer): Response {
  const hasNoBody = [204, 205, 304].includes(status);
  return new Response(hasNoBody ? null : body, { status, headers: { ...headers } });
}
