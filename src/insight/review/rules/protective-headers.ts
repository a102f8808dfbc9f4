import { isSet } from "../../../core/schema/values";
import { isOpaque } from "../../ingress/blocks";

/** Whether a header protects users less than before, by its value before, its value after, and all headers after. */
type IsWeaker = (before: string, after: unknown, all: ReadonlyMap<string, unknown>) => boolean;

/** Says that a header is weaker if it is gone, and otherwise what the comparison says; nothing of what is not shown. */
const unlessHidden =
  (compare: (before: string, after: string) => boolean): IsWeaker =>
  (before, after) =>
    !isOpaque(before) && !isOpaque(after) && (!isSet(after) || compare(before, String(after)));

const maxAge = (value: string): number => Number(/max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0);
const hasSubdomains = (value: string): boolean => /includesubdomains/i.test(value);

/** The sources of each directive. */
const directives = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(";").flatMap((text) => {
      const [name = "", ...sources] = text.trim().toLowerCase().split(/\s+/);
      return name === "" ? [] : [[name, sources]];
    }),
  );

const admitsMore = (before: string, after: string): boolean => {
  const now = directives(after);
  return [...directives(before)].some(([name, sources]) => {
    const others = now.get(name);
    return !others || others.some((source) => source !== "'none'" && !sources.includes(source));
  });
};

const isOneOf =
  (...values: readonly string[]) =>
  (_: string, after: string): boolean =>
    !values.includes(after.trim().toLowerCase());

const isFramedByPolicy = (all: ReadonlyMap<string, unknown>): boolean =>
  /frame-ancestors/i.test(String(all.get("content-security-policy") ?? ""));

const differs = (before: string, after: string): boolean => before.trim() !== after.trim();

/** Headers that browsers follow to protect the users of a site. */
export const protective: ReadonlyMap<string, IsWeaker> = new Map(
  Object.entries<IsWeaker>({
    "strict-transport-security": unlessHidden(
      (before, after) => maxAge(after) < maxAge(before) || (hasSubdomains(before) && !hasSubdomains(after)),
    ),
    "content-security-policy": unlessHidden(admitsMore),
    "x-frame-options": (before, after, all) =>
      !isFramedByPolicy(all) && unlessHidden(isOneOf("deny", "sameorigin"))(before, after, all),
    "x-content-type-options": unlessHidden(isOneOf("nosniff")),
    "referrer-policy": unlessHidden((_, after) => /unsafe-url|no-referrer-when-downgrade/i.test(after)),
    "permissions-policy": unlessHidden(differs),
    "cross-origin-opener-policy": unlessHidden((_, after) => /unsafe-none/i.test(after)),
    "cross-origin-embedder-policy": unlessHidden((_, after) => /unsafe-none/i.test(after)),
    "cross-origin-resource-policy": unlessHidden((_, after) => /cross-origin/i.test(after)),
  }),
);
