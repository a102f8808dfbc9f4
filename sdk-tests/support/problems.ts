import { check } from "../../src/schema/check";
import type { Table } from "../../src/schema/field";
import { textOf } from "../../src/schema/problem";
import type { Values } from "../../src/schema/values";

/** Every problem with the arguments, as a line. */
export const problemsWith = (table: Table, args: Values): string[] => check(table, args).problems.map(textOf);
