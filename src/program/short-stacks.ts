/** Frames of the machinery that runs a program: those of Node.js itself, and of Pulumi's SDK. */
const MACHINERY = /^node:|[/\\]@pulumi[/\\]pulumi[/\\]/;

/**
 * Lets stacks end at the outermost frame of the program until the returned function is called. For each resource the SDK
 * takes the whole stack, finds the source of every frame, and has the engine store them all, a fifth of a resource's state:
 * the outer half is what runs the program, the same for every resource of every program. The SDK asks for all frames by
 * itself, so that `Error.stackTraceLimit` does not help.
 */
export function shortenStacks(): () => void {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (error, frames) => {
    const kept = frames.slice(0, frames.findLastIndex(isOfProgram) + 1);
    return prepareStackTrace ? prepareStackTrace(error, kept) : [String(error), ...kept.map(line)].join("\n");
  };
  return () => {
    Error.prepareStackTrace = prepareStackTrace;
  };
}

const isOfProgram = (frame: NodeJS.CallSite): boolean => {
  const file = frame.getFileName();
  return typeof file === "string" && !MACHINERY.test(file);
};

const line = (frame: NodeJS.CallSite): string => `    at ${frame}`;
