/** Default number of requests that the journal keeps; older requests are dropped. */
const DEFAULT_LIMIT = 10_000;

/** Maximum size of all entries of the journal, in bytes; older entries are dropped. */
const MAX_BYTES = 32 * 1024 * 1024;

/** An API request in the journal. Admin requests are not journaled. */
export interface JournalEntry {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Status of the response; null until it is sent. */
  readonly status: number | null;
  /** The request body as JSON; undefined when there was none, when it was refused, and when the key was. */
  readonly body: unknown;
  /** Account that owns the request's key; null when the key was missing or unknown. */
  readonly account: string | null;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The headers `content-type`, `service-version` and `user-agent`, if they were sent; never the key. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Kept {
  readonly entry: { -readonly [K in keyof JournalEntry]: JournalEntry[K] };
  readonly bytes: number;
}

/** The newest requests, oldest first. */
export class Journal {
  #kept: Kept[] = [];
  #bytes = 0;

  /** @param limit number of entries kept */
  constructor(readonly limit = DEFAULT_LIMIT) {}

  /**
   * Adds an entry, and drops the oldest entries beyond the limits.
   * @param bodyBytes length of the body as it was sent
   * @returns the function that sets the status of the response
   */
  add(entry: Omit<JournalEntry, "status">, bodyBytes: number): (status: number) => void {
    const { body: _body, ...rest } = entry;
    const kept: Kept = {
      entry: { ...entry, status: null },
      bytes: bodyBytes + JSON.stringify(rest).length,
    };
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    while (this.#kept.length > this.limit || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
    }
    return (status) => {
      kept.entry.status = status;
    };
  }

  entries(): JournalEntry[] {
    return this.#kept.map(({ entry }) => ({ ...entry }));
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }
}
