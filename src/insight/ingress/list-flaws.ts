import { type Arguments, listAt, textsIn } from "./arguments";
import { type Flaw, flaw, rows } from "./lint-rows";
import { isWildcard, namesAt } from "./names";

/** Flaws of lists that name whom a module admits. */

export const textsAt = (args: Arguments, path: string): string[] => textsIn(listAt(args, path) ?? []);

/** Whether a list is known, and names nobody. */
export const isEmptyList = (args: Arguments, path: string): boolean => namesAt(args, path)?.length === 0;

export const hasWildcard = (args: Arguments, path: string): boolean => textsAt(args, path).some(isWildcard);

/** A list that names nobody, as policies and messages call it. */
export interface EmptyList {
  readonly phrase: string;
  readonly effect: string;
  readonly strength: "nothing" | "weak";
}

/** Finds a list that names nobody. With a `weak` strength, a new module without the list is hardly a mistake. */
export function* emptyListFlaws(args: Arguments, path: string, list: EmptyList): Generator<Flaw> {
  const { phrase, effect, strength } = list;
  if (!isEmptyList(args, path)) return;
  yield flaw(rows.emptyList, path, phrase, effect, { strength, isLikelyMistake: strength === "nothing" });
}

/** Finds a wildcard in a list: a service that reads the entry as a pattern admits everybody. */
export function* wildcardFlaws(
  args: Arguments,
  path: string,
  noun: string,
  strength?: Flaw["strength"],
): Generator<Flaw> {
  if (!hasWildcard(args, path)) return;
  const effect = `every one of the ${noun} may be admitted: a wildcard or a blank entry is listed`;
  const phrase = "has a wildcard or a blank entry in a list";
  yield flaw(rows.wildcard, path, phrase, effect, strength === undefined ? {} : { strength });
}

/** Finds the flaws of a module that has one list. */
export const onlyListFlaws = (path: string, noun: string, effect: string, strength: "nothing" | "weak") =>
  function* (args: Arguments): Generator<Flaw> {
    yield* emptyListFlaws(args, path, { phrase: "lists nobody", effect, strength });
    yield* wildcardFlaws(args, path, noun, "weak");
  };
