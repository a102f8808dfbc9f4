import { errorMessage, writing } from "./input";

/**
 * Ends the command with a message and exit code 2 if standard output cannot be written, for example because the disk is full.
 * `console.log` ignores such an error, and the next step of a pipeline would read an empty report.
 */
export function failIfOutputIsLost({ stdout }: NodeJS.Process = process): void {
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    const { code = "" } = error;
    // A closed terminal cannot show a message.
    if (code === "EIO") return;
    // At the exit, because the command also sets the exit code.
    process.once("exit", () => {
      process.exitCode = 2;
    });
    // The reader of the pipe, such as `head`, has ended on purpose.
    if (code === "EPIPE") return;
    console.error(
      `error: ${writing.problem} standard output: ${writing.reasons[code] ?? errorMessage(error)}`,
    );
  });
}
