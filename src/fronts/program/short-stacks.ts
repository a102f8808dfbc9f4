/** Frames of the machinery that runs a program: those of Node.js itself, and of Pulumi's SDK. */
const MACHINERY = /^node:|[/\\]@pulumi[/\\]pulumi[/\\]/;

/** The SDK's function that takes a stack of each promise that it watches. */
const WATCH = "debuggablePromise";

/** Whether all stacks stay as Node.js and Pulumi's SDK make them. */
const leavesStacks = (): boolean => process.env.EDGE_INGRESS_FULL_STACKS === "1";

/**
 * Makes the stacks that the SDK takes while it declares a resource short, until the returned function is called.
 *
 * - The engine stores one of them in the state, of which the SDK asks for all frames. The outer frames run the program,
 *   the same for every resource; those between `base` and the program are classes of this package. Both go.
 * - Those of the promises that the SDK watches, dozens for each resource, lose all frames unless the SDK is to show
 *   them. Others keep the innermost frame: see {@link completeStack}.
 *
 * @param base The file of the constructor that calls the SDK's, which counts its frame.
 * @param classes The folder of the classes that are derived from it.
 */
export function shortenStacks(base: string, classes: string): () => void {
  if (leavesStacks()) return () => undefined;
  const { prepareStackTrace, stackTraceLimit } = Error;
  const showsPromises = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
  const isOfClass = (frame: NodeJS.CallSite): boolean => {
    const file = frame.getFileName();
    return file !== base && file?.startsWith(classes) === true;
  };
  Error.prepareStackTrace = (error, frames) => {
    if (!showsPromises && frames[0]?.getFunctionName() === WATCH) return String(error);
    const kept = frames
      .slice(0, frames.findLastIndex(isOfProgram) + 1)
      .filter((frame) => !isOfClass(frame));
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

/** Gives an error of that time, such as one of a transformation, the frames from the caller on. */
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
