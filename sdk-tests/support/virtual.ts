import { type ClientOptions, type Clock, createClient } from "../../src/client/client";
import { ModuleOwnership } from "../../src/engine/ownership";
import type { Api } from "../../src/engine/resource";

/** A clock that jumps ahead instead of waiting; whoever wants to know of a wait is called during it. */
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
    sleep: async (ms) => {
      clock.waits.push(ms);
      now += ms;
      await clock.duringWait?.();
    },
  };
  return clock;
}

/** An API whose waits take no time, and what it told the user. */
export function virtualApi(options: Pick<ClientOptions, "baseUrl" | "apiKey"> & Partial<ClientOptions>) {
  const told: string[] = [];
  const notify = (line: string) => void told.push(line);
  const clock = jumpingClock(0.2);
  const client = createClient({ apiKeySource: "the test", clock, notify, ...options });
  const modules = new ModuleOwnership();
  const begin = (): Api => ({ ...client.begin(), routeDeletion: "delete", modules, notify });
  return { begin, clock, told };
}
