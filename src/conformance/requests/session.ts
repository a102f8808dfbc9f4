import { parseBaseUrl, resolveUrl } from "../../core/client/address";
import { EdgeIngressError } from "../../core/client/errors";
import { requestedWaitMs } from "../../core/client/requested-wait";
import { transportRequest } from "../../core/client/send";
import { isSuccess } from "../../core/client/status";
import { createTransport, type Transport } from "../../core/client/transport";
import type { ApiRequest } from "../../core/client/types";
import { type Clock, defaultTimeouts, systemClock } from "../../core/client/wait";
import { isObject, parseJson, type WireObject } from "../../core/schema/values";
import type { Answer } from "./answers";
import { Pace } from "./pace";

type Method = ApiRequest["method"];

export interface SessionOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The greatest number of requests per second. After a 429 the run is slower. */
  readonly requestsPerSecond: number;
  /** Ends the run before the next request. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the milliseconds of each wait for the rate limit. */
  readonly onWait?: (ms: number) => void;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/** The user has interrupted the run. */
export class InterruptedError extends Error {
  constructor() {
    super("the run was interrupted");
  }
}

const RESPONSE_MS = 60_000;
/** Attempts of a request that the service fails, and of a request that its rate limit refuses. */
const MAX_FAILURES = 4;
const MAX_REFUSALS = 30;
const FIRST_WAIT_MS = 500;
/** The longest wait for the rate limit, and the time that all these waits may take together. */
const LONGEST_WAIT_MS = 60_000;
const ALL_WAITS_MS = 180_000;
/** The seconds that a new object may take until it is found. */
const NEW_OBJECT_SECONDS = 60;

/** The requests of a run. They are sent one after the other. */
export class Session {
  readonly #base: URL;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #pace: Pace;
  #isCleaningUp = false;
  #waitedMs = 0;
  /** The number of responses with status 429. */
  refusals = 0;
  /** The paths of the objects that this session has created, and not deleted. */
  readonly createdPaths = new Set<string>();

  constructor(readonly options: SessionOptions) {
    this.#base = parseBaseUrl(options.baseUrl);
    this.#transport = options.transport ?? createTransport(this.#base, defaultTimeouts);
    this.#clock = options.clock ?? systemClock;
    this.#pace = new Pace(options.requestsPerSecond, this.#clock);
  }

  /** Waits, until the user interrupts the run. */
  async sleep(ms: number): Promise<void> {
    const signal = this.#isCleaningUp ? undefined : this.options.signal;
    await this.#clock.sleep(ms, signal).catch(() => this.#requireNoInterruption());
  }

  /** From now on, requests are sent although the user has interrupted the run. */
  beginCleanup(): void {
    this.#isCleaningUp = true;
    this.#waitedMs = 0;
  }

  get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    this.#waitForNew(path, () => this.#repeat("GET", this.#urlOf(path), undefined, headers));
  /** Follows a `uri` of a response. It fails if the `uri` leads away from the base URL. */
  follow = (uri: string) => this.#repeat("GET", resolveUrl(this.#base, { uri }));
  post = async (path: string, body: WireObject): Promise<Answer> => {
    const answer = await this.#repeat("POST", this.#urlOf(path), body);
    const { id } = answer.members;
    if (isSuccess(answer.status) && (id ?? "") !== "")
      this.createdPaths.add(`${path}/${encodeURIComponent(String(id))}`);
    return answer;
  };
  patch = (path: string, body: WireObject) =>
    this.#waitForNew(path, () => this.#repeat("PATCH", this.#urlOf(path), body));
  put = (path: string, body: WireObject) => this.#repeat("PUT", this.#urlOf(path), body);
  delete = async (path: string): Promise<Answer> => {
    const send = () => this.#repeat("DELETE", this.#urlOf(path));
    const answer = await this.#waitForNew(path, send);
    if (isSuccess(answer.status)) this.createdPaths.delete(path);
    return answer;
  };

  /**
   * Sends GETs at once, without a pause.
   *
   * @returns Their statuses, and the seconds from the first response to the last response.
   */
  async burst(path: string, number: number) {
    this.#requireNoInterruption();
    const receivedAt: number[] = [];
    const send = async () => {
      const { status } = await this.#exchange("GET", this.#urlOf(path));
      receivedAt.push(this.#clock.now());
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: number }, send));
    const seconds = (Math.max(...receivedAt) - Math.min(...receivedAt)) / 1_000;
    return { statuses, seconds };
  }

  /** Repeats a request for an object of this session until the service finds the object. A failed DELETE may have deleted it. */
  async #waitForNew(path: string, send: () => Promise<Answer>): Promise<Answer> {
    let answer = await send();
    for (let seconds = 0; seconds < NEW_OBJECT_SECONDS; seconds++) {
      if (answer.status !== 404 || !this.createdPaths.has(path)) break;
      await this.sleep(1_000);
      answer = await send();
    }
    return answer;
  }

  /** Sends a request until the service neither fails nor refuses it for its rate. A create is not repeated after a failure. */
  async #repeat(
    method: Method,
    url: URL,
    body?: WireObject,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    let failures = 0;
    let refusals = 0;
    for (;;) {
      this.#requireNoInterruption();
      await this.#pace.wait();
      const outcome = await this.#exchange(method, url, body, headers).catch(failureOf);
      const isRefused = !(outcome instanceof EdgeIngressError) && outcome.status === 429;
      const isFailed = outcome instanceof EdgeIngressError || outcome.status >= 500;
      if (isRefused && ++refusals < MAX_REFUSALS) await this.#waitForRateLimit(outcome);
      else if (isFailed && mayRepeat(method, outcome) && ++failures < MAX_FAILURES)
        await this.sleep(FIRST_WAIT_MS * 2 ** failures);
      else if (outcome instanceof EdgeIngressError) throw outcome;
      else return outcome;
    }
  }

  async #exchange(
    method: Method,
    url: URL,
    body?: WireObject,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const sent = transportRequest({ method, ...(body && { body }) }, url, this.options.apiKey);
    const request = { ...sent, headers: withoutEmpty({ ...sent.headers, ...headers }) };
    const received = await this.#transport(request, RESPONSE_MS);
    // A service may repeat the key in a response.
    const response = {
      ...received,
      text: received.text.replaceAll(this.options.apiKey, "********"),
    };
    const value = parseJson(response.text);
    return { ...response, members: isObject(value) ? value : {} };
  }

  #urlOf(path: string): URL {
    return resolveUrl(this.#base, { template: path });
  }

  async #waitForRateLimit(answer: Answer): Promise<void> {
    this.refusals++;
    this.#pace.slowDown();
    const requestedMs = requestedWaitMs(answer, Date.now()) ?? FIRST_WAIT_MS;
    const ms = Math.min(requestedMs, LONGEST_WAIT_MS);
    this.#waitedMs += ms;
    if (this.#waitedMs > ALL_WAITS_MS)
      throw new Error("the service refuses requests for its rate: run the command again later");
    this.options.onWait?.(ms);
    await this.sleep(ms);
  }

  #requireNoInterruption(): void {
    if (this.options.signal?.aborted && !this.#isCleaningUp) throw new InterruptedError();
  }
}

function failureOf(error: unknown): EdgeIngressError {
  if (error instanceof EdgeIngressError) return error;
  throw error;
}

/** True unless a second request could create a second object. */
const mayRepeat = (method: Method, outcome: Answer | EdgeIngressError): boolean =>
  method !== "POST" || (outcome instanceof EdgeIngressError && !outcome.mayBeProcessed);

/** The headers that have a value: a point may leave a header out. */
const withoutEmpty = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
