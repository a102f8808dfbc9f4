import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { digestTexts } from "../schema/digest";

/** A process of this machine. Operating systems reuse process ids, so the start time is a part of the identity. */
export interface ProcessIdentity {
  readonly pid: number;
  /** A digest of the start time. Empty if the system does not show the start time. */
  readonly start: string;
}

/** Matches what `processName` returns. The groups are the process id and the digest of the start time. */
export const PROCESS_NAME_PATTERN = String.raw`(\d+)-([0-9a-f]*)`;

/** Names a process in the name of a file. */
export const processName = ({ pid, start }: ProcessIdentity): string => `${pid}-${start}`;

/**
 * Reads when a process started. Undefined if the system does not show the start time or, in Linux, if the process is a zombie.
 *
 * @throws if there is no such process, except on Windows.
 */
export type ReadStart = (pid: number) => string | undefined;

/** The readers of start times by platform. On any other platform, `ps` shows the start time. */
const startReaders: Readonly<Partial<Record<NodeJS.Platform, ReadStart>>> = {
  linux: readStartFromProc,
  // PowerShell would take half a second for each process.
  win32: () => undefined,
};

/** The time that a process counts as running after a check. `ps` takes milliseconds, and no system reuses a process id that soon. */
const CHECK_LIFETIME_MS = 2_000;

/** Identifies processes, and checks whether they are running. */
export class ProcessRegistry {
  private identity: ProcessIdentity | undefined;
  /** The times at which processes were last seen running, by the names of the processes. */
  private readonly checkedAtMs = new Map<string, number>();

  constructor(
    private readonly readStart: ReadStart = startReaders[process.platform] ?? readStartFromPs,
  ) {}

  /** The running process. */
  get current(): ProcessIdentity {
    this.identity ??= this.identify(process.pid);
    return this.identity;
  }

  identify(pid: number): ProcessIdentity {
    return { pid, start: this.readStartDigest(pid) ?? "" };
  }

  isCurrent({ pid, start }: ProcessIdentity): boolean {
    return pid === this.current.pid && start === this.current.start;
  }

  /** True if a process of this user is running. If start times are not known, the process id decides. */
  isRunning(process: ProcessIdentity): boolean {
    if (!hasProcess(process.pid)) return false;
    if (process.start === "" || this.current.start === "") return true;
    if (this.wasCheckedRecently(process)) return true;
    if (this.readStartDigest(process.pid) !== process.start) return false;
    this.checkedAtMs.set(processName(process), performance.now());
    return true;
  }

  private wasCheckedRecently(process: ProcessIdentity): boolean {
    const checkedAtMs = this.checkedAtMs.get(processName(process));
    return checkedAtMs !== undefined && performance.now() - checkedAtMs < CHECK_LIFETIME_MS;
  }

  private readStartDigest(pid: number): string | undefined {
    try {
      const start = this.readStart(pid);
      return start === undefined ? undefined : digestTexts(start).slice(0, 16);
    } catch {
      return undefined;
    }
  }
}

/** The registry of this process. Its callers share it, so that a process is checked once in two seconds. */
export const localProcesses = new ProcessRegistry();

/** A digest of the container in which this process runs. Containers may share the temporary folder, and use the same process ids. */
export const containerDigest = (): string => digestTexts(machineName(), pidNamespace());

function machineName(): string {
  try {
    return hostname();
  } catch {
    return "";
  }
}

/** The namespace of process ids. Empty if the system is not Linux. */
function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** True if this user has a process with an id. */
function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The system refuses a signal to the process of another user, who cannot have written into this user's folder. Windows also refuses a
    // signal to some processes of this user, which count as running.
    return process.platform === "win32" && (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Reads the boot of the machine and the ticks from the boot to the start. */
function readStartFromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program is in parentheses, and may contain spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended, and its parent has not noticed that yet.
  if (state === "Z") return undefined;
  // Field 22 of the file. `fields` begins with field 4.
  const START_FIELD = 18;
  return `${readBootId()} ${fields[START_FIELD]}`;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Some sandboxes do not show the boot. Then only the ticks distinguish a process of an earlier boot.
    return "";
  }
}

/** Reads the start time on systems without /proc, such as macOS. The locale and the time zone are fixed, because `ps` formats with them. */
export function readStartFromPs(pid: number): string | undefined {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const args = ["-o", "lstart=", "-p", String(pid)];
  const text = execFileSync("ps", args, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
  return text === "" ? undefined : text;
}
