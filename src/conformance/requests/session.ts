import { parseBaseUrl, resolveUrl } from "../../core/client/address";
import { EdgeIngressError } from "../../core/client/errors";
import { requestedWaitMs } from "../../core/client/requested-wait";
import {
  createTransport,
  type Transport,
  type TransportResponse,
} from "../../core/client/transport";
import { type Clock, defaultTimeouts, systemClock } from "../../core/client/wait";
import { isObject, parseJson, type WireObject } from "../../core/schema/values";
import { Pace } from "./pace";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A response of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: TransportResponse["headers"];
  readonly text: string;
  /** The members of the body; none if the body is not a JSON object. */
  readonly members: WireObject;
}

export interface SessionOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The greatest number of requests per second. After a 429 the run is slower. */
  readonly requestsPerSecond: number;
  /** Ends the run before the next request. */
  readonly signal?: AbortSignal | undefined;
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
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

/** The requests of a run. They are sent one after the other. */
export class Session {
  readonly #base: URL;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #pace: Pace;
  #isCleaningUp = false;
  /** The number of responses with status 429. */
  refusals = 0;

  constructor(readonly options: SessionOptions) {
    this.#base = parseBaseUrl(options.baseUrl);
    this.#transport = options.transport ?? createTransport(this.#base, defaultTimeouts);
    this.#clock = options.clock ?? systemClock;
    this.#pace = new Pace(options.requestsPerSecond, this.#clock);
  }

  sleep = (ms: number): Promise<void> => this.#clock.sleep(ms, this.options.signal);

  /** From now on, requests are sent although the user has interrupted the run. */
  beginCleanup(): void {
    this.#isCleaningUp = true;
  }

  get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    this.#repeat("GET", this.#urlOf(path), undefined, headers);
  /** Follows a `uri` of a response. It fails if the `uri` leads away from the base URL. */
  follow = (uri: string) => this.#repeat("GET", resolveUrl(this.#base, { uri }));
  post = (path: string, body: WireObject) => this.#repeat("POST", this.#urlOf(path), body);
  patch = (path: string, body: WireObject) => this.#repeat("PATCH", this.#urlOf(path), body);
  put = (path: string, body: WireObject) => this.#repeat("PUT", this.#urlOf(path), body);
  delete = (path: string) => this.#repeat("DELETE", this.#urlOf(path));

  /**
   * Sends GETs at once, without a pause.
   *
   * @returns Their statuses.
   */
  async burst(path: string, number: number): Promise<readonly number[]> {
    this.#requireNoInterruption();
    const sent = Array.from({ length: number }, () => this.#exchange("GET", this.#urlOf(path)));
    const answers = await Promise.all(sent);
    return answers.map(({ status }) => status);
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
        await this.#clock.sleep(FIRST_WAIT_MS * 2 ** failures);
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
    const sent = {
      authorization: `Bearer ${this.options.apiKey}`,
      "service-version": "2",
      "accept-encoding": "identity",
      ...(body && { "content-type": "application/json" }),
      ...headers,
    };
    const content = body && { body: JSON.stringify(body) };
    const request = { url, method, headers: withoutEmpty(sent), ...content };
    const response = await this.#transport(request, RESPONSE_MS);
    const value = parseJson(response.text);
    return { ...response, members: isObject(value) ? value : {} };
  }

  #urlOf(path: string): URL {
    return new URL(`${this.#base.href.replace(/\/$/, "")}${path}`);
  }

  async #waitForRateLimit(answer: Answer): Promise<void> {
    this.refusals++;
    this.#pace.slowDown();
    const requestedMs = requestedWaitMs(answer, Date.now()) ?? FIRST_WAIT_MS;
    await this.#clock.sleep(Math.min(requestedMs, LONGEST_WAIT_MS));
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
