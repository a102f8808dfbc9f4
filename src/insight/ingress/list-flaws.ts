import { type Arguments, listAt, textsIn } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { isWildcard, namesAt } from "./principals";

/** Flaws of lists that name whom a module admits. */

export const textsAt = (args: Arguments, path: string): string[] =>
  textsIn(listAt(args, path) ?? []);

/** Whether a list is known, and names nobody. */
export const isEmptyList = (args: Arguments, path: string): boolean =>
  namesAt(args, path)?.length === 0;

export const hasWildcard = (args: Arguments, path: string): boolean =>
  textsAt(args, path).some(isWildcard);

/** A list that names nobody, as policies and messages call it. */
export interface EmptyList {
  readonly summary: string;
  readonly message: string;
  readonly strength: "nothing" | "weak";
}

/** Finds a list that names nobody. With a `weak` strength, a new module without the list is hardly a mistake. */
export function* emptyListFlaws(args: Arguments, path: string, list: EmptyList): Generator<Flaw> {
  const { summary, message, strength } = list;
  if (!isEmptyList(args, path)) return;
  yield flaw({
    kind: flawKinds.emptyList,
    path,
    summary,
    message,
    strength,
    isLikelyMistake: strength === "nothing",
  });
}

/** Finds a wildcard in a list: a service that reads the entry as a pattern admits everybody. */
export function* wildcardFlaws(
  args: Arguments,
  path: string,
  noun: string,
  strength?: Flaw["strength"],
): Generator<Flaw> {
  if (!hasWildcard(args, path)) return;
  const message = `every one of the ${noun} may be admitted: a wildcard or a blank entry is listed`;
  const summary = "has a wildcard or a blank entry in a list";
  yield flaw({ kind: flawKinds.wildcard, path, summary, message, ...(strength && { strength }) });
}

/** Finds the flaws of a module that has one list. */
export const onlyListFlaws = (
  path: string,
  noun: string,
  message: string,
  strength: "nothing" | "weak",
) =>
  function* (args: Arguments): Generator<Flaw> {
    yield* emptyListFlaws(args, path, { summary: "lists nobody", message, strength });
    yield* wildcardFlaws(args, path, noun, "weak");
  };
