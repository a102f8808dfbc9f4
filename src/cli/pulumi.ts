import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** How a run of the Pulumi CLI ended, and what it printed to the streams that are piped. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the CLI runs, and what it reads from its standard input. */
export interface PulumiOptions {
  readonly cwd: string;
  readonly input?: string;
}

/**
 * Runs the user's own Pulumi CLI.
 *
 * @throws {Error} if there is none.
 */
export function pulumi(args: readonly string[], options: PulumiOptions): Promise<Ended> {
  return run("pulumi", [...args, ...PLAIN], options);
}

/** Runs the user's own CLI with streams of this process, so that it can show its progress and ask questions. */
export const pulumiWithStreams = (args: readonly string[], stdio: StdioOptions): Promise<Ended> =>
  ended(spawn("pulumi", args, { stdio }));

/** Options of a run that shows nothing. */
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

async function run(command: string, args: readonly string[], { cwd, input }: PulumiOptions): Promise<Ended> {
  if (!existsSync(cwd)) throw new Error(`the folder ${cwd} does not exist`);
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
  // A CLI that ends early does not read all of its input: its exit code tells why.
  child.stdin.on("error", () => undefined).end(input ?? "");
  return ended(child);
}

async function ended(child: ChildProcess): Promise<Ended> {
  const closed = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(NO_CLI) : error;
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const [[code], stdout = "", stderr = ""] = await Promise.all([closed, ...printed]);
  return { code: (code as number | null) ?? 1, stdout, stderr };
}

const NO_CLI = "the Pulumi CLI is not on the PATH: install it (https://www.pulumi.com/docs/install) and try again";

/** The CLI's errors, without its warnings and the empty lines between them. */
export function gistOf({ stderr, stdout }: Pick<Ended, "stderr"> & { readonly stdout?: string }): string {
  const lines = `${stderr}\n${stdout ?? ""}`.split("\n").map((line) => line.trim());
  // Those of the TypeScript compiler begin with their places.
  const isError = (line: string) => line.startsWith("error:") || /\berror TS\d+:/.test(line);
  const errors = lines.filter(isError).map((line) => line.replace(/^error:/, "").trim());
  return (errors.length > 0 ? errors : lines.filter((line) => line !== "")).join("; ") || "no error output";
}
