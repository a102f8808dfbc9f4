import type { z } from "@hono/zod-openapi";
import type { Issue } from "./issue";

/** Says why a member is refused that the schema does not have. */
export type Refusal = (path: readonly PropertyKey[]) => string;

const unknownMember: Refusal = () => "is not a known member";

/** The issues of a failed validation, one per member; unknown members are named one by one. */
export function validationIssues(error: z.ZodError, refusal: Refusal = unknownMember): Issue[] {
  return error.issues.flatMap((issue) => issuesOf(issue, [], refusal));
}

function issuesOf(issue: z.core.$ZodIssue, parent: readonly PropertyKey[], refusal: Refusal): Issue[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ member: [...path, key].join("."), message: refusal([...path, key]) }));
  }
  if (issue.code === "invalid_union") {
    const branch = issue.errors.find((issues) => issues.some(({ path: inner }) => inner.length > 0)) ?? [];
    if (branch.length > 0) return branch.flatMap((inner) => issuesOf(inner, path, refusal));
  }
  return [{ member: path.join("."), message: issue.message }];
}
