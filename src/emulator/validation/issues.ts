import { z } from "@hono/zod-openapi";

/** A member that breaks a rule of the reference. `member` is a dotted path from the body's root, empty for the body itself. */
export interface Issue {
  readonly member: string;
  readonly message: string;
}

/** The issues on one line, each with its member. */
export function issueText(issues: readonly Issue[]): string {
  return issues
    .map(({ member, message }) => (member === "" ? message : `${member}: ${message}`))
    .join("; ");
}

/** Validates an external value. @throws an Error with the problem of each invalid member */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`wrong ${what}: ${issueText(validationIssues(result.error))}`);
}

/** Returns the reason why a member that is not in the schema is refused. */
type Refusal = (path: readonly PropertyKey[]) => string;

/** The issues of a failed validation, one for each member, also for each unknown member. */
export function validationIssues(
  error: z.ZodError,
  refusal: Refusal = () => "is not a known member",
): Issue[] {
  return error.issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== "unrecognized_keys") return [{ member: path.join("."), message }];
    return issue.keys.map((key) => ({
      member: [...path, key].join("."),
      message: refusal([...path, key]),
    }));
  });
}

/** Why a request may not send a member: only a create may, only the service may, or the reference does not have it. */
export function refusalFrom(
  creation: z.ZodType | undefined,
  answer: z.ZodType | undefined,
): Refusal {
  return (path) => {
    if (hasMember(creation, path)) return "is set at creation and cannot be updated";
    return hasMember(answer, path) ? "is read-only" : "is not a known member";
  };
}

const hasMember = (schema: z.ZodType | undefined, path: readonly PropertyKey[]): boolean =>
  path.reduce(memberSchema, schema as unknown) !== undefined;

/** The schema of a member of an object, or of an item of a list; undefined if there is none. */
export function memberSchema(schema: unknown, name: PropertyKey): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  return inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name)
    ? inner.shape[String(name)]
    : undefined;
}

/** The schema of a value that is there, without what lets it be absent or null. */
export function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}
