import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** What handlers and middleware share about one request. */
export interface EmulatorEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Account that owns the request's key; null when the key is missing or unknown. */
    account: string | null;
    requestId: string;
  };
}

/** Hono's context of an emulator request. */
export type EmulatorContext = Context<EmulatorEnv>;
