import { table } from "../../tools/base/markdown-table.mts";
import { formatDuration, Problem, remark, say } from "../../tools/base/say.mjs";

/** A row of the final table: what was published, installed or run, and with which result. */
export interface Result {
  step: string;
  what: string;
  result: string;
  ms: number;
}

/** The steps of a rehearsal. The first step that fails ends the rehearsal with its name. */
export class Steps {
  readonly results: Result[] = [];
  private release = "";

  /** Begins the steps of another version. */
  of(release: string) {
    this.release = release;
    say(`\n${release}`);
  }

  /** @returns the value of the work, whose result is a row of the table if it has one */
  async run<Value>(
    step: string,
    work: () => Promise<Value>,
    resultOf: (value: Value) => string = () => "done",
  ): Promise<Value> {
    const begin = Date.now();
    const progress = setInterval(
      () => remark(`  … ${step}, ${formatDuration(Date.now() - begin)} so far`),
      30_000,
    );
    try {
      const value = await work();
      this.add(step, resultOf(value), Date.now() - begin);
      return value;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Problem(`The rehearsal of ${this.release} failed at "${step}": ${message}`);
    } finally {
      clearInterval(progress);
    }
  }

  private add(step: string, result: string, ms: number) {
    this.results.push({ step: this.release, what: step, result, ms });
    say(`  ${step}: ${result} (${formatDuration(ms)})`);
  }
}

/** Runs work at the same time, as the jobs of a workflow. A failure is thrown when all work has ended, so that nothing runs on. */
export async function together(works: readonly Promise<unknown>[]): Promise<void> {
  for (const settled of await Promise.allSettled(works))
    if (settled.status === "rejected") throw settled.reason;
}

export const resultTable = (results: readonly Result[]): string =>
  table(
    ["Release", "Step", "Result", "Time"],
    results.map(({ step, what, result, ms }) => [step, what, result, formatDuration(ms)]),
  );
