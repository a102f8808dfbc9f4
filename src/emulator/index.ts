import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { emulatorApp } from "./app";
import { Control } from "./control";
import { DEFAULT_ACCOUNT, DEFAULT_API_KEY, DEFAULT_HOST, DEFAULT_JOURNAL_LIMIT } from "./defaults";
import { FaultPlan } from "./faults";
import { type Fixtures, KnownObjects, readFixtures } from "./fixtures";
import { IdGenerator } from "./ids";
import { Journal } from "./journal";
import { defaultOptions } from "./option-parsing";
import type { OptionValues } from "./options";
import type { EmulatorState } from "./state";
import { Store } from "./store";

export type { CertificateJob } from "./certificates";
export { ADMIN_PATH, DEFAULT_ACCOUNT, DEFAULT_API_KEY, DEFAULT_HOST, DEFAULT_PORT, OPENAPI_PATH } from "./defaults";
export { type ConnectionFault, type FaultProxy, startFaultProxy } from "./fault-proxy";
export type { Fault, FaultState } from "./faults";
export type { Fixtures } from "./fixtures";
export type { JournalEntry } from "./journal";
export { type OptionName, type OptionValues, optionTable } from "./options";
export type { EmulatorObject } from "./out-of-band";

/** How an emulator is started. Everything has a default. */
export interface EmulatorOptions {
  /** TCP port on 127.0.0.1. Default 0: any free one. */
  readonly port?: number | undefined;
  /** SQLite file that keeps the objects between runs, created when missing. Default: in memory. */
  readonly data?: string | undefined;
  /** Accepted API keys, each with the account that it belongs to. Default: `local-api-key` of the account `local`. */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
  /** The only edges and referenced objects that exist, or the file that lists them. Default: any well-formed id exists. */
  readonly fixtures?: Fixtures | string | undefined;
  /** Choices where the API reference leaves something open. Defaults: `optionTable`. */
  readonly options?: Partial<OptionValues> | undefined;
  /** Clock of timestamps and ids. Default: the system's. */
  readonly now?: (() => Date) | undefined;
  /** Number of requests that the journal keeps. Default 10,000. */
  readonly journalLimit?: number | undefined;
}

/** A running emulator. Close it, or hold it with `await using`. */
export interface Emulator extends Control, AsyncDisposable {
  /** Base address without a trailing slash, for example `http://127.0.0.1:4455`. */
  readonly url: string;
  /** The first accepted API key. */
  readonly apiKey: string;
  /** Stops listening, drops open connections and closes the data. */
  close(): Promise<void>;
}

/**
 * Starts the API as a local server on 127.0.0.1.
 * @example
 * await using emulator = await startEmulator();
 * const answer = await fetch(`${emulator.url}/agent_ingresses`, {
 *   headers: { Authorization: `Bearer ${emulator.apiKey}`, "Service-Version": "2" },
 * });
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const keys = new Map(Object.entries(options.apiKeys ?? { [DEFAULT_API_KEY]: DEFAULT_ACCOUNT }));
  const [apiKey] = keys.keys();
  if (apiKey === undefined) throw new Error("the emulator needs at least one API key");
  const closing = new AbortController();
  const state = newState(options, keys, closing.signal);
  let url = "";
  const control = new Control(state, () => url);
  try {
    control.configure(options.options ?? {});
    const server = createAdaptorServer({ fetch: emulatorApp(state, control).fetch });
    url = `http://${DEFAULT_HOST}:${await listen(server, options.port ?? 0)}`;
    const close = async () => {
      closing.abort();
      await stop(server);
      state.store.close();
    };
    return new RunningEmulator(state, url, apiKey, close);
  } catch (error) {
    state.store.close();
    throw error;
  }
}

class RunningEmulator extends Control implements Emulator {
  readonly #close: () => Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(
    state: EmulatorState,
    readonly url: string,
    readonly apiKey: string,
    close: () => Promise<void>,
  ) {
    super(state, () => url);
    this.#close = close;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function newState(options: EmulatorOptions, keys: ReadonlyMap<string, string>, closing: AbortSignal): EmulatorState {
  const now = options.now ?? (() => new Date());
  const { fixtures } = options;
  return {
    options: defaultOptions(),
    known: new KnownObjects(typeof fixtures === "string" ? readFixtures(fixtures) : fixtures),
    store: new Store(options.data ?? ":memory:"),
    ids: new IdGenerator(now),
    journal: new Journal(options.journalLimit ?? DEFAULT_JOURNAL_LIMIT),
    faults: new FaultPlan(),
    keys,
    now,
    closing,
  };
}

function listen(server: ServerType, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, DEFAULT_HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
