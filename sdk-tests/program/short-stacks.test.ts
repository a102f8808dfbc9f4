import { AgentIngress } from "pulumi-edge-ingress";
import { afterEach, expect, it, vi } from "vitest";
import { shortenStacks } from "../../src/fronts/program/short-stacks";

afterEach(() => vi.unstubAllEnvs());

const lines = (error: Error): string[] => (error.stack ?? "").split("\n");

/** Returns an error with the frames of a timer in its stack. */
const later = (make: () => Error): Promise<Error> =>
  new Promise((resolve) => setTimeout(() => resolve(make())));

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
      const restore = shortenStacks();
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

it("another formatter of stacks remains in use", () => {
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

it("a stack of a watched promise has no frames, unless the detection of hanging promises is on", () => {
  const within = () => {
    const restore = shortenStacks();
    const watched = (function debuggablePromise() {
      return withText(new Error("watched"));
    })();
    restore();
    return lines(watched);
  };
  expect(within()).toEqual(["Error: watched"]);
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "1");
  expect(within().length).toBeGreaterThan(1);
});

/** The lines of the stack of what a program throws. */
function thrownBy(declare: () => unknown): string[] {
  try {
    declare();
  } catch (error) {
    return lines(error as Error);
  }
  throw new Error("nothing was thrown");
}

it("an error of the SDK's constructor contains its location in the program", () => {
  const [message, ...frames] = thrownBy(function ofProgram() {
    return new AgentIngress("", { domain: "connect.example.com" });
  });
  expect(message).toContain("Missing resource name");
  expect(frames.filter((frame) => frame.includes("ofProgram"))).toHaveLength(1);
});

/** The frames of an error that a transformation of the program throws. */
function framesOfTransformation(before: () => void = () => undefined): string[] {
  const transformations = [
    function transform(): never {
      before();
      throw new Error("not like this");
    },
  ];
  const [message, ...frames] = thrownBy(function ofProgram() {
    return new AgentIngress("agents", { domain: "connect.example.com" }, { transformations });
  });
  expect(message).toBe("Error: not like this");
  expect(frames[0]).toContain("transform");
  expect(frames.filter((frame) => frame.includes("ofProgram"))).toHaveLength(1);
  return frames;
}

it("an error of a transformation contains its location, and the resource", () => {
  framesOfTransformation();
});

it("with EDGE_INGRESS_FULL_STACKS=1, nothing of Node.js is patched, and errors have their whole stack", () => {
  vi.stubEnv("EDGE_INGRESS_FULL_STACKS", "1");
  const makesStacks = () => ({ limit: Error.stackTraceLimit, prepare: Error.prepareStackTrace });
  const before = makesStacks();
  const frames = framesOfTransformation(() => expect(makesStacks()).toEqual(before));
  expect(frames.some((frame) => /[/\\]@pulumi[/\\]pulumi[/\\]/.test(frame))).toBe(true);
});
