import { jsonReport } from "../report/json";
import { countsOf, type Result } from "./judge";

const VERSION = 1;

/** For programs; docs/expectations.md describes it. */
export const asJson = (results: readonly Result[]): string =>
  jsonReport(VERSION, { counts: countsOf(results), results });
