/**
 * Labels by a reader of the API reference alone. The reader had the reference, `docs/concepts.md`, `docs/fields.md`, and of
 * `docs/review.md` what the severities mean, with the notes and the table of strength that stand around that sentence;
 * neither the list of rules, nor `src`, nor the severities of the other labels. Unlike in other files, `low` and `none` are
 * told apart.
 */
import { certificates } from "./certificates";
import { readerDrifts as allDrifts } from "./drifts";
import { edges } from "./edges";
import { headers } from "./headers";
import { hiddenBeside } from "./hidden";
import { honest } from "./honest";
import type { ReaderLabel } from "./label";
import { letters } from "./letters";
import { listed } from "./lists";
import { spelled } from "./spellings";
import { takeovers } from "./takeovers";
import { traffic } from "./traffic";

export { readerConfigs } from "./config";

const all: readonly ReaderLabel[] = [
  ...[...hiddenBeside, ...spelled, ...listed, ...headers, ...edges, ...letters],
  ...[...takeovers, ...certificates, ...traffic, ...honest],
];

/** Labels that the review does not meet yet, by what it lacks. */
const unmet: Readonly<Record<string, string>> = {
  "reader-breaker-for-a-day": "says nothing of a circuit that stays open for long",
  "reader-open-on-other-edge": "compares a new open route with the routes of its own edge alone",
};
const met = all.filter(({ name }) => unmet[name] === undefined);

const isRisky = ({ expected }: ReaderLabel): boolean => expected === "high" || expected === "medium";

export const readerRisky = met.filter(isRisky);
export const readerHarmless = met.filter((each) => !isRisky(each));

/** But for the match that another party has narrowed: the review takes every narrower match for a stricter one. */
export const readerDrifts = allDrifts.filter(({ name }) => name !== "reader-drift-exact");
