import { isWrappedSecret } from "../support/in-process-dynamic";
import type { Stored } from "./engine";

/** A resource in a state, with secrets wrapped in the form that the engine receives. */
export interface Entry extends Stored {
  readonly isPartial: boolean;
  /** The process that last created or compared the resource, and that deletes it. */
  readonly process: number;
  readonly dependsOn?: string | undefined;
  /** The name of the route whose deletion also deletes this resource, without a separate call. */
  readonly deletedWith?: string | undefined;
}

/** An entry without the values that the next create or update returns. */
export type Next = Omit<Entry, "id" | "outputs" | "isPartial">;

/** The state of a stack in the small engine. */
export class StackState {
  readonly entries = new Map<string, Entry>();
  readonly pendingDeletes: (Entry & { readonly name: string })[] = [];
  readonly errors: string[] = [];

  forget(): void {
    this.entries.clear();
    this.pendingDeletes.length = 0;
    this.errors.length = 0;
  }

  /** The plaintext of the state. */
  inClear(): string {
    const entries = [...this.entries.values(), ...this.pendingDeletes];
    return JSON.stringify(entries, (_, value) => (isWrappedSecret(value) ? "wrapped" : value));
  }

  /** Runs all actions concurrently, like the engine, and returns the number of failures. */
  async all<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<number> {
    const results = await Promise.allSettled(items.map(action));
    const failures = results.filter((result) => result.status === "rejected");
    this.errors.push(...failures.map(({ reason }) => (reason as Error).message));
    return failures.length;
  }
}
