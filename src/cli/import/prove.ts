import { gistOf, pulumi } from "../pulumi";
import type { Ended, Session } from "./job";
import { canRun } from "./packages";

/** Previews the program, if it can run as it is. */
export async function prove(job: Ended, { signal, progress }: Session): Promise<Ended> {
  const { folder, stack, plan, language, journal, imported } = job;
  const isWhole = plan.settings.every(({ value }) => value !== undefined);
  if (!stack || imported === 0 || journal.isBeside || !isWhole || !canRun(folder.folder, language)) return job;
  progress.step("previewing the program");
  const at = { cwd: folder.folder, signal, isInterruptible: true };
  const ended = await pulumi(["preview", "--stack", stack.name, "--expect-no-changes"], at);
  if (ended.code === 0) return { ...job, proof: { isUnchanged: true } };
  const changes = changesIn(ended.stdout);
  const reason = changes.length > 0 ? "it proposes changes" : gistOf(ended);
  return { ...job, proof: { isUnchanged: false, reason, changes } };
}

/** The lines on resources that are not the same: an operation, a type and a name. */
const changesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^ ?[~+-]{1,2} +\S+:\S+ .*$/gm)].map(([line]) => line.trim().replaceAll(/ +/g, " "));
