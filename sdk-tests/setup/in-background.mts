import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Work of a set-up that goes on while the tests of other projects run.
 * @param file is written at its end; the tests that need its result wait for that
 * @returns when it has ended, well or not
 */
export async function inBackground(file: string, work: () => Promise<unknown>): Promise<void> {
  const outcome = await work().then(
    () => DONE,
    (error) => `failed: ${error instanceof Error ? error.message : error}`,
  );
  writeFileSync(file, outcome);
}

/** Waits for the work; a failure of the work fails the test. */
export async function finished(file: string): Promise<void> {
  let outcome = "";
  while (outcome === "") {
    if (existsSync(file)) outcome = readFileSync(file, "utf8");
    if (outcome === "") await wait(200);
  }
  if (outcome !== DONE) throw new Error(outcome);
}

const DONE = "done";
