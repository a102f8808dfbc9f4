import { createInterface } from "node:readline/promises";
import { count } from "../../insight/report/text";
import { baseUrlOf } from "../account-reader";
import type { Planned, Session } from "./job";

/**
 * Asks, once for all projects, before anything is written.
 *
 * @throws {Error} if the answer is no.
 */
export async function ask(jobs: readonly Planned[], { signal }: Session): Promise<void> {
  const [first] = jobs;
  const total = jobs.reduce((sum, { entries }) => sum + entries.length, 0);
  if (!first || first.flags.yes || total === 0) return;
  const { stack, root } = first;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // On a terminal, it takes Ctrl-C for itself.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const [from, into] = [baseUrlOf(stack?.config ?? new Map()), `stack ${stack?.name} of ${root}`];
  const answer = await terminal.question(`Import ${count(total, "object")} of ${from} into ${into}? [y/N] `, {
    signal,
  });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("nothing was written and nothing was imported");
}
