import { printableJson } from "./text";

/** A report for programs. The version counts up when a member goes or changes its meaning, and not when one is added. */
export const jsonReport = (version: number, members: object): string => printableJson({ version, ...members });
