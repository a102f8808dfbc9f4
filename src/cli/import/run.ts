import { join } from "node:path";
import { type Account, readAccount } from "../../account/account";
import { distinct } from "../../account/named";
import { partsOf, SHARED } from "../../importing/split";
import { namedIn } from "../account-options";
import { accountReader, showProgress } from "../account-reader";
import { ask } from "./ask";
import { check } from "./check";
import { configure } from "./configure";
import type { ImportFlags } from "./flags";
import { importEntries } from "./import";
import type { Checked, Ended, Planned } from "./job";
import { namedBefore } from "./journal";
import { plan } from "./plan";
import { prove } from "./prove";
import { show } from "./report";
import { write } from "./write";

/** Imports an account, step by step; gives the exit code. */
export async function run(path: string, flags: ImportFlags, version: string): Promise<number> {
  const first = flags.split
    ? await check(join(path, SHARED), flags, version, SHARED)
    : await check(path, flags, version);
  const named = distinct([...(await namedIn(flags)), ...namedBefore(path, flags)]);
  const account = await readAccount(accountReader(first.stack?.config ?? new Map()), named, showProgress);
  const jobs: Planned[] = [];
  for (const [part, objects] of partsIn(account, flags)) {
    const isFirst = part === undefined || part === SHARED;
    const target: Checked = isFirst ? first : await check(join(path, part), flags, version, part);
    jobs.push(plan({ ...target, objects, named, missing: isFirst ? account.missing : [] }));
  }
  if (flags.dryRun)
    return show(
      jobs.map((job) => ({ ...job, imported: job.entries.length })),
      flags,
    );
  await ask(jobs, flags);
  return show(await doneOf(jobs, flags), flags);
}

const partsIn = ({ objects }: Account, { split }: ImportFlags) =>
  split ? [...partsOf(objects)] : [[undefined, objects] as const];

/** Does what is planned, one project after the other: all of them write what the CLI keeps. */
async function doneOf(jobs: readonly Planned[], flags: ImportFlags): Promise<Ended[]> {
  const done: Ended[] = [];
  try {
    for (const job of jobs) done.push(await prove(await importEntries(await configure(write(job)))));
  } catch (error) {
    if (done.length > 0) show(done, flags);
    throw error;
  }
  return done;
}
