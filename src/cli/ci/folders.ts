import { appendFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { withReason, writing } from "../input";

/** The folders in the project for the reports and the previews, outside of GitHub Actions. */
export const DEFAULT_FOLDER = "ingress-review";
export const DEFAULT_PREVIEWS = "ingress-review/previews";

/**
 * Creates the folder for the files of a command, and returns its absolute path. Each step of GitHub Actions gets a temporary
 * folder, so that several reviews in a job do not mix.
 */
export function createOutputFolder(
  out: string | undefined,
  fallback: string,
  { RUNNER_TEMP }: NodeJS.ProcessEnv,
): string {
  if (out === undefined && RUNNER_TEMP) return mkdtempSync(join(RUNNER_TEMP, "ingress-review-"));
  const folder = resolve(out ?? fallback);
  withReason(folder, () => mkdirSync(folder, { recursive: true }), writing);
  return folder;
}

/** The files that paths name. A folder stands for the JSON files in it, in the order of their names, but not for links. */
export function previewFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const stats = withReason(path, () => lstatSync(path));
    if (!stats.isDirectory()) return [path];
    const entries = readdirSync(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".json"));
    return names.map(({ name }) => join(path, name)).toSorted();
  });
}

/** Values for later steps or jobs. */
export type Outputs = Readonly<Record<string, string | number>>;

/** Sets outputs of the current step of GitHub Actions. Elsewhere, does nothing. */
export function setStepOutputs(outputs: Outputs, { GITHUB_OUTPUT }: NodeJS.ProcessEnv): void {
  if (!GITHUB_OUTPUT) return;
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${oneLine(value)}\n`);
  withReason(GITHUB_OUTPUT, () => appendFileSync(GITHUB_OUTPUT, lines.join("")), writing);
}

/** A value in one line: a line break would begin another output. */
export const oneLine = (value: string | number): string => String(value).replace(/[\r\n]+/g, " ");
