import { errorMessage, writing } from "./input";

/**
 * If standard output cannot be written, such as on a full disk, the command ends with exit code 2 and a message. Without it,
 * the next step of a pipeline would read an empty report. `console.log` ignores such an error.
 */
export function failIfOutputIsLost({ stdout }: NodeJS.Process = process): void {
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    const { code = "" } = error;
    // A terminal that is gone takes no message either.
    if (code === "EIO") return;
    // The last word: what a command finds sets the exit code, too.
    process.once("exit", () => {
      process.exitCode = 2;
    });
    // The reader of a pipe, such as `head`, has read enough on purpose.
    if (code === "EPIPE") return;
    console.error(
      `error: ${writing.what} standard output: ${writing.reasons[code] ?? errorMessage(error)}`,
    );
  });
}
