/** The files of Node.js and of Pulumi's SDK, whose frames surround those of the program. */
const MACHINERY = /^node:|[/\\]@pulumi[/\\]pulumi[/\\]/;

/** The function of the SDK that takes a stack for each promise that it watches. */
const WATCH = "debuggablePromise";

/** True if all stacks stay unchanged. */
const leavesStacks = (): boolean => process.env.EDGE_INGRESS_FULL_STACKS === "1";

/**
 * Shortens the stacks that the SDK takes while it declares a resource, until the returned function is called.
 *
 * - The engine stores a complete stack in the state, for which the SDK raises `stackTraceLimit` itself. This stack loses its outer
 *   frames, which run the program and are the same for every resource.
 * - The stacks of promises that the SDK watches, dozens for each resource, lose all frames, unless `PULUMI_DEBUG_PROMISE_LEAKS`
 *   displays them. Other stacks keep the innermost frame: see {@link completeStack}.
 */
export function shortenStacks(): () => void {
  if (leavesStacks()) return () => undefined;
  const { prepareStackTrace, stackTraceLimit } = Error;
  const showsPromises = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
  Error.prepareStackTrace = (error, frames) => {
    if (!showsPromises && frames[0]?.getFunctionName() === WATCH) return String(error);
    const kept = frames.slice(0, frames.findLastIndex(isOfProgram) + 1);
    return prepareStackTrace
      ? prepareStackTrace(error, kept)
      : [String(error), ...kept.map(line)].join("\n");
  };
  if (!showsPromises) Error.stackTraceLimit = 1;
  return () => {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  };
}

/** Adds the frames from the caller on to an error with a shortened stack, such as an error of a transformation. */
export function completeStack(error: unknown): void {
  if (leavesStacks() || !(error instanceof Error)) return;
  const here = new Error();
  Error.captureStackTrace(here, completeStack);
  error.stack = [error.stack, ...(here.stack?.split("\n").slice(1) ?? [])].join("\n");
}

const isOfProgram = (frame: NodeJS.CallSite): boolean => {
  const file = frame.getFileName();
  return typeof file === "string" && !MACHINERY.test(file);
};

const line = (frame: NodeJS.CallSite): string => `    at ${frame}`;
