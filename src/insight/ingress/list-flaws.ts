import { type Arguments, listAt, textsIn } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { isWildcard, namesAt } from "./principals";

/** Flaws of lists that name whom a module admits. */

/** The words about a list that names nobody, and the most that a protection with it keeps out. */
export interface EmptyList {
  readonly summary: string;
  readonly message: string;
  readonly strength: "nothing" | "weak";
}

/** The words about a wildcard in a list, and the most that a protection with it keeps out. */
export interface WildcardList {
  /** The noun for the entries of the list. */
  readonly noun: string;
  /** Default: the wildcard does not decide about the strength. */
  readonly strength?: "weak";
}

/** Finds the flaws of a module that has a single list. */
export function singleListFlaws(
  path: string,
  list: Omit<EmptyList, "summary"> & { readonly noun: string },
) {
  const { noun, message, strength } = list;
  return function* (args: Arguments): Generator<Flaw> {
    yield* emptyListFlaws(args, path, { summary: "lists nobody", message, strength });
    yield* wildcardFlaws(args, path, { noun, strength: "weak" });
  };
}

/** Finds a list that names nobody. With a `weak` strength, a new module without the list is hardly a mistake. */
export function* emptyListFlaws(args: Arguments, path: string, list: EmptyList): Generator<Flaw> {
  if (!isEmptyList(args, path)) return;
  const isLikelyMistake = list.strength === "nothing";
  yield flaw({ kind: flawKinds.emptyList, path, ...list, isLikelyMistake });
}

/** Finds a wildcard in a list: a service that reads the entry as a pattern admits everybody. */
export function* wildcardFlaws(
  args: Arguments,
  path: string,
  { noun, ...limit }: WildcardList,
): Generator<Flaw> {
  if (!hasWildcard(args, path)) return;
  const summary = "has a wildcard or a blank entry in a list";
  const message = `every one of the ${noun} may be admitted: a wildcard or a blank entry is listed`;
  yield flaw({ kind: flawKinds.wildcard, path, summary, message, ...limit });
}

/** True if a list is known, and names nobody. */
export const isEmptyList = (args: Arguments, path: string): boolean =>
  namesAt(args, path)?.length === 0;

export const hasWildcard = (args: Arguments, path: string): boolean =>
  textsAt(args, path).some(isWildcard);

/** The texts of a list, without hidden elements. */
export const textsAt = (args: Arguments, path: string): string[] =>
  textsIn(listAt(args, path) ?? []);
