import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** What handlers and middleware share about one request. */
export interface EmulatorEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Account that owns the request's key; null when the key is missing or unknown. */
    account: string | null;
    requestId: string;
    /** Status that a fault wrote to the socket itself, null when it sent none. */
    writtenStatus: number | null;
  };
}

/** Hono's context of an emulator request. */
export type EmulatorContext = Context<EmulatorEnv>;
