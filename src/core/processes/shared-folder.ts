import type { Log } from "../schema/problem";
import { createPrivateFolder, type FolderIdentity, requirePrivateFolder } from "./private-folders";

/*
 * The processes of a user share two kinds of files. Only the user can access the folders of these files, and names and
 * contents have digests in place of ids and addresses, which may be secrets.
 *
 * - The records of a run (./shared-run.ts): a file for each process, `<container>.<engine address>.<process>`, with a record as
 *   JSON on each line. Only the process of the file appends records. All processes that one engine runs read each other's files.
 *   A provider process removes its file at its end. A program ends before its providers, so it renames its file to
 *   `<name>.ended`, and the last provider removes that file. If a process is killed, a later run removes its file.
 * - The claims on created objects (./shared-claims.ts): an empty file for each object, `id.<service and id>`, in the folder
 *   `creates`. The process that creates the file has the claim. A claim outlives its process, and is removed with the object or
 *   after 25 hours. `id.<service and id>.<time>` is the right to replace a claim of that time.
 *
 * An engine address is the address at which the engine listens; a later engine may get the same one. A process is its id and a
 * digest of its start time.
 */

/** A folder that only the user can access, in which processes share files. */
export class SharedFolder {
  /** Undefined before the first use. */
  private isUsable: boolean | undefined;
  private identity: FolderIdentity | undefined;

  constructor(
    readonly path: string,
    /** Runs before the first use, when the folder exists. */
    private readonly prepare: () => void,
    /** Returns the warning that the processes cannot share anything. */
    private readonly warningFor: (cause: string) => string,
    private readonly log: Log,
  ) {}

  /** Runs an action on the files. A failure ends the sharing, with a warning, and does not fail the operation. */
  use<T>(action: () => T, fallback: T): T {
    if (this.isUsable === false) return fallback;
    try {
      if (this.isUsable === undefined) this.open();
      else this.requireSameFolder();
      return action();
    } catch (error) {
      this.isUsable = false;
      this.log({ severity: "warning", text: this.warningFor((error as Error).message) });
      return fallback;
    }
  }

  /** Removes files, if the folder exists. It logs no failure: the first use warns, and nothing reads messages at the end. */
  cleanUp(remove: () => void): void {
    try {
      requirePrivateFolder(this.path);
      remove();
    } catch {
      // A later run removes the files.
    }
  }

  private open(): void {
    this.identity = createPrivateFolder(this.path);
    this.prepare();
    this.isUsable = true;
  }

  /** If the temporary folder has no sticky bit, other users can replace the folders in it. */
  private requireSameFolder(): void {
    const { dev, ino } = requirePrivateFolder(this.path);
    if (dev !== this.identity?.dev || ino !== this.identity.ino)
      throw new Error(`${this.path} was replaced while it was in use`);
  }
}
