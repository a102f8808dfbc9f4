import { jsonReport } from "../report/json";
import { countsOf, type StackMap } from "./model";

const VERSION = 1;

/** For programs; docs/map.md describes it. */
export const asJson = (maps: readonly StackMap[]): string =>
  jsonReport(VERSION, { counts: countsOf(maps), stacks: maps });
