import { createInterface } from "node:readline/promises";
import { type Account, type AccountObject, readAccount } from "../../account/account";
import { requireSameAccount } from "../../account/listing";
import { absentFrom, chosenOf } from "../../importing/choice";
import { partsOf, SHARED } from "../../importing/split";
import { count } from "../../insight/report/text";
import { accountReader, baseUrlOf } from "../account";
import { Interrupted, interruptible, type Progress, startProgress, untilAborted } from "../session";
import { type Checked, check } from "./check";
import type { ImportFlags, Start } from "./job";
import { projectsIn } from "./journal";
import { writeNames } from "./names";
import { type Planned, plan } from "./plan";
import { type Ended, show } from "./report";
import { carryOut, recordedOf } from "./steps";

/** Imports an account, step by step; gives the exit code. */
export const run = (root = ".", flags: ImportFlags, version: string): Promise<number> =>
  interruptible(async (signal) => {
    const progress = await startProgress(flags.json === true);
    const jobs: Planned[] = [];
    try {
      await planAll({ root, flags, version, signal, progress }, jobs);
      progress.end();
      if (flags.dryRun && flags.names !== undefined) writeNames(flags.names, jobs);
      if (flags.dryRun) return show(jobs.map(asDryRun), flags);
      await ask(jobs, signal);
      return await carryOutAll(jobs, flags, progress);
    } catch (error) {
      progress.end();
      if (!(error instanceof Interrupted)) throw error;
      // Whatever requests are still under way.
      const text = await interruptedText(jobs);
      return new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(130)));
    }
  });

const asDryRun = (job: Planned): Ended => ({ ...job, imported: job.entries.length });

/** Everything that is known before anything is written. */
async function planAll(start: Omit<Start, "part" | "isFirst">, jobs: Planned[]): Promise<void> {
  const { flags, progress } = start;
  progress.step("checking");
  const targets = new Map<string | undefined, Checked>();
  for (const part of firstParts(start)) {
    targets.set(part, await check({ ...start, part, isFirst: targets.size === 0 }));
  }
  const [first] = targets.values();
  if (!first) return;
  const account = await read(first);
  if (first.stack && !flags.otherAccount) {
    requireSameAccount(first.stack.name, first.stack.managed, account.objects);
  }
  const absent = absentFrom(account, first.ids, flags.include);
  const unreadable = chosenOf(account.skipped, flags, flags.onlyIds && first.ids);
  for (const [part, objects] of partsIn(account, targets, flags)) {
    const target = targets.get(part) ?? (await check({ ...start, part, isFirst: false }));
    const ofAll = target.isFirst ? { absent, unreadable } : { absent: [], unreadable: [] };
    jobs.push(plan({ ...target, objects, ...ofAll }));
  }
}

/** Of a split account, the projects that exist, or the one of what is shared. */
function firstParts({ root, flags }: Pick<Start, "root" | "flags">): readonly (string | undefined)[] {
  if (!flags.split) return [undefined];
  const known = projectsIn(root);
  return known.length > 0 ? known.sort((a, b) => Number(b === SHARED) - Number(a === SHARED)) : [SHARED];
}

/** What the parts have already stays there. */
function partsIn(
  { objects }: Account,
  targets: ReadonlyMap<string | undefined, Checked>,
  { split }: ImportFlags,
): Iterable<readonly [string | undefined, readonly AccountObject[]]> {
  if (!split) return [[undefined, objects]];
  const homes = [...targets].map(([part = "", { stack, earlier }]) => {
    return [part, new Set([...(stack?.managed ?? []), ...Object.keys(earlier?.names ?? {})])] as const;
  });
  return partsOf(objects, split, new Map(homes));
}

function read({ config, named, signal, progress }: Checked): Promise<Account> {
  const step = progress.step("reading the account, objects");
  let total = 0;
  const reading = readAccount(accountReader(config, progress.print), named, (_, found) => {
    total += found;
    step(total);
  });
  return untilAborted(reading, signal);
}

const totalOf = (jobs: readonly Planned[]): number => jobs.reduce((sum, { entries }) => sum + entries.length, 0);

/**
 * Asks, once for all projects, before anything is written.
 *
 * @throws {Error} if the answer is no.
 */
async function ask(jobs: readonly Planned[], signal: AbortSignal): Promise<void> {
  const [first] = jobs;
  if (!first || first.flags.yes || totalOf(jobs) === 0) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // On a terminal, it takes Ctrl-C for itself.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const [from, into] = [baseUrlOf(first.config), `stack ${first.stack?.name} of ${first.root}`];
  const question = `Import ${count(totalOf(jobs), "object")} of ${from} into ${into}? [y/N] `;
  const answer = await terminal.question(question, { signal });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("nothing was written and nothing was imported");
}

/** Does what is planned, one project after the other: all of them write what the CLI keeps. */
async function carryOutAll(jobs: readonly Planned[], flags: ImportFlags, progress: Progress): Promise<number> {
  const done: Ended[] = [];
  try {
    for (const job of jobs) done.push(await carryOut(job));
  } catch (error) {
    progress.end();
    if (done.length > 0) show(done, flags);
    throw error;
  }
  progress.end();
  return show(done, flags);
}

/** How far an import has come. */
async function interruptedText(jobs: readonly Planned[]): Promise<string> {
  if (totalOf(jobs) === 0) return "interrupted: nothing was imported";
  const recorded = await Promise.all(jobs.map(recordedOf));
  const sum = recorded.reduce((left, right) => left + right, 0);
  return `interrupted: ${sum} of ${count(totalOf(jobs), "object")} are recorded; run the same command again to go on`;
}
