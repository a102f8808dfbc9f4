import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import spawn from "cross-spawn";
import { withReason, writing } from "./input";
import { WorkFolder } from "./work-folder";

/** How the CLI runs. */
export interface PulumiOptions {
  /** Default: the current folder. */
  readonly cwd?: string;
  readonly input?: string;
  /** Receives all that the CLI has printed, once a second. */
  readonly onOutput?: (stdout: string) => void;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Fails with the reason once the CLI has ended. */
  readonly signal?: AbortSignal;
  /** When the signal interrupts the CLI. Default: never, for a short command that would leave a lock, or a half of its work. */
  readonly isReady?: () => boolean;
}

const isWindows = process.platform === "win32";

const PLAIN = ["--non-interactive", "--color=never"];

/** Runs the user's own Pulumi CLI. If there is none, that is an error. */
export function pulumi(args: readonly string[], options: PulumiOptions = {}) {
  const child = start([...args, ...PLAIN], "pipe", options);
  // A CLI that ends early does not read all of its input: its exit code tells why.
  child.stdin?.on("error", () => undefined).end(options.input ?? "");
  return ended(child, options);
}

/** Runs the user's own CLI with streams of this process, so that it can show its progress and ask questions. */
export const pulumiWithStreams = (args: readonly string[], stdio: StdioOptions) =>
  ended(spawn("pulumi", args, { stdio }));

/**
 * Runs the CLI with its input as a file, which may hold secrets. Its output goes to files: if this process is killed, a CLI that
 * writes to it would end, too, and leave its lock.
 */
export async function pulumiWithFile(
  args: (file: string) => readonly string[],
  options: PulumiOptions,
) {
  using folder = new WorkFolder();
  const [file = "", stdout = "", stderr = ""] = ["input.json", "stdout", "stderr"].map((name) =>
    join(folder.path, name),
  );
  const printed = (path = stdout) => readFileSync(path, "utf8");
  withReason(file, () => writeFileSync(file, options.input ?? "", { mode: 0o600 }), writing);
  const streams = [openSync(file, "r"), openSync(stdout, "w"), openSync(stderr, "w")] as const;
  // Elsewhere, a file without a name is gone even if this process is killed: the CLI has it as its standard input.
  if (!isWindows) rmSync(file);
  const look = setInterval(() => options.onOutput?.(printed()), 1_000);
  try {
    const child = start(
      [...args(isWindows ? file : "/dev/stdin"), ...PLAIN],
      [...streams],
      options,
    );
    // Before its first resource, version 3.259 would panic, and leave its lock and its language host.
    const { code } = await ended(child, { ...options, isReady: () => /^ = /m.test(printed()) });
    return { code, stdout: printed(), stderr: printed(stderr) };
  } finally {
    clearInterval(look);
    for (const each of streams) closeSync(each);
  }
}

/** With a signal, a group of its own: Ctrl-C then reaches this process alone, which passes it on once. A console of Windows has no such groups. */
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

/** How a run of the CLI ended, and what it printed to the streams that are piped. */
async function ended(child: ChildProcess, { signal, isReady = () => false }: PulumiOptions = {}) {
  const stop = () => interruptOnce(child, isReady);
  signal?.addEventListener("abort", stop);
  const closed = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(NO_CLI) : error;
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const [[code], stdout = "", stderr = ""] = await Promise.all([closed, ...printed]);
  signal?.removeEventListener("abort", stop);
  // A CLI from npm is a script that may end before the CLI that it has started. Some containers never reap a process: that wait ends.
  for (let tries = 0; tries < 150 && signal?.aborted && signalGroup(child, 0); tries += 1)
    await wait(100);
  signal?.throwIfAborted();
  return { code: (code as number | null) ?? 1, stdout, stderr };
}

const NO_CLI =
  "the Pulumi CLI is not on the PATH: install it (https://www.pulumi.com/docs/install) and try again";

/** As Ctrl-C does, once the CLI is ready for it; on Windows, the console has passed it on. */
async function interruptOnce(child: ChildProcess, isReady: () => boolean): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !isWindows) {
    if (isReady()) return void signalGroup(child, "SIGINT");
    await wait(50);
  }
}

function signalGroup({ pid }: ChildProcess, signal: "SIGINT" | 0): boolean {
  try {
    return !isWindows && pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** The CLI's errors, without its warnings and the empty lines between them. */
export function errorSummary(...printed: readonly string[]): string {
  const lines = printed.flatMap((each) => each.split("\n")).map((line) => line.trim());
  // Those of the TypeScript compiler begin with their places.
  const isError = (line: string) => line.startsWith("error:") || /\berror TS\d+:/.test(line);
  const errors = lines.filter(isError).map((line) => line.replace(/^error:/, "").trim());
  return (
    (errors.length > 0 ? errors : lines.filter((line) => line !== "")).join("; ") ||
    "no error output"
  );
}
