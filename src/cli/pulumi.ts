import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import spawn from "cross-spawn";

/** How a run of the Pulumi CLI ended, and what it printed to the streams that are piped. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the CLI runs. */
export interface PulumiOptions {
  readonly cwd: string;
  /** What the CLI reads from its standard input. */
  readonly input?: string;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Fails with the reason once the CLI has ended. */
  readonly signal?: AbortSignal;
  /** The signal also interrupts the CLI. Default: no, for a short command that would leave a lock, or a half of its work. */
  readonly isInterruptible?: boolean;
}

const isWindows = process.platform === "win32";

/** Options of a run that shows nothing. */
const PLAIN = ["--non-interactive", "--color=never"];

/**
 * Runs the user's own Pulumi CLI.
 *
 * @throws {Error} if there is none.
 */
export function pulumi(args: readonly string[], options: PulumiOptions): Promise<Ended> {
  const child = start([...args, ...PLAIN], { stdio: ["pipe", "pipe", "pipe"] }, options);
  // A CLI that ends early does not read all of its input: its exit code tells why.
  child.stdin?.on("error", () => undefined).end(options.input ?? "");
  return ended(child, options.signal, () => options.isInterruptible === true);
}

/** Runs the user's own CLI with streams of this process, so that it can show its progress and ask questions. */
export const pulumiWithStreams = (args: readonly string[], stdio: SpawnOptions["stdio"]): Promise<Ended> =>
  ended(spawn("pulumi", args, { stdio }));

/**
 * Runs the CLI with a file that holds secrets. Its output goes to files: if this process is killed, a CLI that writes to it would
 * end, too, and leave its lock.
 *
 * @param args The arguments, from the name of the file.
 * @param onOutput Is given all that the CLI has printed, once a second.
 */
export async function pulumiWithFile(
  args: (file: string) => readonly string[],
  content: string,
  options: PulumiOptions,
  onOutput: (stdout: string) => void = () => undefined,
): Promise<Ended> {
  // Only the user can look into such a folder.
  const folder = mkdtempSync(join(tmpdir(), "edge-ingress-"));
  const [stdout, stderr] = [join(folder, "stdout"), join(folder, "stderr")];
  const input = secretFile(join(folder, "input.json"), content);
  const outputs = [openSync(stdout, "w"), openSync(stderr, "w")];
  const look = setInterval(() => onOutput(readFileSync(stdout, "utf8")), 1_000);
  try {
    const stdio = [input.stdin, ...outputs] as SpawnOptions["stdio"];
    const child = start([...args(input.name), ...PLAIN], { stdio }, options);
    // Before its first resource, version 3.259 would panic, and leave its lock and its language host.
    const { code } = await ended(child, options.signal, () => /^ = /m.test(readFileSync(stdout, "utf8")));
    return { code, stdout: readFileSync(stdout, "utf8"), stderr: readFileSync(stderr, "utf8") };
  } finally {
    clearInterval(look);
    for (const each of [input.stdin, ...outputs]) if (typeof each === "number") closeSync(each);
    rmSync(folder, { recursive: true });
  }
}

/** On Windows, a file; elsewhere, one without a name, which is gone even if this process is killed: the CLI has it as its standard input. */
function secretFile(path: string, content: string): { readonly name: string; readonly stdin: number | "ignore" } {
  writeFileSync(path, content, { mode: 0o600 });
  if (isWindows) return { name: path, stdin: "ignore" };
  const stdin = openSync(path, "r");
  rmSync(path);
  return { name: "/dev/stdin", stdin };
}

/** With a signal, a group of its own: Ctrl-C then reaches this process alone, which passes it on once. A console of Windows has no such groups. */
function start(args: readonly string[], streams: SpawnOptions, { cwd, environment, signal }: PulumiOptions) {
  signal?.throwIfAborted();
  if (!existsSync(cwd)) throw new Error(`the folder ${cwd} does not exist`);
  const env = { ...process.env, ...environment };
  return spawn("pulumi", args, { ...streams, cwd, env, detached: signal !== undefined && !isWindows });
}

async function ended(child: ChildProcess, signal?: AbortSignal, isReady = () => false): Promise<Ended> {
  const stop = () => interruptOnce(child, isReady);
  signal?.addEventListener("abort", stop);
  const closed = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(NO_CLI) : error;
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const [[code], stdout = "", stderr = ""] = await Promise.all([closed, ...printed]);
  signal?.removeEventListener("abort", stop);
  if (signal?.aborted) await endOfGroup(child);
  signal?.throwIfAborted();
  return { code: (code as number | null) ?? 1, stdout, stderr };
}

/** As Ctrl-C does, once the CLI is ready for it; on Windows, the console has passed it on. */
async function interruptOnce(child: ChildProcess, isReady: () => boolean): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !isWindows) {
    if (isReady()) return void signalGroup(child, "SIGINT");
    await wait(50);
  }
}

/** A CLI from npm is a script that may end before the CLI that it has started. Some containers never reap a process: that wait ends. */
async function endOfGroup(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 150 && !isWindows && signalGroup(child, 0); tries += 1) await wait(100);
}

/** Whether there is such a group. */
function signalGroup({ pid }: ChildProcess, signal: "SIGINT" | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
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
