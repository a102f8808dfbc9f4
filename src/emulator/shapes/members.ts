import { z } from "@hono/zod-openapi";
import type { AcceptedMember, OptionValues } from "../options/registry";
import type { ReferenceKind } from "../state/fixtures";
import { wellFormedId } from "../state/ids";
import type { Issue } from "../validation/issues";
import { isWire } from "../wire";

/** The options and the origin that determine how responses show a value. */
export interface View {
  readonly options: OptionValues;
  /** Scheme, host and port that absolute URLs start with. */
  readonly origin: string;
}

/** Conversions of stored values to the form of responses; undefined omits the value. */
export const projections = z.registry<{
  readonly shown: (stored: unknown, view: View) => unknown;
}>();

/** The context of a rule in addition to the written value. */
export interface RuleContext {
  readonly options: OptionValues;
  /** True if the account may refer to such an object. */
  readonly exists: (kind: ReferenceKind, id: string) => boolean;
}

/**
 * Rules that depend on the options or on existing objects. They return the issues of a value that has passed its
 * schema, and name members relative to the value.
 */
export const rules = z.registry<{
  readonly check: (value: z.$output, context: RuleContext) => Issue[];
}>();

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

/** A text whose values the option `acceptedValues` can restrict, under this name. */
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
  check: (ids: string | string[], { exists }: RuleContext) =>
    [ids]
      .flat()
      .flatMap((id) => issueIf(!exists(kind, id), `names an object that is not in ${kind}`)),
});

const masks = {
  plain: (text: unknown) => text,
  masked: (text: unknown) => (text === "" ? "" : "********"),
  null: () => null,
  absent: () => undefined,
};

/** A text that responses may have to mask. */
export function secretOf(text: z.ZodString) {
  return text.openapi({ format: "password" }).register(projections, {
    shown: (stored, { options }) => (stored === null ? null : masks[options.secrets](stored)),
  });
}

export const secret = secretOf(nonEmptyString);

/** `{id, uri}` of an object that another object refers to. Its `uri` is not stored. */
export function ref(kind: ReferenceKind) {
  return z.strictObject({ id: z.string(), uri: z.string() }).register(projections, {
    shown: (stored, { origin }) =>
      isWire(stored) ? { uri: `${origin}/${kind}/${stored.id}`, ...stored } : stored,
  });
}

/** Members that the service adds to every resource. */
export const identity = { id: z.string(), uri: z.string(), created_at: timestamp };

/**
 * A text that may be unset. An empty text is unset, unless it is shown as written.
 * @param unset whether an unset text is omitted, or shown as the option `unsetText` specifies
 */
export function shownText(
  unset: (options: OptionValues) => "absent" | "as-text" = () => "as-text",
) {
  const shown = (text: unknown, { options }: View) => {
    const { unsetText } = options;
    if (text !== null && (text !== "" || unsetText === "as-written")) return text;
    if (unset(options) === "absent") return undefined;
    return { "as-written": null, null: null, empty: "", absent: undefined }[unsetText];
  };
  return z.string().register(projections, { shown }).nullish();
}

/** `description` and `metadata` in the form of responses. */
export const shownTexts = { description: shownText(), metadata: shownText() };

export const isSet = (value: unknown) => value !== undefined && value !== null;

/**
 * An object of which exactly one member has to be set. @param message of the issue if another number of members is set
 */
export function oneMemberOf<Shape extends z.ZodRawShape>(shape: Shape, message: string) {
  return z
    .strictObject(shape)
    .refine((value) => Object.values(value).filter(isSet).length === 1, message);
}
