import { createInterface } from "node:readline/promises";
import type { ImportFlags } from "./flags";
import type { Planned } from "./job";

/**
 * Asks, once for all projects, before anything is written.
 *
 * @throws {Error} if the answer is no, or nobody can be asked.
 */
export async function ask(jobs: readonly Planned[], { yes, stack }: ImportFlags): Promise<void> {
  const count = jobs.reduce((sum, { entries }) => sum + entries.length, 0);
  if (yes || count === 0) return;
  if (!process.stdin.isTTY) throw new Error("without a terminal, --yes is required to import into a stack");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Import ${count} objects into stack ${stack}? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("nothing was written and nothing was imported");
}
