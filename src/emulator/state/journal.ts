/** One API request, as the journal keeps it. Admin requests are not in it. */
export interface JournalEntry {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Status of the answer; null while there is none. */
  readonly status: number | null;
  /** The request body as JSON; undefined when there was none or it was not JSON. */
  readonly body: unknown;
  /** Account that owns the request's key; null when the key was missing or unknown. */
  readonly account: string | null;
  /** RFC 3339. */
  readonly startedAt: string;
  /** `content-type`, `service-version` and `user-agent`, those that were sent; never the key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The newest requests, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];

  /** @param limit number of entries kept */
  constructor(readonly limit: number) {}

  /** Adds an entry and returns the function that sets the status it was answered with. */
  add(entry: Omit<JournalEntry, "status">): (status: number) => void {
    const stored: { -readonly [K in keyof JournalEntry]: JournalEntry[K] } = { ...entry, status: null };
    this.#entries.push(stored);
    // Dropping half at once keeps the cost of a full journal low.
    if (this.#entries.length > this.limit * 2) this.#entries = this.#entries.slice(-this.limit);
    return (status) => {
      stored.status = status;
    };
  }

  entries(): JournalEntry[] {
    return this.#entries.slice(-this.limit).map((entry) => ({ ...entry }));
  }

  clear(): void {
    this.#entries = [];
  }
}
