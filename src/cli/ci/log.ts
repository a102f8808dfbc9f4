import { printable } from "../../insight/report/text";

/** The severity of a message in a log. */
type Level = "error" | "warning" | "notice";

/** Logs a message. In GitHub Actions, the message is an annotation of the run. */
export function log(level: Level, message: string, { GITHUB_ACTIONS }: NodeJS.ProcessEnv): void {
  const text = printable(message);
  // In a command, a percent sign begins an escape.
  if (GITHUB_ACTIONS === "true") console.log(`::${level}::${text.replaceAll("%", "%25")}`);
  else console.error(`${level}: ${text}`);
}
