import { setTimeout as wait } from "node:timers/promises";

/** Waits until a condition holds. After a minute, the test fails, and the error contains the description. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
  everyMs = 20,
): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited for a minute in vain: ${description}`);
    await wait(everyMs);
  }
}
