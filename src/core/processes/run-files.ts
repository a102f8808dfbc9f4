import { readdirSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { digestTexts } from "../schema/digest";
import { changedMsOf, removeFile } from "./files";
import {
  containerDigest,
  PROCESS_NAME,
  type ProcessIdentity,
  processes,
  processName,
} from "./identity";

/** How long an ended program's file stays at least: its engine may not have ended yet. */
const ENDED_KEPT_MS = 60_000;

/** How long the file of another machine or container stays after its last record: whether its process runs cannot be known here. */
const FOREIGN_KEPT_MS = 24 * 3_600_000;

/** Ends the name of a program's file when the program has ended. */
const ENDED = "ended";

/** Digests of the container and of the engine's address, the process, and whether the program has ended. */
const NAME = new RegExp(String.raw`^([0-9a-f]{32})\.([0-9a-f]{32})\.${PROCESS_NAME}(\.${ENDED})?$`);

/** The file of a process. */
export interface RunFile {
  readonly file: string;
  readonly container: string;
  readonly engine: string;
  readonly process: ProcessIdentity;
  /** The process ran a program, and has ended. */
  readonly isEnded: boolean;
}

/** The files in which the processes of runs keep their records, one for each process. */
export class RunFiles {
  /** The file of this process. */
  readonly own: string;
  private readonly container = containerDigest();
  private readonly engine: string;

  constructor(
    private readonly folder: string,
    engineAddress: string,
  ) {
    this.engine = digestTexts(engineAddress);
    this.own = join(folder, `${this.container}.${this.engine}.${processName(processes.own)}`);
  }

  /** The files of the other processes of this run. */
  ofRun(): RunFile[] {
    return this.all().filter(
      (found) =>
        found.container === this.container &&
        found.engine === this.engine &&
        !processes.isOwn(found.process),
    );
  }

  /** Those of them that still count. */
  inForce(): RunFile[] {
    return this.ofRun().filter(({ file, process, isEnded }) =>
      isEnded ? wasChangedSinceStart(file) : processes.isRunning(process),
    );
  }

  /** Removes what earlier runs have left behind. */
  removeLeftBehind(): void {
    for (const found of this.all()) if (this.isLeftBehind(found)) removeFile(found.file);
  }

  private isLeftBehind({ file, container, process, isEnded }: RunFile): boolean {
    const ageMs = Date.now() - (changedMsOf(file) ?? Date.now());
    if (container !== this.container) return ageMs > FOREIGN_KEPT_MS;
    return isEnded ? ageMs > ENDED_KEPT_MS : !processes.isRunning(process);
  }

  private all(): RunFile[] {
    return readdirSync(this.folder).flatMap((name) => runFileOf(this.folder, name) ?? []);
  }
}

/** Undefined for a name that this package does not use. */
function runFileOf(folder: string, name: string): RunFile | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, container = "", engine = "", pid, start = "", end] = match;
  const process = { pid: Number(pid), start };
  return { file: join(folder, name), container, engine, process, isEnded: end !== undefined };
}

/** Keeps a file for the providers, which end after the program; its time tells them when the program has ended. */
export function markEnded(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
  renameSync(file, `${file}.${ENDED}`);
}

/** A later engine with the same address, and so a later process of this provider, starts after the program of an earlier run. */
function wasChangedSinceStart(file: string): boolean {
  const changedMs = changedMsOf(file) ?? 0;
  return changedMs + tickMs(changedMs) >= performance.timeOrigin;
}

/** A tick of the clock that a file system writes times by, or more: some write whole seconds, or every other one. */
const tickMs = (timeMs: number): number => (timeMs % 1_000 === 0 ? 2_000 : 100);
