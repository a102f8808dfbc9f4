import { createInterface } from "node:readline/promises";
import { type Account, readAccount } from "../../account/account";
import { requireSameAccount } from "../../account/other-accounts";
import { absentNotes, selectUnreadable } from "../../importing/patterns";
import { SHARED, splitObjects } from "../../importing/split";
import { count, printable } from "../../insight/report/text";
import { accountBaseUrl, accountReader } from "../account";
import { onInterruption, startProgress, untilAborted } from "../session";
import { type CheckedJob, check } from "./check";
import type { ImportFlags, ImportStart } from "./job";
import { projectsIn, writeNames } from "./journal";
import { readOtherStacks, stackLines } from "./other-stacks";
import { type PlannedJob, plan } from "./plan";
import { printResults } from "./report";
import { type CompletedJob, carryOut, countRecorded } from "./steps";

/** Imports an account, step by step; gives the exit code. */
export async function run(root = ".", flags: ImportFlags, version: string): Promise<number> {
  const signal = onInterruption();
  const progress = await startProgress(flags.json === true);
  let jobs: readonly PlannedJob[] = [];
  const done: CompletedJob[] = [];
  try {
    jobs = await planAll({ root, flags, version, signal, progress });
    progress.end();
    for (const each of jobs.flatMap(warningsOf)) progress.print(`warning: ${printable(each)}`);
    if (!flags.dryRun) await ask(jobs, signal);
    // One project after the other: all of them write what the CLI keeps.
    for (const job of jobs) done.push(await carryOut(job));
  } catch (error) {
    progress.end();
    if (done.length > 0) printResults(done, flags);
    if (!signal.aborted) throw error;
    // Whatever requests are still under way.
    const text = await interruptedText(jobs);
    return new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(130)));
  }
  progress.end();
  if (flags.dryRun && flags.names !== undefined) writeNames(flags.names, jobs);
  return printResults(done, flags);
}

/** Plans the import into each project before anything is written. */
async function planAll(start: Omit<ImportStart, "part" | "isFirst">): Promise<PlannedJob[]> {
  const { flags, progress } = start;
  progress.step("checking");
  const checked = await checkAll(start);
  const [first] = checked;
  if (!first) return [];
  const account = await read(first);
  if (first.stack && !flags.otherAccount)
    requireSameAccount(first.stack.name, first.stack.managed, account.objects);
  const elsewhere = await readOtherStacks(checked);
  const absent = absentNotes(account, first.ids, flags.include);
  const unreadable = selectUnreadable(account.skipped, flags, flags.onlyIds && first.ids);
  const planned: PlannedJob[] = [];
  for (const [part, objects] of partsOfAccount(account, checked, flags.split)) {
    const target =
      checked.find((project) => project.part === part) ??
      (await check({ ...start, part, isFirst: false }));
    const ofAccount = target.isFirst ? { absent, unreadable } : { absent: [], unreadable: [] };
    planned.push(plan({ ...target, account, objects, elsewhere, ...ofAccount }));
  }
  return planned;
}

/** Checks the projects that exist; of a split account that has none yet, the project of the shared objects. */
async function checkAll(start: Omit<ImportStart, "part" | "isFirst">): Promise<CheckedJob[]> {
  const { root, flags } = start;
  const parts: (string | undefined)[] = flags.split ? projectsIn(root) : [undefined];
  parts.sort((a, b) => Number(b === SHARED) - Number(a === SHARED));
  const checked: CheckedJob[] = [];
  for (const part of parts.length > 0 ? parts : [SHARED]) {
    checked.push(await check({ ...start, part, isFirst: checked.length === 0 }));
  }
  return checked;
}

/** The objects of each project. Objects that a project has already stay there. */
function partsOfAccount(
  { objects }: Account,
  checked: readonly CheckedJob[],
  split: ImportStart["flags"]["split"],
) {
  if (!split) return [[undefined, objects]] as const;
  const homes = checked.map(({ part = "", stack, earlier }) => {
    return [
      part,
      new Set([...(stack?.managed ?? []), ...Object.keys(earlier?.names ?? {})]),
    ] as const;
  });
  return [...splitObjects(objects, split, new Map(homes))];
}

/** What two stacks manage from now on, which nobody may want. */
const warningsOf = ({ shared, elsewhere }: PlannedJob): string[] =>
  stackLines(
    shared,
    elsewhere,
    (stack) => `stack ${stack} manages these objects, too: keep each of them in one stack`,
  );

function read({ settings, named, signal, progress }: CheckedJob): Promise<Account> {
  const step = progress.step("reading the account, objects");
  let total = 0;
  const reading = readAccount(accountReader(settings, progress.print), named, (_, found) => {
    total += found;
    step(total);
  });
  return untilAborted(reading, signal);
}

const totalOf = (jobs: readonly PlannedJob[]): number =>
  jobs.reduce((sum, { entries }) => sum + entries.length, 0);

/** Asks, once for all projects, before anything is written. An answer other than yes is an error. */
async function ask(jobs: readonly PlannedJob[], signal: AbortSignal): Promise<void> {
  const [first] = jobs;
  if (!first || first.flags.yes || totalOf(jobs) === 0) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // On a terminal, it takes Ctrl-C for itself.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const from = accountBaseUrl(first.settings);
  const into = `stack ${first.stack?.name} of ${first.root}`;
  const question = `Import ${count(totalOf(jobs), "object")} of ${from} into ${into}? [y/N] `;
  const answer = await terminal.question(question, { signal });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new Error("nothing was written and nothing was imported");
}

async function interruptedText(jobs: readonly PlannedJob[]): Promise<string> {
  if (totalOf(jobs) === 0) return "interrupted: nothing was imported";
  const recorded = (await Promise.all(jobs.map(countRecorded))).reduce(
    (sum, each) => sum + each,
    0,
  );
  return `interrupted: ${recorded} of ${count(totalOf(jobs), "object")} are recorded; run the same command again to go on`;
}
