/** Frames of the machinery that runs a program: those of Node.js itself, and of Pulumi's SDK. */
const MACHINERY = /^node:|[/\\]@pulumi[/\\]pulumi[/\\]/;

/**
 * Makes the stacks that the SDK takes of a resource short, until the returned function is called.
 *
 * - One of them, of which the SDK asks for all frames by itself, the engine stores in the state. Its outer frames are what
 *   runs the program, the same for every resource of every program; those between `base` and the program's own are
 *   classes of this package. Both go, so that a resource stands where the program makes it.
 * - Those of the promises that the SDK watches, dozens for each resource, are shown only to who looks for promises that never
 *   end. They have no frames; an error that leaves the SDK's constructor needs new ones, by `Error.captureStackTrace`.
 *
 * @param base The file of the constructor that calls the SDK's, which counts its frame.
 * @param classes The folder of the classes that are derived from it.
 */
export function shortenStacks(base: string, classes: string): () => void {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const isOfClass = (frame: NodeJS.CallSite): boolean => {
    const file = frame.getFileName();
    return file !== base && file?.startsWith(classes) === true;
  };
  Error.prepareStackTrace = (error, frames) => {
    const kept = frames.slice(0, frames.findLastIndex(isOfProgram) + 1).filter((frame) => !isOfClass(frame));
    return prepareStackTrace ? prepareStackTrace(error, kept) : [String(error), ...kept.map(line)].join("\n");
  };
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  return () => {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  };
}

const isOfProgram = (frame: NodeJS.CallSite): boolean => {
  const file = frame.getFileName();
  return typeof file === "string" && !MACHINERY.test(file);
};

const line = (frame: NodeJS.CallSite): string => `    at ${frame}`;
