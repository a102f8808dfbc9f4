import type { Log } from "../schema/problem";
import type { WireObject } from "../schema/values";
import type { Address } from "./address";
import type { Answer, Redact } from "./answer";
import type { Transport } from "./transport";
import type { Clock, Timeouts } from "./wait";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Address;
  readonly body?: WireObject;
}

/** Where requests go, with which key, and how much is done to get an answer. */
export interface ClientOptions {
  readonly apiKey: string;
  /** `https:`, or `http:` on loopback; may have a path. */
  readonly baseUrl: string;
  /** Where the key came from, and what follows from that, for the message of a 401. */
  readonly apiKeySource: string;
  /** Milliseconds that one operation may take, all attempts together. */
  readonly operationTimeoutMs: number;
  readonly maxConcurrency: number;
  /** Retries of a failed request, those after a 429 not counted. */
  readonly maxRetries: number;
  /** The collections that have a list. The first list shows whether the API responds at all. */
  readonly collections: readonly ListedCollection[];
  readonly log?: Log | undefined;
  /** Milliseconds that the parts of one attempt may take. Default: 10 s to connect, 60 s and 30 s for the answer. */
  readonly timeouts?: Timeouts | undefined;
  /** Time and chance. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Sends one request. Default: over HTTP. */
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
  /** Milliseconds that it may take, all attempts together. Default: as the client's options say. */
  readonly timeoutMs?: number | undefined;
  /** Shows the user a message. Default: as the client's options say. */
  readonly log?: Log | undefined;
  /** Takes the operation's secrets out of what the service says of a failure, which is shown then. */
  readonly redact?: Redact | undefined;
  /** Ends every wait of the operation. A request that is under way is not given up: it may have changed something. */
  readonly signal?: AbortSignal | undefined;
  /** The state has the object of the operation, and would lose it by the 404 of a gateway. Default: no. */
  readonly isManaged?: boolean;
}

export interface Client {
  /**
   * What the API answers. Whether it is the object that was asked for, the caller has to check.
   *
   * @throws {HttpError} if the API answers with a failure status; a 404 of something else is a {@link ForeignAnswerError}, and
   *   that for an object which this client has just created a {@link NotYetFoundError}, if it lasts.
   * @throws {EdgeIngressError} if there is no answer, or neither of these, after all attempts.
   */
  request(request: ApiRequest): Promise<Answer>;
  /** This client for one operation, whose requests and waits share a deadline; without it each request has its own. */
  begin(options?: OperationOptions): Client;
  /** Waits until the service can no longer be at work on a request that has failed; false if there is not the time for it. */
  waitUntilSettled(request: ApiRequest): Promise<boolean>;
  /**
   * Makes sure that the base URL answers as the API does, at this time; else throws a {@link ForeignAnswerError}.
   *
   * @param answered What is in question, as the beginning of a message: `GET /x answered nothing`.
   */
  verify(answered: string): Promise<void>;
  /** Waits for something that others do, for as long as the operation may last: its end is an error. */
  waitFor<T>(event: Promise<T>): Promise<T>;
  /** Milliseconds by which the service's clock was ahead with this answer or list item; 0 if the answer has no date. */
  skewMs(answer: object): number;
}
