import { type Compare, comparisonOf, partsOf } from "./comparison";

/** `Referrer-Policy`, by which browsers send the address of a page with its requests. */

/** The part of its address that a page sends with a request to another site: 0 nothing, 1 the origin, 2 the whole address. */
interface Referrer {
  /** With a request over TLS. */
  readonly secure: 0 | 1 | 2;
  /** With a request without TLS, from a page over TLS. */
  readonly downgraded: 0 | 1 | 2;
}

/** The policies by their tokens. A request to the same site reveals nothing to another party. */
const REFERRERS = {
  "no-referrer": { secure: 0, downgraded: 0 },
  "same-origin": { secure: 0, downgraded: 0 },
  "strict-origin": { secure: 1, downgraded: 0 },
  origin: { secure: 1, downgraded: 1 },
  "strict-origin-when-cross-origin": { secure: 1, downgraded: 0 },
  "origin-when-cross-origin": { secure: 1, downgraded: 1 },
  "no-referrer-when-downgrade": { secure: 2, downgraded: 0 },
  "unsafe-url": { secure: 2, downgraded: 2 },
} as const satisfies Readonly<Record<string, Referrer>>;

type Token = keyof typeof REFERRERS;

/** The policy of browsers for pages without the header. */
const DEFAULT_TOKEN: Token = "strict-origin-when-cross-origin";

export const compareReferrerPolicies: Compare = (before, after) => {
  const tokenBefore = tokenOf(before);
  const tokenAfter = tokenOf(after);
  const was = REFERRERS[tokenBefore];
  const now = REFERRERS[tokenAfter];
  const isWeaker = now.secure > was.secure || now.downgraded > was.downgraded;
  return comparisonOf({ isSame: tokenBefore === tokenAfter, isWeaker });
};

/** The last token of a value that browsers know: they ignore the others. */
const tokenOf = (value = ""): Token =>
  partsOf(value.toLowerCase(), ",").findLast(isToken) ?? DEFAULT_TOKEN;

const isToken = (text: string): text is Token => Object.hasOwn(REFERRERS, text);
