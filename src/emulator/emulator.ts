import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Control, controlOf } from "./admin/control";
import { emulatorApp, refusal } from "./app";
import { DEFAULT_ACCOUNT, DEFAULT_API_KEY, DEFAULT_HOST } from "./defaults";
import { FaultPlan } from "./faults";
import { httpServer } from "./http/server";
import { defaultOptions } from "./options/parsing";
import type { OptionValues } from "./options/registry";
import { type Fixtures, KnownObjects, readFixtures } from "./state/fixtures";
import { IdGenerator } from "./state/ids";
import { Journal } from "./state/journal";
import type { EmulatorState } from "./state/state";
import { Store } from "./state/store";

/** Settings of an emulator. Every setting has a default. */
export interface EmulatorOptions {
  /** TCP port on 127.0.0.1. Default 0: any free port. */
  readonly port?: number | undefined;
  /**
   * SQLite file that keeps the objects between runs, created when missing. Only its owner can read it, and one emulator at
   * a time has it open. Default: in memory.
   */
  readonly data?: string | undefined;
  /**
   * Host names that requests may use in addition to `127.0.0.1`, `localhost` and `[::1]`, for a proxy or a container
   * that passes requests on. Default: none; a request with any other host name is refused.
   */
  readonly hostNames?: readonly string[] | undefined;
  /** Accepted API keys, each with the account that it belongs to. Default: `local-api-key` of the account `local`. */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
  /** The only edges and referenced objects that exist, or the file that lists them. Default: any well-formed id exists. */
  readonly fixtures?: Fixtures | string | undefined;
  /** Choices where the API reference leaves something open. Defaults: `optionTable`. */
  readonly options?: Partial<OptionValues> | undefined;
  /** Clock of timestamps, ids and the rate limit. Default: the system's. */
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
  /** Stops listening, drops open connections and closes the data. A second call waits for the first one. */
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
  const { fixtures, data, now = () => new Date() } = options;
  if (data === "") throw new Error("data needs the name of a file");
  const known = new KnownObjects(typeof fixtures === "string" ? readFixtures(fixtures) : fixtures);
  const closing = new AbortController();
  const store = new Store(data);
  try {
    const paths = store.all().map(({ path }) => path);
    const state: EmulatorState = {
      options: defaultOptions(),
      known,
      store,
      ids: new IdGenerator(now, paths),
      journal: new Journal(options.journalLimit),
      faults: new FaultPlan(),
      keys,
      now,
      closing: closing.signal,
    };
    let url = "";
    const control = controlOf(state, () => url);
    control.configure(options.options ?? {});
    const server = httpServer({
      fetch: emulatorApp(state, control).fetch,
      refusal: (error) => refusal(error, state),
      hostNames: (options.hostNames ?? []).map((name) => name.toLowerCase()),
    });
    url = `http://${DEFAULT_HOST}:${await listen(server, options.port ?? 0)}`;
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= stop(server, closing, store);
      return closed;
    };
    return { ...control, url, apiKey, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    store.close();
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, DEFAULT_HOST);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server, closing: AbortController, store: Store): Promise<void> {
  closing.abort();
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
  store.close();
}
