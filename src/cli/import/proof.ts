import { gistOf, pulumi } from "../pulumi";
import { canRun } from "./packages";
import type { TargetStack } from "./stack";
import type { Given, Work } from "./work";

/** What a preview shows after an import. */
export interface Proof {
  readonly isUnchanged: boolean;
  /** Why it is no proof. */
  readonly reason?: string;
  /** What it would change, in the words of the CLI. */
  readonly changes?: readonly string[];
}

/** Previews the program, if it can run as it is. */
export async function prove(
  { folder }: Given,
  { plan, journal }: Work,
  stack: TargetStack,
): Promise<Proof | undefined> {
  const isWhole = plan.settings.every(({ value }) => value !== undefined);
  if (journal.isBeside || !isWhole || !canRun(folder.folder, journal.language)) return undefined;
  const ended = await pulumi(["preview", "--stack", stack.name, "--expect-no-changes"], { cwd: folder.folder });
  if (ended.code === 0) return { isUnchanged: true };
  const changes = changesIn(ended.stdout);
  return { isUnchanged: false, reason: changes.length > 0 ? "it proposes changes" : gistOf(ended), changes };
}

/** The lines on resources that are not the same: an operation, a type and a name. */
const changesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^ ?[~+-]{1,2} +\S+:\S+ .*$/gm)].map(([line]) => line.trim().replaceAll(/ +/g, " "));
