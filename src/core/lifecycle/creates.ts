import type { Client } from "../client/types";
import type { Created } from "./resource";

/** The creates of one collection in this process, so that none takes another's object for its own. */
export class Creates {
  private readonly made = new Set<string>();
  private readonly underWay = new Set<Promise<Created>>();
  /** Of all looks so far; nothing while there is none. */
  private looks: Promise<unknown> | undefined;

  /** Sends a create, and remembers what it has made. */
  async send(post: () => Promise<Created>): Promise<Created> {
    const sent = post();
    this.underWay.add(sent);
    try {
      const object = await sent;
      this.made.add(object.id);
      return object;
    } finally {
      this.underWay.delete(sent);
    }
  }

  /**
   * Takes the only object among those found that no create of this process has made. One look at a time: two creates
   * that look for the same must not find the same. Whoever waits for others does so as long as its own operation lasts.
   *
   * @throws {CancelledError | TimeoutError} if that is over before the others have an end; then nothing is taken.
   */
  async adopt(
    { waitFor }: Pick<Client, "waitFor">,
    find: () => Promise<readonly Created[]>,
  ): Promise<readonly Created[]> {
    const before = this.looks;
    const look = async () => {
      if (before) await waitFor(before);
      const found = await find();
      // What a create has just made may be in the list before its answer has come.
      if (this.underWay.size > 0) await waitFor(Promise.allSettled(this.underWay));
      return this.take(found);
    };
    const looked = look();
    // A look that is given up lets nobody look beside those before it.
    const looks = Promise.allSettled([before, looked]);
    this.looks = looks;
    try {
      return await looked;
    } finally {
      void looks.then(() => {
        if (this.looks === looks) this.looks = undefined;
      });
    }
  }

  private take(found: readonly Created[]): readonly Created[] {
    const free = found.filter(({ id }) => !this.made.has(id));
    if (free.length === 1) for (const { id } of free) this.made.add(id);
    return free;
  }

  /** Forgets an object that is deleted. */
  forget(id: string): void {
    this.made.delete(id);
  }
}
