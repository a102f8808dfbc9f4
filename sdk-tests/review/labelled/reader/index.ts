/**
 * Labels by a reader of the API reference alone. The reader had the reference, `docs/concepts.md`, `docs/fields.md`, and of
 * `docs/review.md` what the severities mean, with the notes and the table of strength that stand around that sentence;
 * neither the list of rules, nor `src`, nor the severities of the other labels. Unlike in other files, `low` and `none` are
 * told apart.
 */
import { certificates } from "./certificates";
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
export { readerDrifts } from "./drifts";

const all: readonly ReaderLabel[] = [
  ...[...hiddenBeside, ...spelled, ...listed, ...headers, ...edges, ...letters],
  ...[...takeovers, ...certificates, ...traffic, ...honest],
];

const isRisky = ({ expected }: ReaderLabel): boolean => expected === "high" || expected === "medium";

export const readerRisky = all.filter(isRisky);
export const readerHarmless = all.filter((each) => !isRisky(each));
