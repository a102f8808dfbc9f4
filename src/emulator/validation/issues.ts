import { z } from "@hono/zod-openapi";
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

/** The shapes of an object beside the one that a request has to have. */
export interface OtherShapes {
  /** What a create takes, for an update. */
  readonly creation?: z.ZodType | undefined;
  /** What answers show. */
  readonly answer?: z.ZodType | undefined;
}

/** Why a request may not send a member: only a create may, only the service may, or the reference does not have it. */
export function refusalFrom({ creation, answer }: OtherShapes): Refusal {
  return (path) => {
    if (hasMember(creation, path)) return "is set at creation and cannot be updated";
    return hasMember(answer, path) ? "is read-only" : "is not a known member";
  };
}

function hasMember(schema: unknown, path: readonly PropertyKey[]): boolean {
  const [first, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return hasMember(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.some((branch) => hasMember(branch, path));
  if (first === undefined) return schema !== undefined;
  if (schema instanceof z.ZodArray) return typeof first === "number" && hasMember(schema.element, rest);
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, first)) return false;
  return hasMember(schema.shape[String(first)], rest);
}
