import { setTimeout as wait } from "node:timers/promises";
import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import { isSuccess } from "../../core/client/status";
import { jsonObject, parseJson } from "../../core/schema/values";
import { printable } from "../../insight/report/text";
import { errorMessage } from "../input";

/** A response of a REST API, whose status is a success. */
export interface RestResponse {
  /** The parsed body; undefined if it is empty. */
  readonly body: unknown;
  /** The path of the next page of a list. */
  readonly next: string | undefined;
}

/** A response with a status that is not a success, or no response, after all attempts. */
export class RestError extends Error {
  /** @param status 0 if there was no response. */
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Waits for a deletion. Another run may have deleted the object. */
export async function ignoreMissing(deletion: Promise<unknown>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if (!(error instanceof RestError) || error.status !== 404) throw error;
  });
}

/** Settings of a client. */
export interface RestSettings {
  /** Such as `https://api.github.com`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
/** The longest wait that a rate limit may ask for. A job should not wait for the next hour. */
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** Sends requests to the REST API of GitHub or GitLab, by the proxy of the environment. */
export class RestClient {
  private readonly dispatcher: Dispatcher;

  constructor(private readonly settings: RestSettings) {
    this.dispatcher = new EnvHttpProxyAgent({
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      keepAliveTimeout: 1_000,
    });
  }

  /**
   * Sends a request, and repeats it after a rate limit and, except for a POST, after a failure of the server or the network.
   *
   * @throws {RestError} if the last response is not a success.
   */
  async send(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<RestResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.exchange(method, path, body);
      if (isSuccess(answer.status)) return success(answer, this.settings.baseUrl);
      const waitMs = attempt < ATTEMPTS ? waitBefore(answer, method, attempt) : undefined;
      if (waitMs === undefined)
        throw new RestError(failureText(method, path, answer), answer.status);
      await wait(waitMs);
    }
  }

  /** The items of all pages of a list. */
  async list(path: string): Promise<unknown[]> {
    const items: unknown[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const page: RestResponse = await this.send("GET", next);
      if (!Array.isArray(page.body)) throw new RestError(`GET ${path} did not return a list`, 200);
      items.push(...page.body);
      next = page.next;
    }
    return items;
  }

  private async exchange(
    method: Dispatcher.HttpMethod,
    path: string,
    body: object | undefined,
  ): Promise<Answer> {
    const { origin, pathname } = new URL(this.settings.baseUrl);
    const headers = {
      ...this.settings.headers,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    try {
      const response = await this.dispatcher.request({
        origin,
        path: pathname.replace(/\/$/, "") + path,
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      return { status: 0, headers: {}, text: errorMessage(error) };
    }
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData["headers"];
  readonly text: string;
}

const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  [headers[name]].flat()[0];

function success(answer: Answer, baseUrl: string): RestResponse {
  const body: unknown = parseJson(answer.text);
  return { body, next: nextPath(headerOf(answer, "link") ?? "", baseUrl) };
}

/** The path of the next page in a Link header. A page on another host is not requested, because the request contains the token. */
function nextPath(link: string, baseUrl: string): string | undefined {
  const [, next] = /<([^>]+)>;\s*rel="next"/.exec(link) ?? [];
  const base = baseUrl.replace(/\/$/, "");
  return next?.startsWith(`${base}/`) ? next.slice(base.length) : undefined;
}

/** The milliseconds to wait before the next attempt; undefined if there is no reason to try again. */
function waitBefore(
  answer: Answer,
  method: Dispatcher.HttpMethod,
  attempt: number,
): number | undefined {
  const limit = rateLimitWait(answer);
  if (limit !== undefined) return limit <= LONGEST_WAIT_MS ? limit : undefined;
  const hasFailed = answer.status === 0 || answer.status >= 500;
  // The server may have processed a POST.
  return hasFailed && method !== "POST" ? FIRST_WAIT_MS * 2 ** (attempt - 1) : undefined;
}

/** The wait that a rate limit asks for: GitHub answers 403 or 429, and GitLab 429. */
function rateLimitWait(answer: Answer): number | undefined {
  if (answer.status !== 403 && answer.status !== 429) return undefined;
  const seconds = headerOf(answer, "retry-after");
  if (seconds !== undefined && /^\d+$/.test(seconds)) return Number(seconds) * 1_000;
  const reset = headerOf(answer, "x-ratelimit-reset");
  if (headerOf(answer, "x-ratelimit-remaining") === "0" && reset !== undefined) {
    return Math.max(0, Number(reset) * 1_000 - Date.now());
  }
  return answer.status === 429 ? FIRST_WAIT_MS : undefined;
}

function failureText(method: string, path: string, { status, text }: Answer): string {
  const [place] = path.split("?", 1);
  const reason = printable(reasonIn(text)).slice(0, 300);
  return status === 0
    ? `${method} ${place}: no response (${reason})`
    : `${method} ${place}: status ${status} (${reason})`;
}

/** The reason in the body of a failure: `message` on GitHub, `message` or `error` on GitLab. */
function reasonIn(text: string): string {
  const { message, error } = jsonObject(text) ?? {};
  const reason = [message, error].find((member) => typeof member === "string");
  return reason ?? text;
}
