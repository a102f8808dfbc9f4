import { dirname } from "node:path";
import { AgentIngress } from "pulumi-edge-ingress";
import { afterEach, expect, it, vi } from "vitest";
import { shortenStacks } from "../../src/program/short-stacks";

afterEach(() => vi.unstubAllEnvs());

const lines = (error: Error): string[] => (error.stack ?? "").split("\n");

/** An error whose stack the machinery of a timer stands behind. */
const later = (make: () => Error): Promise<Error> => new Promise((resolve) => setTimeout(() => resolve(make())));

/** The SDK asks for all frames of the stack that goes into the state. */
function withAllFrames(message: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  try {
    return withText(new Error(message));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The first access makes the text of a stack. */
function withText(error: Error): Error {
  void error.stack;
  return error;
}

it("a stack ends at the outermost frame of the program, and is whole again afterwards", async () => {
  const whole = lines(await later(() => withText(new Error("whole"))));
  const short = lines(
    await later(() => {
      const restore = shortenStacks(__filename, __dirname);
      try {
        return withAllFrames("short");
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
  const restore = shortenStacks(__filename, __dirname);
  try {
    expect(withText(new Error("told")).stack).toMatch(/^\d+ frames$/);
  } finally {
    restore();
    expect(withText(new Error("told")).stack).toMatch(/^\d+ frames$/);
    Error.prepareStackTrace = own;
  }
});

it("the frames of classes between the constructor and the program are left out", () => {
  const restore = shortenStacks("/package/base.js", dirname(__dirname));
  const short = withAllFrames("of a class");
  restore();
  expect(short.stack).not.toContain("short-stacks.test.ts");
});

it("a stack that nobody asked to be whole has no frames, unless somebody looks for promises that never end", () => {
  const within = () => {
    const restore = shortenStacks(__filename, __dirname);
    const error = withText(new Error("watched"));
    restore();
    return lines(error);
  };
  expect(within()).toEqual(["Error: watched"]);
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "1");
  expect(within().length).toBeGreaterThan(1);
});

it("an error of the SDK's constructor says where in the program", () => {
  const declare = () => new AgentIngress("", { domain: "connect.example.com" });
  let thrown: unknown;
  try {
    declare();
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Error).stack).toMatch(/Missing resource name.*\n[\s\S]*at declare .*short-stacks\.test\.ts/);
});
