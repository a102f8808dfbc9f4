import { z } from "@hono/zod-openapi";
import type { AcceptedMember, OptionValues } from "../options/registry";
import type { KnownObjects, ReferenceKind } from "../state/fixtures";
import { wellFormedId } from "../state/ids";
import type { Issue } from "../validation/issues";

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

/** What rules may ask for beyond the written value. */
export interface RuleContext {
  readonly options: OptionValues;
  readonly known: Pick<KnownObjects, "has">;
}

/** A rule that depends on the options or on what exists. */
interface Rule {
  /** What a value breaks that has passed its schema; members are named relative to the value. */
  readonly check: (value: z.$output, context: RuleContext) => Issue[];
}

/** Rules on schemas. */
export const rules = z.registry<Rule>();

/** The issue, if the rule is broken. */
export function issueIf(isBroken: boolean, message: string, member = ""): Issue[] {
  return isBroken ? [{ member, message }] : [];
}

function maxBytes(limit: number) {
  return z
    .string()
    .refine((text) => Buffer.byteLength(text) <= limit, `is longer than ${limit} bytes`)
    .openapi({ description: `At most ${limit} bytes of UTF-8.` });
}

/** `description` and `metadata` as requests write them. */
export const texts = { description: maxBytes(255).nullish(), metadata: maxBytes(4096).nullish() };

/** `enabled` of every module. */
export const enabled = z.boolean().nullish().openapi({ description: "True when omitted." });

export const nonEmptyString = z.string().min(1, "must not be empty");
export const strings = z.array(z.string());
export const uint32 = z.int().min(0).max(4_294_967_295).openapi({ format: "uint32" });
export const timestamp = z.string().openapi({ format: "date-time" });

/** A text whose values the option `acceptedValues` may restrict, under this name. */
export function restricted(name: AcceptedMember, text: z.ZodString = nonEmptyString) {
  return text.clone().register(rules, {
    check: (value, { options }) => {
      const accepted = options.acceptedValues[name] ?? [value];
      return issueIf(!accepted.includes(value), oneOf(accepted));
    },
  });
}

export const oneOf = (values: readonly string[]) => `must be one of ${values.join(", ")}`;

const referenceId = z.string().regex(wellFormedId, "is not a well-formed id");

/** Id of an object that exists elsewhere. */
export const idOf = (kind: ReferenceKind) => referenceId.clone().register(rules, existing(kind));

/** Ids of objects that exist elsewhere. */
export const idsOf = (kind: ReferenceKind) => z.array(referenceId).register(rules, existing(kind));

const existing = (kind: ReferenceKind) => ({
  check: (ids: string | string[], { known }: RuleContext) =>
    [ids].flat().flatMap((id) => issueIf(!known.has(kind, id), `names an object that is not in ${kind}`)),
});

/** A text that answers may have to mask. */
export const secret = nonEmptyString.openapi({ format: "password" }).register(memberNotes, { secret: true });

/** `{id, uri}` of an object that another one refers to. */
export function ref(refersTo: ReferenceKind) {
  return z.strictObject({ id: z.string(), uri: z.string() }).register(memberNotes, { refersTo });
}

/** Members that the service gives to every resource. */
export const identity = { id: z.string(), uri: z.string(), created_at: timestamp };

const shownText = z.string().register(memberNotes, { unsetAs: "unsetText" }).nullish();

/** `description` and `metadata` as answers show them. */
export const shownTexts = { description: shownText, metadata: shownText };

export const isSet = (value: unknown) => value !== undefined && value !== null;

/** An object of which exactly one member has to be set. @param message what is wrong otherwise */
export function oneMemberOf<Shape extends z.ZodRawShape>(shape: Shape, message: string) {
  return z.strictObject(shape).refine((value) => Object.values(value).filter(isSet).length === 1, message);
}
