import type { z } from "@hono/zod-openapi";
import type { ErrorBody } from "./options";

/** A member that breaks a rule of the reference. `member` is a dotted path from the body's root, empty for the body itself. */
export interface Issue {
  readonly member: string;
  readonly message: string;
}

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

/** The issues on one line, each with the member it is about. */
export function issueText(issues: readonly Issue[]): string {
  return issues.map(({ member, message }) => (member === "" ? message : `${member}: ${message}`)).join("; ");
}

/** One 400 for all the issues, named member by member. */
export function invalid(issues: readonly Issue[]): ApiError {
  const details = Object.fromEntries(issues.map(({ member, message }) => [member === "" ? "body" : member, message]));
  return new ApiError(400, "INVALID_REQUEST", issueText(issues), details);
}

/** Members that only the service sets, or that only a create accepts. */
const refusedMembers: ReadonlyMap<string, string> = new Map([
  ["id", "is read-only"],
  ["uri", "is read-only"],
  ["created_at", "is read-only"],
  ["edge_id", "is taken from the path and cannot be sent"],
  ["ns_targets", "is read-only"],
  ["region_domains", "is read-only"],
  ["certificate_management_status", "is read-only"],
  ["domain", "is set at creation and cannot be updated"],
  ["public_key", "is read-only"],
  ["key_type", "is read-only"],
  ["private_key_type", "is set at creation and cannot be updated"],
  ["elliptic_curve", "is set at creation and cannot be updated"],
  ["key_size", "is set at creation and cannot be updated"],
  ["terminate_at", "is read-only"],
  ["entity_id", "is read-only"],
  ["assertion_consumer_service_url", "is read-only"],
  ["single_logout_url", "is read-only"],
  ["request_signing_certificate_pem", "is read-only"],
  ["metadata_url", "is read-only"],
]);

/** The issues of a failed validation, one per member; unknown members are named one by one. */
export function validationIssues(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue) => issuesOf(issue, []));
}

function issuesOf(issue: z.core.$ZodIssue, parent: readonly PropertyKey[]): Issue[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      member: [...path, key].join("."),
      message: refusedMembers.get(key) ?? "is not a known member",
    }));
  }
  if (issue.code === "invalid_union") {
    const branch = issue.errors.find((issues) => issues.some(({ path: inner }) => inner.length > 0)) ?? [];
    if (branch.length > 0) return branch.flatMap((inner) => issuesOf(inner, path));
  }
  return [{ member: path.join("."), message: issue.message }];
}

/** Body and content type of a refusal. */
export function errorBody(
  error: Pick<ApiError, "status" | "code" | "message" | "details">,
  form: ErrorBody,
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
