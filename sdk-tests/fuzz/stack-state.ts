import { isWrapped } from "../support/in-process-dynamic";
import type { Stored } from "./engine";

/** What a state has of a resource, with secrets wrapped as the engine receives them. */
export interface Entry extends Stored {
  readonly isHalfMade: boolean;
  /** The process that has last made or compared it, and deletes it. */
  readonly process: number;
  readonly dependsOn?: string | undefined;
  /** The name of the route with which it goes, without a deletion of its own. */
  readonly deletedWith?: string | undefined;
}

/** An entry without what its next create or update gives. */
export type Next = Omit<Entry, "id" | "outputs" | "isHalfMade">;

/** What the small engine keeps of a stack. */
export class StackState {
  readonly entries = new Map<string, Entry>();
  readonly pendingDeletes: (Entry & { readonly name: string })[] = [];
  readonly errors: string[] = [];

  forget(): void {
    this.entries.clear();
    this.pendingDeletes.length = 0;
    this.errors.length = 0;
  }

  /** What the state contains in plaintext. */
  inClear(): string {
    const entries = [...this.entries.values(), ...this.pendingDeletes];
    return JSON.stringify(entries, (_, value) => (isWrapped(value) ? "wrapped" : value));
  }

  /** Does all at a time, as the engine does; gives the number of those that failed. */
  async all<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<number> {
    const results = await Promise.allSettled(items.map(action));
    const failures = results.filter((result) => result.status === "rejected");
    this.errors.push(...failures.map(({ reason }) => (reason as Error).message));
    return failures.length;
  }
}
