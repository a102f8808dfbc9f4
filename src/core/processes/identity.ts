import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { digestTexts } from "../schema/digest";

/** A process of this machine. Operating systems reuse process ids, so its start belongs to it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** A digest of the moment of the start. Empty if the system does not show it. */
  readonly start: string;
}

/** Matches what `processName` returns, with the number and the start as groups. */
export const PROCESS_NAME = String.raw`(\d+)-([0-9a-f]*)`;

/** A process in the name of a file. */
export const processName = ({ pid, start }: ProcessIdentity): string => `${pid}-${start}`;

/** Reads when a process started: undefined if the system does not show it. Throws if there is no such process. */
export type ReadStart = (pid: number) => string | undefined;

/** How long a process counts as recognized: `ps` takes milliseconds, and no system gives a number again that soon. */
const RECOGNIZED_MS = 2_000;

/** Recognizes the processes that have written records. */
export class Processes {
  private identity: ProcessIdentity | undefined;
  /** When processes were recognized last, by their names. */
  private readonly recognized = new Map<string, number>();

  constructor(
    private readonly readStart: ReadStart = startReaders[process.platform] ?? startFromPs,
  ) {}

  /** The running process. */
  get own(): ProcessIdentity {
    this.identity ??= this.identify(process.pid);
    return this.identity;
  }

  identify(pid: number): ProcessIdentity {
    return { pid, start: this.startOf(pid) ?? "" };
  }

  isOwn({ pid, start }: ProcessIdentity): boolean {
    return pid === this.own.pid && start === this.own.start;
  }

  /** Whether a process of this user still runs. If its start is not known, a process of its number counts. */
  isRunning(process: ProcessIdentity): boolean {
    if (!hasProcess(process.pid)) return false;
    if (process.start === "" || this.own.start === "") return true;
    const name = processName(process);
    const now = performance.now();
    if (now - (this.recognized.get(name) ?? -RECOGNIZED_MS) < RECOGNIZED_MS) return true;
    if (this.startOf(process.pid) !== process.start) return false;
    this.recognized.set(name, now);
    return true;
  }

  private startOf(pid: number): string | undefined {
    try {
      const text = this.readStart(pid);
      return text === undefined ? undefined : digestTexts(text).slice(0, 16);
    } catch {
      return undefined;
    }
  }
}

/** A digest of the container in which this process runs. Containers may share the temporary folder, and have the same processes' numbers. */
export const containerDigest = (): string => digestTexts(machineName(), numbersOf());

function machineName(): string {
  try {
    return hostname();
  } catch {
    return "";
  }
}

/** The namespace of the numbers of processes, which Linux has. */
function numbersOf(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Whether this user has a process of a number. */
function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The system refuses a signal to the process of another user, who cannot have written into this user's folder.
    return process.platform === "win32" && (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const startReaders: Readonly<Partial<Record<NodeJS.Platform, ReadStart>>> = {
  linux: startFromProc,
  // PowerShell would take half a second for each process.
  win32: () => undefined,
};

/** The time since the machine's boot, in ticks: another boot counts from the beginning. */
function startFromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program is in parentheses, and may contain spaces and parentheses.
  const [state, ...others] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z") return undefined;
  const FIELDS_BEFORE_START = 18;
  return `${readBootId()} ${others[FIELDS_BEFORE_START]}`;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Some sandboxes do not show it. A process of an earlier boot is then recognized by its ticks alone.
    return "";
  }
}

/** For the systems that have no /proc, such as macOS. The language and the time zone decide how the time is written. */
export function startFromPs(pid: number): string | undefined {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const args = ["-o", "lstart=", "-p", String(pid)];
  const text = execFileSync("ps", args, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
  return text === "" ? undefined : text;
}

/** Those of this machine. */
export const processes = new Processes();
