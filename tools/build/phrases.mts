/** A phrase that docs/style.md refuses. */
export interface Phrase {
  phrase: RegExp;
  better: string; // what to write instead
}

/** In any text: code, messages and pages. */
export const everywhere: readonly Phrase[] = [
  { phrase: /\bin clear\b/, better: "in plaintext" },
  { phrase: /\bgrave(r|st)\b/, better: "of higher severity, of the highest severity" },
  { phrase: /\bnobody (knows|can tell)\b/, better: "is unknown" },
  { phrase: /\btime is up\b/, better: "timed out" },
  { phrase: /\bmay come in\b/, better: "is allowed" },
  { phrase: /\b(is|are) told\b/, better: "receives, is logged, is reported" },
  { phrase: /\bsomebody else\b/, better: "another party" },
  { phrase: /\b(says|tells) the rest\b/, better: "see …" },
  { phrase: /\bis no (file|dot|number|date|id|option|part|secret|text)\b/, better: "is not a …" },
  { phrase: /\bhow it is said\b/, better: "output format" },
];

/** In pages, which are for users. */
export const inPages: readonly Phrase[] = [
  ...everywhere,
  { phrase: /\b(no|every|some)body\b/i, better: "the actor" },
  { phrase: /\b(tells?|told|telling)\b/i, better: "log, report, show" },
  { phrase: /\b(says?|said)\b/i, better: "state, describe, report, configure" },
  { phrase: /\b(stands?|stood)\b(?! for)/i, better: "contain, be in" },
  { phrase: /(?<!there )\b(is|are|was|were) no (?!longer)\w/i, better: "is not a …, or: there is no …" },
  { phrase: /\bones\b|\bthe one\b|\bone (that|which|with|of those)\b/i, better: "the noun" },
  { phrase: /\b(another|each|every|older|newer|smaller|larger|other|new|old|such an?) one\b/i, better: "the noun" },
  { phrase: /\b(those|that) of\b|\bthose (that|which|who|with|in|without|behind)\b/i, better: "the noun" },
  { phrase: /\b(an?|the|no|its|each|every|such|of|in|these|other) answers?\b(?! (to|with|as)\b)/i, better: "response" },
  { phrase: /\bbeside\b/i, better: "next to, besides, in addition to" },
  // At the beginning of a sentence.
  { phrase: /(?<=^|[.!?]\s)Where\b(?=[^.!?]*,)/, better: "If" },
  { phrase: /(?<=^|[.!?]\s)(Those|Whoever)\b/, better: "the noun" },
  { phrase: /(?<=^|[.!?]\s)(One|Whether one) (that|which|of|with)\b/, better: "the noun" },
];
