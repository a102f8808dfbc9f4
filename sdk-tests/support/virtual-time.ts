import { channel } from "node:diagnostics_channel";
import { setImmediate as turn } from "node:timers/promises";
import type { ClientOptions, OperationOptions } from "../../src/core/client/types";
import type { Clock } from "../../src/core/client/wait";
import { ModuleOwnership } from "../../src/core/lifecycle/ownership/ownership";
import type { Api } from "../../src/core/lifecycle/resource";
import type { Message } from "../../src/core/schema/problem";
import { testClient } from "./client";

/** A clock that jumps ahead instead of waiting; a test can set a function that is called during a wait. */
export interface JumpingClock extends Clock {
  readonly waits: number[];
  duringWait: (() => Promise<void>) | undefined;
}

export function jumpingClock(random = 1): JumpingClock {
  let now = 0;
  const clock: JumpingClock = {
    waits: [],
    duringWait: undefined,
    now: () => now,
    random: () => random,
    // Responses take no time, so that timeouts never expire.
    after: () => () => undefined,
    sleep: async (ms, signal) => {
      clock.waits.push(ms);
      now += ms;
      await clock.duringWait?.();
      signal?.throwIfAborted();
    },
  };
  return clock;
}

/** Runs a function during the next wait of a clock. */
export function duringNextWait(clock: JumpingClock, act: () => unknown): void {
  clock.duringWait = async () => {
    clock.duringWait = undefined;
    await act();
  };
}

/** A signal that is aborted during the next wait of a clock. */
export function abortedDuringWait(clock: JumpingClock): AbortSignal {
  const controller = new AbortController();
  duringNextWait(clock, () => controller.abort());
  return controller.signal;
}

/** Records the messages that a user sees without `--debug`. */
export const recordIn =
  (logged: string[]) =>
  ({ severity, text }: Message): void => {
    if (severity !== "debug") logged.push(`${severity}: ${text}`);
  };

/** An API whose waits take no time, and its messages to the user. */
export function virtualApi(
  options: Pick<ClientOptions, "baseUrl" | "apiKey"> & Partial<ClientOptions>,
) {
  const logged: string[] = [];
  const log = recordIn(logged);
  const clock = jumpingClock(0.2);
  const client = testClient({ clock, log, ...options });
  const modules = new ModuleOwnership();
  const begin = (operationOptions?: OperationOptions): Api => {
    const howToImport = (id: string) => `to import ${id}, run a command`;
    return {
      ...client.begin(operationOptions),
      settings: { routeDeletion: "delete" },
      modules,
      requireOwned: () => undefined,
      claims: undefined,
      howToImport,
      log,
    };
  };
  return { begin, clock, logged };
}

/** A clock for several concurrent waits: it jumps to the end of the shortest wait when nothing else is running. */
export class SharedClock implements Clock {
  private time = 0;
  private alarms: { readonly at: number; ring(): void }[] = [];
  private waits: { readonly until: number; end(): void | Promise<void> }[] = [];

  /** @param chance The value of all random numbers, from 0 to 1. */
  constructor(private readonly chance = 0) {}

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((end, fail) => {
      const wait = { until: this.time + ms, end };
      this.waits.push(wait);
      signal?.addEventListener("abort", () => {
        this.waits = this.waits.filter((waiting) => waiting !== wait);
        fail(signal.reason);
      });
    });
  }

  /** Calls a function when the time has passed; no operation waits for it. */
  after(ms: number, ring: () => void): () => void {
    const alarm = { at: this.time + ms, ring };
    this.alarms.push(alarm);
    return () => {
      this.alarms = this.alarms.filter((planned) => planned !== alarm);
    };
  }

  private goOn(until: number): void {
    const due = this.alarms.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    this.alarms = this.alarms.filter(({ at }) => at > until);
    for (const { at, ring } of due) {
      this.time = Math.max(this.time, at);
      ring();
    }
    this.time = Math.max(this.time, until);
  }

  /** Calls a function at a time. */
  at(until: number, end: () => void | Promise<void>): void {
    this.waits.push({ until, end });
  }

  /** A signal that is aborted at a time. */
  abortedAt(until: number): AbortSignal {
    const controller = new AbortController();
    this.at(until, () => controller.abort());
    return controller.signal;
  }

  /** Lets time pass until all operations are over. */
  async settle<T>(operations: readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
    let areOver = false;
    const settled = Promise.allSettled(operations).finally(() => {
      areOver = true;
    });
    for (await untilQuiet(); !areOver; await untilQuiet()) {
      this.waits.sort((a, b) => a.until - b.until);
      const next = this.waits.shift();
      if (!next) continue;
      this.goOn(next.until);
      await next.end();
    }
    return settled;
  }
}

/** Requests of this process without a complete response. */
let inFlight = 0;
channel("undici:request:create").subscribe(() => inFlight++);
for (const end of ["undici:request:trailers", "undici:request:error"])
  channel(end).subscribe(() => inFlight--);

/** Turns of the event loop in which all work that a response causes has begun. */
const QUIET_TURNS = 5;

async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await turn();
    if (inFlight > 0) quiet = 0;
  }
}
