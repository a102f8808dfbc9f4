import { type Account, type AccountObject, readAccount } from "../../account/account";
import { otherAccountProblem } from "../../account/other-account";
import { absentFrom, chosenOf } from "../../importing/choice";
import { partsOf, SHARED } from "../../importing/split";
import { count } from "../../insight/report/text";
import { accountReader } from "../account-reader";
import { Interrupted, interruptible } from "../interruption";
import { startProgress } from "../progress";
import { ask } from "./ask";
import { check } from "./check";
import { configure } from "./configure";
import type { ImportFlags } from "./flags";
import { importEntries, recordedOf } from "./import";
import type { Checked, Ended, Planned, Session, Start } from "./job";
import { projectsIn } from "./journal";
import { writeNames } from "./names";
import { plan } from "./plan";
import { prove } from "./prove";
import { show } from "./report";
import { write } from "./write";

/** Imports an account, step by step; gives the exit code. */
export const run = (root: string, flags: ImportFlags, version: string): Promise<number> =>
  interruptible(async (signal) => {
    const session = { signal, progress: await startProgress(flags.json === true) };
    const jobs: Planned[] = [];
    try {
      const start = { root, flags, version };
      await planAll(start, jobs, session);
      session.progress.end();
      if (flags.dryRun && flags.names !== undefined) writeNames(flags.names, jobs);
      if (flags.dryRun)
        return show(
          jobs.map((job) => ({ ...job, imported: job.entries.length })),
          flags,
        );
      await ask(jobs, session);
      return await importAll(jobs, flags, session);
    } catch (error) {
      session.progress.end();
      if (!(error instanceof Interrupted)) throw error;
      return exitWith(130, await interruptedText(jobs));
    }
  });

/** Ends the process, whatever requests are still under way. */
const exitWith = (code: number, text: string): Promise<number> =>
  new Promise(() => process.stderr.write(`${text}\n`, () => process.exit(code)));

/** Everything that is known before anything is written. */
async function planAll(start: Omit<Start, "part" | "isFirst">, jobs: Planned[], session: Session): Promise<void> {
  session.progress.step("checking");
  const targets = new Map<string | undefined, Checked>();
  for (const part of firstParts(start)) {
    targets.set(part, await check({ ...start, part, isFirst: targets.size === 0 }, session));
  }
  const [first] = targets.values();
  if (!first) return;
  const account = await read(first, session);
  const problem = first.stack && otherAccountProblem(first.stack.name, first.stack.managed, account.objects);
  if (problem !== undefined && !start.flags.otherAccount) throw new Error(problem);
  const { flags } = start;
  const absent = absentFrom(account, first.ids, flags.include);
  const unreadable = chosenOf(account.skipped, flags, flags.onlyIds && first.ids);
  for (const [part, objects] of partsIn(account, targets, flags)) {
    const target = targets.get(part) ?? (await check({ ...start, part, isFirst: false }, session));
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

function read({ stack, named }: Checked, { signal, progress }: Session): Promise<Account> {
  const step = progress.step("reading the account, objects");
  const reader = accountReader(stack?.config ?? new Map(), { signal, print: progress.print });
  let total = 0;
  return readAccount(reader, named, (_, found) => {
    total += found;
    step(total);
  });
}

/** Does what is planned, one project after the other: all of them write what the CLI keeps. */
async function importAll(jobs: readonly Planned[], flags: ImportFlags, session: Session): Promise<number> {
  const done: Ended[] = [];
  try {
    for (const job of jobs) {
      const written = await configure(write(job), session);
      done.push(await prove(await importEntries(written, session), session));
    }
  } catch (error) {
    session.progress.end();
    if (done.length > 0) show(done, flags);
    throw error;
  }
  session.progress.end();
  return show(done, flags);
}

/** How far an import has come. */
async function interruptedText(jobs: readonly Planned[]): Promise<string> {
  const total = jobs.reduce((sum, { entries }) => sum + entries.length, 0);
  if (total === 0) return "interrupted: nothing was imported";
  const recorded = await Promise.all(jobs.map(recordedOf));
  const sum = recorded.reduce((left, right) => left + right, 0);
  return `interrupted: ${sum} of ${count(total, "object")} are recorded; run the same command again to go on`;
}
