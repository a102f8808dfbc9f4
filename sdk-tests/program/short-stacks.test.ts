import { expect, it } from "vitest";
import { shortenStacks } from "../../src/program/short-stacks";

const lines = (error: Error): string[] => (error.stack ?? "").split("\n");

/** An error whose stack the machinery of a timer stands behind. */
const later = (make: () => Error): Promise<Error> => new Promise((resolve) => setTimeout(() => resolve(make())));

/** The first access makes the text of a stack. */
function withText(error: Error): Error {
  void error.stack;
  return error;
}

it("a stack ends at the outermost frame of the program, and is whole again afterwards", async () => {
  const whole = lines(await later(() => withText(new Error("whole"))));
  const short = lines(
    await later(() => {
      const restore = shortenStacks();
      try {
        return withText(new Error("short"));
      } finally {
        restore();
      }
    }),
  );
  expect(whole.at(-1)).toContain("node:internal/timers");
  expect(short[0]).toBe("Error: short");
  expect(short.length).toBeGreaterThan(1);
  expect(short.join("\n")).not.toContain("node:");
  expect(short.at(-1)).toContain("short-stacks.test.ts");
  expect(lines(await later(() => withText(new Error("whole"))))).toHaveLength(whole.length);
});

it("who makes stacks otherwise goes on to do so", () => {
  const own = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => `${frames.length} frames`;
  const restore = shortenStacks();
  try {
    expect(withText(new Error("told")).stack).toMatch(/^\d+ frames$/);
  } finally {
    restore();
    expect(withText(new Error("told")).stack).toMatch(/^\d+ frames$/);
    Error.prepareStackTrace = own;
  }
});
