import { EdgeIngressError, mayHaveBeenProcessed, TimeoutError } from "../client/errors";
import type { ApiRequest, Client } from "../client/types";
import type { Values } from "../schema/values";
import { unexpected } from "./answers";
import type { CreateRecords, OpenCreate, OthersUnderWay } from "./create-records";
import type { Created } from "./resource";

/** A create: what it asks for, when it began, and what is sent. */
export interface Create {
  readonly inputs: Values;
  /** By both clocks of this machine: the one of the wall may be set, the steady one stands still while the machine sleeps. */
  readonly started: { readonly wallMs: number; readonly steadyMs: number };
  readonly request: ApiRequest;
}

/** A create of a collection, until its outcome is known. */
export interface Attempt extends Create {
  readonly body: string;
  readonly records: CreateRecords | undefined;
  readonly open: OpenCreate | undefined;
}

/** What a look for the object of a lost create has found that no create is known to have made. */
export interface Looked {
  readonly free: readonly Created[];
  /** How many creates have asked for just that, and have lost their answers, this one among them. */
  readonly lost: number;
  /** One of them, which is this create's from now on. */
  readonly taken: Created | undefined;
}

/** Other creates of the collection had no outcome in time, so that the list would not show whose its objects are. */
export class UnfinishedCreatesError extends EdgeIngressError {
  override readonly name = "UnfinishedCreatesError";
}

/** @param others What was waited for. */
const refuseUnfinished = (others: string) => (error: unknown) => {
  if (!(error instanceof TimeoutError)) throw error;
  throw new UnfinishedCreatesError(`${others} in the same collection had no response by then`);
};

const processesOf = ({ pids }: OthersUnderWay): string =>
  pids.length === 1 ? `process ${pids[0]}` : `processes ${pids.join(", ")}`;

/** The creates of one collection in this process, so that none takes another's object for its own. */
export class Creates {
  private readonly made = new Set<string>();
  private readonly lost = new Set<Attempt>();
  private readonly underWay = new Set<Promise<Created>>();
  /** Of all looks so far; nothing while there is none. */
  private looks: Promise<unknown> | undefined;

  constructor(private readonly collection: string) {}

  begin(records: CreateRecords | undefined, create: Create): Attempt {
    const body = JSON.stringify(create.request.body);
    return { ...create, body, records, open: records?.begin(this.collection, body) };
  }

  /** Sends a create, and remembers what it has made. An answer about the object of another create is an error. */
  async send(attempt: Attempt, post: () => Promise<Created>): Promise<Created> {
    attempt.open?.sent();
    const sent = post().then((object) => {
      if (this.claim(attempt, object.id)) return object;
      throw unexpected(attempt.request, "the answer is about the object of another create");
    });
    this.underWay.add(sent);
    try {
      const object = await sent;
      this.end(attempt);
      return object;
    } catch (error) {
      // One that was lost before stays lost, whatever has become of it this time.
      if (mayHaveBeenProcessed(error) || this.lost.has(attempt)) {
        this.lost.add(attempt);
        attempt.open?.lost();
      } else this.end(attempt);
      throw error;
    } finally {
      this.underWay.delete(sent);
    }
  }

  /**
   * Takes one of the objects found that no create is known to have made, if they are as many as the equal creates that are
   * lost: then each of these gets one. One look at a time. Whoever waits for others does so as long as its own operation lasts:
   * if that is over before the others have an end, nothing is taken.
   */
  async adopt(
    { waitFor }: Pick<Client, "waitFor">,
    attempt: Attempt,
    find: () => Promise<readonly Created[]>,
  ): Promise<Looked> {
    const before = this.looks;
    const watch = new AbortController();
    const othersEnd = async () => {
      if (this.underWay.size > 0)
        await waitFor(Promise.allSettled(this.underWay)).catch(
          refuseUnfinished("other creates of this process"),
        );
      const others = attempt.open?.othersUnderWay(watch.signal);
      if (others)
        await waitFor(others.ended).catch(refuseUnfinished(`creates of ${processesOf(others)}`));
    };
    const look = async () => {
      if (before)
        await waitFor(before).catch(
          refuseUnfinished("the lookups of other creates of this process"),
        );
      for (;;) {
        await othersEnd();
        const lost = this.lostLike(attempt);
        const found = await find();
        // What a create has just made may be in the list before its answer has come.
        await othersEnd();
        // What one has made that was lost meanwhile may not be in the list yet.
        if (this.lostLike(attempt) <= lost) return this.take(attempt, found);
      }
    };
    const looked = look();
    // A look that is given up lets nobody look beside those before it.
    const looks = Promise.allSettled([before, looked]);
    this.looks = looks;
    try {
      return await looked;
    } finally {
      watch.abort();
      void looks.then(() => {
        if (this.looks === looks) this.looks = undefined;
      });
    }
  }

  private take(attempt: Attempt, found: readonly Created[]): Looked {
    const { records, started } = attempt;
    const free = found.filter(
      ({ id }) => !this.made.has(id) && !records?.isClaimed(id, started.wallMs),
    );
    const lost = this.lostLike(attempt);
    const taken = free.length === lost ? free.find(({ id }) => this.claim(attempt, id)) : undefined;
    if (taken) this.end(attempt);
    return { free, lost, taken };
  }

  /** How many creates have asked for just what this one asks for, and have lost their answers. */
  private lostLike({ body, open, started }: Attempt): number {
    const here = [...this.lost].filter((each) => each.body === body).length;
    return here + (open?.othersLost(started.wallMs) ?? 0);
  }

  /** A create fails for good: other processes go on counting it as lost, those of this one may have what is left. */
  giveUp(attempt: Attempt): void {
    this.lost.delete(attempt);
  }

  private end(attempt: Attempt): void {
    this.lost.delete(attempt);
    attempt.open?.end();
  }

  private claim({ records, started }: Attempt, id: string): boolean {
    if (this.made.has(id) || records?.claim(id, started.wallMs) === false) return false;
    this.made.add(id);
    return true;
  }

  forget(records: CreateRecords | undefined, id: string): void {
    this.made.delete(id);
    records?.release(id);
  }
}
