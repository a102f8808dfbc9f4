import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import spawn from "cross-spawn";
import { withReason, writing } from "./input";
import { WorkFolder } from "./work-folder";

/** Options for a run of the CLI. */
export interface PulumiOptions {
  /** Default: the current folder. */
  readonly cwd?: string;
  /** The standard input. Default: empty. */
  readonly input?: string;
  /** Called once a second with the whole output so far. */
  readonly onOutput?: (stdout: string) => void;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Interrupts the run. The run rejects with the reason of the signal after the CLI has ended. */
  readonly signal?: AbortSignal;
  /**
   * Returns whether the signal may interrupt the CLI now. Default: never, because a short command
   * would leave a lock, or incomplete work.
   */
  readonly isReady?: () => boolean;
}

const isWindows = process.platform === "win32";

const PLAIN = ["--non-interactive", "--color=never"];

/** The result of a run of the CLI. */
export interface PulumiResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the user's Pulumi CLI.
 *
 * @throws {Error} if the CLI is not installed.
 */
export function pulumi(
  args: readonly string[],
  options: PulumiOptions = {},
): Promise<PulumiResult> {
  const child = start([...args, ...PLAIN], "pipe", options);
  // A CLI that ends early does not read its whole input. Its exit code shows the failure.
  child.stdin?.on("error", () => undefined).end(options.input ?? "");
  return waitForEnd(child, options);
}

/** Runs the CLI. @throws {Error} if the command fails. */
export async function requiredPulumi(args: readonly string[], at: PulumiOptions): Promise<void> {
  const { code, stdout, stderr } = await pulumi(args, at);
  if (code === 0) return;
  const command = `pulumi ${args.slice(0, 2).join(" ")}`;
  throw new Error(`\`${command}\` failed: ${errorSummary(stderr, stdout)}`);
}

/** Runs the CLI with streams of this process, so that the CLI can show its progress and ask questions. */
export const pulumiWithStreams = (
  args: readonly string[],
  stdio: StdioOptions,
): Promise<PulumiResult> => waitForEnd(spawn("pulumi", args, { stdio }));

/**
 * Runs the CLI with its input as a file, which may contain secrets. The CLI writes its output to files: if it wrote to this process,
 * and this process were killed, the CLI would end, too, and leave its lock.
 */
export async function pulumiWithFile(
  args: (file: string) => readonly string[],
  options: PulumiOptions,
): Promise<PulumiResult> {
  using folder = new WorkFolder();
  const file = join(folder.path, "input.json");
  const stdout = join(folder.path, "stdout");
  const stderr = join(folder.path, "stderr");
  const read = (path: string) => readFileSync(path, "utf8");
  withReason(file, () => writeFileSync(file, options.input ?? "", { mode: 0o600 }), writing);
  const streams = [openSync(file, "r"), openSync(stdout, "w"), openSync(stderr, "w")] as const;
  // Except on Windows, an open file can be removed: the CLI reads it as its standard input, and
  // nothing stays if this process is killed.
  if (!isWindows) rmSync(file);
  const timer = setInterval(() => options.onOutput?.(read(stdout)), 1_000);
  try {
    const child = start(
      [...args(isWindows ? file : "/dev/stdin"), ...PLAIN],
      [...streams],
      options,
    );
    // If version 3.259 is interrupted before its first resource, it panics, and leaves its lock and
    // its language host.
    const isReady = () => /^ = /m.test(read(stdout));
    const { code } = await waitForEnd(child, { ...options, isReady });
    return { code, stdout: read(stdout), stderr: read(stderr) };
  } finally {
    clearInterval(timer);
    for (const stream of streams) closeSync(stream);
  }
}

/**
 * Starts the CLI. With a signal, the CLI is in a process group of its own: Ctrl-C reaches only this process, which passes it on once.
 * A console of Windows does not have such groups.
 */
function start(
  args: readonly string[],
  stdio: StdioOptions,
  { cwd = ".", environment, signal }: PulumiOptions,
) {
  signal?.throwIfAborted();
  if (!existsSync(cwd)) throw new Error(`the folder ${cwd} does not exist`);
  const env = { ...process.env, ...environment };
  return spawn("pulumi", args, { stdio, cwd, env, detached: signal !== undefined && !isWindows });
}

/** Waits for the end of the CLI. The output of a stream that is not piped is empty. */
async function waitForEnd(
  child: ChildProcess,
  { signal, isReady = () => false }: PulumiOptions = {},
): Promise<PulumiResult> {
  const stop = () => interruptOnce(child, isReady);
  signal?.addEventListener("abort", stop);
  const closed = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(NO_CLI) : error;
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const [[code], stdout = "", stderr = ""] = await Promise.all([closed, ...printed]);
  signal?.removeEventListener("abort", stop);
  if (signal?.aborted) await waitForGroup(child);
  signal?.throwIfAborted();
  return { code: (code as number | null) ?? 1, stdout, stderr };
}

/**
 * Waits for the end of all processes in the group of the CLI: a CLI from npm is a script that may end before the CLI itself. In some
 * containers, a process never disappears, so the wait has a limit.
 */
async function waitForGroup(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 150 && signalGroup(child, 0); tries += 1) await wait(100);
}

const NO_CLI =
  "the Pulumi CLI is not on the PATH: install it (https://www.pulumi.com/docs/install) and try again";

/**
 * Interrupts the CLI like Ctrl-C, when it is ready, which a line of its output shows. On Windows, the console has already interrupted
 * the CLI.
 */
async function interruptOnce(child: ChildProcess, isReady: () => boolean): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !isWindows) {
    if (isReady()) return void signalGroup(child, "SIGINT");
    await wait(50);
  }
}

/** Sends a signal to the group of the CLI. The signal 0 checks whether the group exists. Returns false if it does not. */
function signalGroup({ pid }: ChildProcess, signal: "SIGINT" | 0): boolean {
  try {
    return !isWindows && pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** The errors in the output of the CLI. If the output contains no error, all lines that are not empty. */
export function errorSummary(...outputs: readonly string[]): string {
  const lines = outputs.flatMap((output) => output.split("\n")).map((line) => line.trim());
  // An error of the TypeScript compiler begins with a file and a position.
  const isError = (line: string) => line.startsWith("error:") || /\berror TS\d+:/.test(line);
  const errors = lines.filter(isError).map((line) => line.replace(/^error:/, "").trim());
  const summary = errors.length > 0 ? errors : lines.filter((line) => line !== "");
  return summary.join("; ") || "no error output";
}
