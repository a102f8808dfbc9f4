import { z } from "@hono/zod-openapi";
import type { ReferenceKind } from "../state/fixtures";
import { wellFormedId } from "../state/ids";

/** What answers have to know about a member. */
export interface MemberNote {
  readonly secret?: true;
  /** Kind of the object that its `id` names. */
  readonly refersTo?: ReferenceKind;
  /** The option that says how a text is shown that is not set. */
  readonly unsetAs?: "unsetText" | "agentIngressMetadata";
}

/** Notes on schemas, read when an answer is projected. */
export const memberNotes = z.registry<MemberNote>();

/** Any object schema. */
export type ObjectSchema = z.ZodObject;

function maxBytes(limit: number) {
  return z
    .string()
    .refine((text) => Buffer.byteLength(text) <= limit, `is longer than ${limit} bytes`)
    .openapi({ description: `At most ${limit} bytes of UTF-8.` });
}

export const description = maxBytes(255).nullish();
export const metadata = maxBytes(4096).nullish();

/** `enabled` of every module. */
export const enabled = z.boolean().nullish().openapi({ description: "True when omitted." });

export const text = z.string();
export const nonEmptyString = z.string().min(1, "must not be empty");
export const texts = z.array(z.string());
export const flag = z.boolean();
export const uint32 = z.int().min(0).max(4_294_967_295).openapi({ format: "uint32" });
export const timestamp = z.string().openapi({ format: "date-time" });

/** Id of an object that exists elsewhere. */
export const referenceId = z.string().regex(wellFormedId, "is not a well-formed id");

/** A text that answers may have to mask. */
export const secret = z
  .string()
  .min(1, "must not be empty")
  .openapi({ format: "password" })
  .register(memberNotes, { secret: true });

/** `{id, uri}` of an object that another one refers to. */
export function ref(refersTo: ReferenceKind) {
  return z.strictObject({ id: z.string(), uri: z.string() }).register(memberNotes, { refersTo });
}

/** Members that the service gives to every resource. */
export const identity = { id: z.string(), uri: z.string(), created_at: timestamp };

const shownText = z.string().register(memberNotes, { unsetAs: "unsetText" }).nullish();

/** `description` and `metadata` as answers show them. */
export const shownTexts = { description: shownText, metadata: shownText };

/** How many of the named members are set, that is neither absent nor null. */
export function countPresent(value: Readonly<Record<string, unknown>>, members: readonly string[]): number {
  return members.filter((member) => value[member] !== undefined && value[member] !== null).length;
}

/** Schema of a list's answer. */
export function listOf(member: string, item: ObjectSchema) {
  return z.strictObject({ [member]: z.array(item), uri: z.string(), next_page_uri: z.string().nullable() });
}
