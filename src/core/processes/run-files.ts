import { readdirSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { digestTexts } from "../schema/digest";
import { modifiedAtMs, removeFile } from "./files";
import {
  containerDigest,
  localProcesses,
  PROCESS_NAME_PATTERN,
  type ProcessIdentity,
  processName,
} from "./identity";

/**
 * The minimum retention of the file of an ended program, whose engine may still be running. After it, the file stays while another
 * process of the engine runs.
 */
const ENDED_RETENTION_MS = 60_000;

/**
 * The retention of a file of another machine or container after its last change. This process cannot check whether the process of
 * the file is running.
 */
const FOREIGN_RETENTION_MS = 24 * 3_600_000;

const ENDED_SUFFIX = "ended";

/** Digests of the container and of the engine's address, the process, and the suffix of an ended program. */
const FILE_NAME = new RegExp(
  String.raw`^([0-9a-f]{32})\.([0-9a-f]{32})\.${PROCESS_NAME_PATTERN}(\.${ENDED_SUFFIX})?$`,
);

/** The file of a process, as its name describes it. */
export interface RunFile {
  readonly path: string;
  readonly container: string;
  readonly engine: string;
  readonly process: ProcessIdentity;
  /** True if the process ran a program, and has ended. */
  readonly isEnded: boolean;
}

/** The files with the records of a run. ./shared-folder.ts describes their names and lifetimes. */
export class RunFiles {
  /** The file of this process. */
  readonly currentFile: string;
  private readonly container = containerDigest();
  private readonly engine: string;

  constructor(
    private readonly folder: string,
    engineAddress: string,
  ) {
    this.engine = digestTexts(engineAddress);
    const name = processName(localProcesses.current);
    this.currentFile = join(folder, `${this.container}.${this.engine}.${name}`);
  }

  /** Lists the files of the other processes of this run. */
  listOthers(): RunFile[] {
    return this.list().filter(
      ({ container, engine, process }) =>
        container === this.container &&
        engine === this.engine &&
        !localProcesses.isCurrent(process),
    );
  }

  /** Lists the files whose records count in this run. */
  listActive(): RunFile[] {
    return this.listOthers().filter(({ path, process, isEnded }) =>
      isEnded ? wasChangedSinceStart(path) : localProcesses.isRunning(process),
    );
  }

  /** Removes the files of runs that have ended. */
  removeStale(): void {
    const files = this.list();
    for (const file of files) if (this.isStale(file, files)) removeFile(file.path);
  }

  private isStale(
    { path, container, engine, process, isEnded }: RunFile,
    files: readonly RunFile[],
  ): boolean {
    const ageMs = Date.now() - (modifiedAtMs(path) ?? Date.now());
    if (container !== this.container) return ageMs > FOREIGN_RETENTION_MS;
    if (isEnded) return ageMs > ENDED_RETENTION_MS && !this.hasRunningProcess(engine, files);
    return !localProcesses.isRunning(process);
  }

  /** True if a program or a provider of an engine on this machine is running, such as this process. */
  private hasRunningProcess(engine: string, files: readonly RunFile[]): boolean {
    if (engine === this.engine) return true;
    return files.some(
      (file) =>
        file.container === this.container &&
        file.engine === engine &&
        !file.isEnded &&
        localProcesses.isRunning(file.process),
    );
  }

  private list(): RunFile[] {
    return readdirSync(this.folder).flatMap((name) => parseRunFile(this.folder, name) ?? []);
  }
}

/** Undefined if the name is not the name of a run's file. */
function parseRunFile(folder: string, name: string): RunFile | undefined {
  const match = FILE_NAME.exec(name);
  if (!match) return undefined;
  const [, container = "", engine = "", pid, start = "", suffix] = match;
  return {
    path: join(folder, name),
    container,
    engine,
    process: { pid: Number(pid), start },
    isEnded: suffix !== undefined,
  };
}

/** Marks the file of a program as ended. The time of the file records when the program ended. */
export function markEnded(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
  renameSync(file, `${file}.${ENDED_SUFFIX}`);
}

/** False for a program of an earlier run with the same engine address: this process started after that program had ended. */
function wasChangedSinceStart(file: string): boolean {
  const changedMs = modifiedAtMs(file) ?? 0;
  return changedMs + timeResolutionMs(changedMs) >= performance.timeOrigin;
}

/** The resolution of a file's time, or more. Some file systems store whole seconds, or multiples of two seconds. */
const timeResolutionMs = (timeMs: number): number => (timeMs % 1_000 === 0 ? 2_000 : 100);
