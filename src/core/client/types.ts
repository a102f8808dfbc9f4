import type { Log } from "../schema/problem";
import type { WireObject } from "../schema/values";
import type { Address } from "./address";
import type { Redact } from "./refusal-reason";
import type { ResponseBody } from "./response";
import type { Transport } from "./transport";
import type { Clock, Timeouts } from "./wait";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Address;
  readonly body?: WireObject;
}

/** The address and key of the API, and the limits of requests. */
export interface ClientOptions {
  readonly apiKey: string;
  /** `https:`, or `http:` on loopback; may have a path. */
  readonly baseUrl: string;
  /** Source of the key, for the message of a 401. */
  readonly apiKeySource: string;
  /** Time limit of an operation in milliseconds, all attempts together. */
  readonly operationTimeoutMs: number;
  readonly maxConcurrency: number;
  /** Retries of a failed request. Retries after a 429 do not count. */
  readonly maxRetries: number;
  /** The collections that have a list. The client requests the first list to find out whether the API responds at all. */
  readonly collections: readonly ListedCollection[];
  readonly log?: Log | undefined;
  /** Time limits of the parts of an attempt. Default: 10 s to connect, 60 s and 30 s for the response. */
  readonly timeouts?: Timeouts | undefined;
  /** Source of time and random numbers. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Sends a request. Default: over HTTP. */
  readonly transport?: Transport | undefined;
}

/** A collection whose list every account has. */
export interface ListedCollection {
  /** Path of an object, with an `{id}`. */
  readonly path: string;
  /** Path of the list. */
  readonly list: string;
  /** Name of the array in the response of the list. */
  readonly member: string;
}

export interface OperationOptions {
  /** Time limit of the operation in milliseconds, all attempts together. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Log of the operation. Default: that of the client. */
  readonly log?: Log | undefined;
  /** Takes the secrets of the operation out of the reason that the service gives for a failure. Without it, errors leave out the reason. */
  readonly redact?: Redact | undefined;
  /** Ends every wait of the operation. A request in flight continues, because it may have changed something. */
  readonly signal?: AbortSignal | undefined;
  /** True if the state contains the object of the operation, and would lose it by the 404 of a gateway. Default: false. */
  readonly isManaged?: boolean;
}

export interface Client {
  /**
   * The body of the response. The caller has to check whether it is about the requested object.
   *
   * @throws {HttpError} if the API responds with a status of failure; a 404 of something else is a {@link ForeignResponseError}, and
   *   that for an object which this client has just created a {@link NotYetFoundError}, if it lasts.
   * @throws {EdgeIngressError} if there is no response, or the response is not valid, after all attempts.
   */
  request(request: ApiRequest): Promise<ResponseBody>;
  /** A client for an operation, whose requests and waits share a deadline. Without it, each request has its own deadline. */
  begin(options?: OperationOptions): Client;
  /** Waits until the service cannot still process a request that has failed. False if the operation has no time for the wait. */
  waitForProcessingToEnd(request: ApiRequest): Promise<boolean>;
  /**
   * Makes sure that the API responds at the base URL; otherwise throws a {@link ForeignResponseError}.
   *
   * @param answered The response to verify, as the beginning of a message: `GET /x answered nothing`.
   */
  verify(answered: string): Promise<void>;
  /** Waits for a promise. If the operation is cancelled or its time is over, the wait ends with an error. */
  waitFor<T>(event: Promise<T>): Promise<T>;
  /** Milliseconds by which the service's clock was ahead in the response of this body or list item; 0 without a `Date`. */
  skewMs(received: object): number;
}
