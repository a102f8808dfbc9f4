import type { Created } from "./resource";

/** The creates of one collection in this process, so that none takes another's object for its own. */
export class Creates {
  private readonly made = new Set<string>();
  private readonly underWay = new Set<Promise<Created>>();
  private turn: Promise<unknown> = Promise.resolve();

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
   * that look for the same must not find the same.
   */
  adopt(find: () => Promise<readonly Created[]>): Promise<readonly Created[]> {
    const looked = this.turn.then(async () => {
      const found = await find();
      // What a create has just made may be in the list before its answer has come.
      await Promise.allSettled(this.underWay);
      const free = found.filter(({ id }) => !this.made.has(id));
      if (free.length === 1) for (const { id } of free) this.made.add(id);
      return free;
    });
    this.turn = looked.catch(() => undefined);
    return looked;
  }

  /** Forgets an object that is deleted. */
  forget(id: string): void {
    this.made.delete(id);
  }
}
