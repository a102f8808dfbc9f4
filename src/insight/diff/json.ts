import { unusedJson } from "../report/exception";
import { jsonReport } from "../report/json";
import type { Filtered } from "./ignore";

const VERSION = 1;

/** For programs; `docs/stack-diff.md` documents it. */
export const jsonOf = ({ labels, resources, differences, ignored, unusedExceptions }: Filtered): string =>
  jsonReport(VERSION, {
    stacks: labels,
    alike: differences.length === 0,
    resources,
    ignored,
    unusedIgnores: unusedExceptions.map(unusedJson),
    differences: differences.map(({ resource: { type, name, parents }, ...difference }) => ({
      resource: { type, name, parents },
      ...difference,
    })),
  });
