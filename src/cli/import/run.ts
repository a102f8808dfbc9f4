import { createInterface } from "node:readline/promises";
import { type Account, type AccountObject, readAccount } from "../../account/account";
import { requireSameAccount } from "../../account/other-accounts";
import { absentNotes, selectUnreadable } from "../../importing/patterns";
import { SHARED, splitObjects } from "../../importing/split";
import { count, printable } from "../../insight/report/text";
import { accountBaseUrl, accountReader } from "../account";
import { onInterruption, startProgress, untilAborted } from "../session";
import { type CheckedJob, check } from "./check";
import type { ImportFlags, ImportStart } from "./job";
import { listProjects } from "./journal";
import { writeNames } from "./names-file";
import { readOtherStacks, stackLines } from "./other-stacks";
import { type PlannedJob, plan } from "./plan";
import { printResults } from "./report";
import { type CompletedJob, carryOut, countRecorded } from "./steps";

/** Imports an account, and returns the exit code. */
export async function run(root = ".", flags: ImportFlags, version: string): Promise<number> {
  const signal = onInterruption();
  const progress = await startProgress(flags.json === true);
  let jobs: readonly PlannedJob[] = [];
  const completed: CompletedJob[] = [];
  try {
    jobs = await planAll({ root, flags, version, signal, progress });
    progress.end();
    for (const warning of jobs.flatMap(warnings)) progress.print(`warning: ${printable(warning)}`);
    if (!flags.dryRun) await confirm(jobs, signal);
    // The projects share the files of the Pulumi CLI, so they are imported one after the other.
    for (const job of jobs) completed.push(await carryOut(job));
  } catch (error) {
    progress.end();
    if (completed.length > 0) printResults(completed, flags);
    if (!signal.aborted) throw error;
    return exitInterrupted(await interruptedText(jobs));
  }
  progress.end();
  if (flags.dryRun && flags.names !== undefined) writeNames(flags.names, jobs);
  return printResults(completed, flags);
}

/** Plans the import into each project before anything is written. */
async function planAll(start: Omit<ImportStart, "part" | "isFirst">): Promise<PlannedJob[]> {
  const { flags, progress } = start;
  progress.step("checking");
  const checked = await checkAll(start);
  const [first] = checked;
  if (!first) return [];
  const account = await readImportAccount(first);
  if (first.stack && !flags.otherAccount)
    requireSameAccount(first.stack.name, first.stack.managed, account.objects);
  const otherStacks = await readOtherStacks(checked);
  const absent = absentNotes(account, first.ids, flags.include);
  const unreadable = selectUnreadable(account.skipped, flags, flags.onlyIds && first.ids);
  const planned: PlannedJob[] = [];
  for (const { part, objects } of divideAccount(account, checked, flags.split)) {
    const existing = checked.find((project) => project.part === part);
    // The folder of a part that has no project yet is checked before the part is planned.
    const project = existing ?? (await check({ ...start, part, isFirst: false }));
    // The first project reports the problems that concern all of them.
    const notes = project.isFirst ? { absent, unreadable } : { absent: [], unreadable: [] };
    planned.push(plan({ ...project, account, objects, otherStacks, ...notes }));
  }
  return planned;
}

function readImportAccount({ settings, named, signal, progress }: CheckedJob): Promise<Account> {
  const step = progress.step("reading the account, objects");
  let total = 0;
  const reading = readAccount(accountReader(settings, progress.print), named, (_, found) => {
    total += found;
    step(total);
  });
  return untilAborted(reading, signal);
}

/** Checks the existing projects. If a split account has no project yet, checks the project of the shared objects. */
async function checkAll(start: Omit<ImportStart, "part" | "isFirst">): Promise<CheckedJob[]> {
  const { root, flags } = start;
  const checked: CheckedJob[] = [];
  for (const part of flags.split ? splitProjects(root) : [undefined]) {
    checked.push(await check({ ...start, part, isFirst: checked.length === 0 }));
  }
  return checked;
}

/** The folders of the projects of a split account, the project of the shared objects first. */
function splitProjects(root: string): string[] {
  const parts = listProjects(root);
  if (parts.length === 0) return [SHARED];
  return parts.sort((a, b) => Number(b === SHARED) - Number(a === SHARED));
}

/** The objects of a project. */
interface ProjectObjects {
  /** The part of a split account. */
  readonly part: string | undefined;
  readonly objects: readonly AccountObject[];
}

/** Divides the objects between projects. An object stays in the project that manages or declares it. */
function divideAccount(
  { objects }: Account,
  checked: readonly CheckedJob[],
  split: ImportFlags["split"],
): ProjectObjects[] {
  if (!split) return [{ part: undefined, objects }];
  const existing = new Map<string, ReadonlySet<string>>();
  for (const { part = "", stack, earlier } of checked)
    existing.set(part, new Set([...(stack?.managed ?? []), ...Object.keys(earlier?.names ?? {})]));
  const parts = splitObjects(objects, split, existing);
  return [...parts].map(([part, objectsOfPart]) => ({ part, objects: objectsOfPart }));
}

/** Warnings about objects that two stacks manage after the import. */
const warnings = ({ shared, otherStacks }: PlannedJob): string[] =>
  stackLines(
    shared,
    otherStacks,
    (stack) => `stack ${stack} manages these objects, too: keep each of them in one stack`,
  );

const countEntries = (jobs: readonly PlannedJob[]): number =>
  jobs.reduce((sum, { entries }) => sum + entries.length, 0);

/**
 * Asks once for all projects, before anything is written.
 *
 * @throws {Error} unless the answer is yes.
 */
async function confirm(jobs: readonly PlannedJob[], signal: AbortSignal): Promise<void> {
  const [first] = jobs;
  if (!first || first.flags.yes || countEntries(jobs) === 0) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // On a terminal, the interface handles Ctrl-C itself.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const url = accountBaseUrl(first.settings);
  const stack = `stack ${first.stack?.name} of ${first.root}`;
  const question = `Import ${count(countEntries(jobs), "object")} of ${url} into ${stack}? [y/N] `;
  const answer = await terminal.question(question, { signal });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new Error("nothing was written and nothing was imported");
}

async function interruptedText(jobs: readonly PlannedJob[]): Promise<string> {
  const total = countEntries(jobs);
  if (total === 0) return "interrupted: nothing was imported";
  const counts = await Promise.all(jobs.map(countRecorded));
  const recorded = counts.reduce((sum, recordedOfJob) => sum + recordedOfJob, 0);
  return `interrupted: ${recorded} of ${count(total, "object")} are recorded; run the same command again to go on`;
}

/** Ends the process after the text is printed, even if requests are pending. */
const exitInterrupted = (text: string): Promise<never> =>
  new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(130)));
