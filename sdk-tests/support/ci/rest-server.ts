import type { ServerResponse } from "node:http";
import { json, type Received, scriptedServer } from "../server";

/* The common part of the local servers of GitHub's and GitLab's REST APIs. */

/** A response that a server sends in place of its own. */
export interface Fault {
  readonly method: string;
  /** A part of the path. */
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The number of requests that it answers. */
  times: number;
}

/** A request that a route answers. */
export interface ApiRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Received["headers"];
}

/** A status, a body, and headers. */
export type Answer = readonly [
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

export const NOT_FOUND: Answer = [404, { message: "Not Found" }];

/** The most items of a page, whatever a request asks for, so that short lists have pages. */
const PAGE = 2;

export class RestServer implements AsyncDisposable {
  readonly faults: Fault[] = [];
  /** The requests that were answered, such as `POST /repos/acme/shop/issues/7/comments`. */
  readonly requests: string[] = [];
  /** Runs before a request is answered: another run may be faster. */
  before: (request: ApiRequest) => Promise<void> | void = () => undefined;
  private server: Awaited<ReturnType<typeof scriptedServer>> | undefined;

  constructor(
    private readonly prefix: string,
    private readonly answer: (request: ApiRequest) => Answer,
  ) {}

  async start(): Promise<void> {
    this.server = await scriptedServer((received, response) => this.respond(received, response));
  }

  get url(): string {
    return `${this.server?.url}${this.prefix}`;
  }

  /** The requests that write. */
  writes(): string[] {
    return this.requests.filter((request) => !request.startsWith("GET "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
  }

  private async respond({ method, url, headers, body }: Received, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(url, "http://localhost");
    const path = pathname.slice(this.prefix.length);
    const request = { method, path, query, headers, body: body === "" ? {} : JSON.parse(body) };
    await this.before(request);
    this.requests.push(`${method} ${path}`);
    const fault = this.faults.find(
      (fault) => fault.times > 0 && fault.method === method && path.includes(fault.path),
    );
    if (fault) fault.times -= 1;
    const [status, content, more = {}] = fault
      ? ([fault.status, fault.body ?? {}, fault.headers] as const)
      : this.answer(request);
    for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
    if (content === undefined) response.writeHead(status).end();
    else json(response, status, content);
  }

  /** A page of a list, with the address of the next page. */
  page(items: readonly unknown[], { path, query }: ApiRequest): Answer {
    const page = Number(query.get("page") ?? "1");
    const shown = items.slice((page - 1) * PAGE, page * PAGE);
    if (page * PAGE >= items.length) return [200, shown];
    const next = new URLSearchParams({ ...Object.fromEntries(query), page: `${page + 1}` });
    return [
      200,
      shown,
      { link: `<${this.url}${path}?${next}>; rel="next", <${this.url}${path}>; rel="first"` },
    ];
  }
}
