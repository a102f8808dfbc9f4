import { expect, it, vi } from "vitest";
import { progressLine, startProgress } from "../../src/cli/session";

/** Tests of the progress that a command prints. */

it.each([
  [{ done: 0 }, 4_000, "importing, 4 s"],
  [{ done: 120 }, 4_000, "importing: 120, 4 s"],
  [{ done: 0, total: 300 }, 4_000, "importing: 0 of 300, 4 s"],
  [{ done: 100, total: 300 }, 10_400, "importing: 100 of 300, 10 s, about 20 s left"],
  [{ done: 504, total: 3_000 }, 12_000, "importing: 504 of 3000, 12 s, about 60 s left"],
  [{ done: 300, total: 300 }, 30_000, "importing: 300 of 300, 30 s"],
])("%j after %d ms is %j", (step, now, line) => {
  expect(progressLine({ title: "importing", since: 0, total: undefined, ...step }, now)).toBe(line);
});

it.each([
  {
    title:
      "without a terminal, a line every ten seconds of a step, and one at the end of a step that counts objects",
    isQuiet: false,
    lines: ["reading: 7, 10 s\n", "reading: 9, 20 s\n", "reading: 9, 29 s\n", "importing, 1 s\n"],
  },
  { title: "with output for programs, nothing", isQuiet: true, lines: [] },
])("$title", async ({ isQuiet, lines }) => {
  vi.useFakeTimers();
  const written: string[] = [];
  const stream = {
    isTTY: false,
    write: (line: string) => written.push(line),
  } as unknown as NodeJS.WriteStream;
  const progress = await startProgress(isQuiet, stream);
  const step = progress.step("reading");
  step(7);
  vi.advanceTimersByTime(10_000);
  step(9);
  vi.advanceTimersByTime(19_000);
  progress.end();
  vi.advanceTimersByTime(60_000);
  progress.step("importing");
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  expect(written).toEqual(lines);
});
