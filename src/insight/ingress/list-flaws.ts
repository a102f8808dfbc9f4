import { type Block, listAt } from "./blocks";
import { type Flaw, flaw, rows } from "./lint-rows";
import { isWildcard, namesAt } from "./names";

/** Flaws of lists, whichever module has them. */

export const isEmpty = (block: Block, path: string): boolean => namesAt(block, path)?.length === 0;

export const emptyList =
  (path: string, effect: string, strength: "nothing" | "weak", isLikelyMistake = true, phrase = "lists nobody") =>
  (block: Block): Flaw[] =>
    isEmpty(block, path) ? [flaw(rows.emptyList, path, phrase, effect, { strength, isLikelyMistake })] : [];

/** Entries that are wildcards: whoever reads them as a pattern admits everybody. */
export const wildcards =
  (path: string, noun: string, strength?: Flaw["strength"]) =>
  (block: Block): Flaw[] => {
    if (!(listAt(block, path) ?? []).some(isWildcard)) return [];
    const effect = `every one of the ${noun} may be admitted: a wildcard or a blank entry is listed`;
    return [flaw(rows.wildcard, path, "has a wildcard or a blank entry in a list", effect, strength && { strength })];
  };
