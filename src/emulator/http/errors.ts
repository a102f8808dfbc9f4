import type { OptionValues } from "../options/registry";
import { type Issue, issueText } from "../validation/issue";

/** A refusal, answered with `status` in the shape that the option `errorBody` selects. Messages never hold values of a request. */
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

/** Issues that a refusal names; a body can break the rules in so many places that the answer would outgrow it. */
const NAMED_ISSUES = 100;

/** Refuses the request with one 400 for all the issues, named member by member; passes it when there is none. */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw issuesError(issues);
}

/** One 400 for all the issues. */
export function issuesError(issues: readonly Issue[]): ApiError {
  const named = issues.slice(0, NAMED_ISSUES);
  const others = issues.length === named.length ? "" : `; and ${issues.length - named.length} more`;
  const details = Object.fromEntries(named.map(({ member, message }) => [member === "" ? "body" : member, message]));
  return new ApiError(400, "INVALID_REQUEST", `${issueText(named)}${others}`, details);
}

/** What is sent for a refusal. */
export interface RefusalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer to a refused request, in the shape that the option `errorBody` selects. */
export function refusalAnswer(error: ApiError, form: OptionValues["errorBody"]): RefusalAnswer {
  const { body, contentType } = errorBody(error, form);
  const headers = { ...(contentType === null ? {} : { "Content-Type": contentType }), ...error.headers };
  return { status: error.status, headers, body };
}

/** Body and content type of a refusal. */
export function errorBody(
  error: Pick<ApiError, "status" | "code" | "message" | "details">,
  form: OptionValues["errorBody"],
): { readonly body: string | null; readonly contentType: string | null } {
  if (form === "empty") return { body: null, contentType: null };
  if (form === "html") {
    return {
      body: `<!doctype html><title>${error.status}</title><h1>${error.status}</h1>\n`,
      contentType: "text/html; charset=utf-8",
    };
  }
  const { status, code, message, details } = error;
  return {
    body: JSON.stringify({ error_code: code, status_code: status, msg: message, details }),
    contentType: "application/json",
  };
}
