import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** How a run of the Pulumi CLI ended, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the CLI runs, and what it reads from its standard input. */
export interface PulumiOptions {
  readonly cwd: string;
  readonly input?: string;
  /** Shows what the CLI prints while it runs. Default: nothing is shown. */
  readonly show?: (text: string) => void;
}

/**
 * Runs the user's own Pulumi CLI.
 *
 * @throws {Error} if there is none.
 */
export function pulumi(args: readonly string[], options: PulumiOptions): Promise<Ended> {
  return run("pulumi", [...args, ...PLAIN], options);
}

/** Options of every run. */
const PLAIN = ["--non-interactive", "--color=never"];

/** The name of the file that is a process's standard input. */
export const STANDARD_INPUT = "/dev/stdin";

/**
 * The same for an option that names a file: the input reaches the CLI by {@link STANDARD_INPUT}, which has to be a pipe. Node.js
 * makes a socket. The output goes to files: if this process is killed, a CLI that writes to it would end, too, and leave its lock.
 */
export async function pulumiWithFile(args: readonly string[], options: PulumiOptions): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "edge-ingress-"));
  const script = 'cat | "$@" > "$0/stdout" 2> "$0/stderr"';
  try {
    const { code } = await run("sh", ["-c", script, folder, "pulumi", ...args, ...PLAIN], options);
    const [stdout, stderr] = ["stdout", "stderr"].map((name) => readFileSync(join(folder, name), "utf8"));
    return { code, stdout: stdout ?? "", stderr: stderr ?? "" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(command: string, args: readonly string[], { cwd, input, show }: PulumiOptions): Promise<Ended> {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
  if (show) for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => show(String(chunk)));
  const ended = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? NO_CLI : error.message);
  });
  // A CLI that ends early does not read all of it: its exit code tells why.
  child.stdin.on("error", () => undefined).end(input ?? "");
  const [[code], stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code: (code as number | null) ?? 1, stdout, stderr };
}

const NO_CLI = "the Pulumi CLI is not on the PATH, or the folder does not exist";

/** The CLI's errors, without its warnings and the empty lines between them. */
export function gistOf({ stderr, stdout }: Pick<Ended, "stderr"> & { readonly stdout?: string }): string {
  const lines = `${stderr}\n${stdout ?? ""}`.split("\n").map((line) => line.trim());
  // Those of the TypeScript compiler begin with their places.
  const isError = (line: string) => line.startsWith("error:") || /\berror TS\d+:/.test(line);
  const errors = lines.filter(isError).map((line) => line.replace(/^error:/, "").trim());
  return (errors.length > 0 ? errors : lines.filter((line) => line !== "")).join("; ") || "no error output";
}
