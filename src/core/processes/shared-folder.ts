import type { Log } from "../schema/problem";
import { checkPrivate, type FolderIdentity, makePrivate } from "./private-folders";

/** A folder that only the user can access, in which processes share files. */
export class SharedFolder {
  /** Undefined before the first use. */
  private isUsable: boolean | undefined;
  private identity: FolderIdentity | undefined;

  constructor(
    readonly path: string,
    /** Runs before the first use, when the folder exists. */
    private readonly prepare: () => void,
    /** The warning that the processes cannot share anything, from its cause. */
    private readonly warn: (cause: string) => string,
    private readonly log: Log,
  ) {}

  /** Does something with the files. A failure ends the sharing, with a warning; no operation fails because of it. */
  use<T>(action: () => T, otherwise: T): T {
    if (this.isUsable === false) return otherwise;
    try {
      if (this.isUsable === undefined) this.open();
      else this.requireSame();
      return action();
    } catch (error) {
      this.isUsable = false;
      this.log({ severity: "warning", text: this.warn((error as Error).message) });
      return otherwise;
    }
  }

  /** Removes files, if the folder is there. The first use reports what is wrong with it, and at the end nobody reads a message. */
  cleanUp(remove: () => void): void {
    try {
      checkPrivate(this.path);
      remove();
    } catch {
      // A later run removes what is left.
    }
  }

  private open(): void {
    this.identity = makePrivate(this.path);
    this.prepare();
    this.isUsable = true;
  }

  /** If the temporary folder has no sticky bit, other users can replace what is in it. */
  private requireSame(): void {
    const { dev, ino } = checkPrivate(this.path);
    if (dev !== this.identity?.dev || ino !== this.identity.ino)
      throw new Error(`${this.path} was replaced while it was in use`);
  }
}
