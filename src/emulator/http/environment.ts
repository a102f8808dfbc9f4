import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ApiError } from "./errors";

/** What came as the body of a request. */
export interface SentBody {
  /** Its value; undefined when it is refused. */
  readonly value?: unknown;
  readonly bytes: number;
  /** Why no operation takes it. */
  readonly refusal?: ApiError;
  /** Whether the connection ended in the middle of it. */
  readonly isCutOff?: true;
}

/** What handlers and middleware share about one request. */
export interface EmulatorEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Account that owns the request's key; null when the key is missing or unknown. */
    account: string | null;
    /** What came as the body; undefined when nothing did, and when the request has no known key. */
    body: SentBody | undefined;
  };
}

/** Hono's context of an emulator request. */
export type EmulatorContext = Context<EmulatorEnv>;
