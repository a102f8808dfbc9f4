import { check } from "../../src/core/schema/check";
import type { Table } from "../../src/core/schema/field";
import { problemText } from "../../src/core/schema/problem";
import type { Values } from "../../src/core/schema/values";

/** Every problem with the arguments, as a line. */
export const problemsWith = (table: Table, args: Values): string[] =>
  check(table, args).problems.map(problemText);

/** The message of the error that a function throws. */
export function thrownBy(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the function has thrown no error");
}
