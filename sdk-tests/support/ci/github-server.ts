import { gunzipSync } from "node:zlib";
import { type Answer, type ApiRequest, NOT_FOUND, RestServer } from "./rest-server";

/* A local server that answers as the REST API of GitHub, for the repository acme/shop. */

export const REPOSITORY = "acme/shop";
export const TOKEN = "ghs_token-of-the-workflow";

/** The account of the token of a workflow. */
const BOT = { login: "github-actions[bot]", type: "Bot" };

interface Item {
  readonly id: number;
  readonly user: { readonly login: string; readonly type: string };
  body: string;
}

interface Issue extends Item {
  readonly title: string;
  state: "open" | "closed";
  /** Present for a pull request: the API lists pull requests among the issues. */
  readonly pull_request?: object;
}

interface Pull {
  number: number;
  head: { sha: string; ref: string; repo: { full_name: string } };
}

export class GithubServer {
  readonly rest = new RestServer("", (request) => this.answer(request));
  comments: Item[] = [];
  issues: Issue[] = [];
  /** The reports that code scanning accepted, parsed. */
  sarifs: { ref: string; commit: string; report: unknown }[] = [];
  pulls: Pull[] = [
    { number: 7, head: { sha: "c1", ref: "feature", repo: { full_name: REPOSITORY } } },
  ];
  /** False for a repository without code scanning. */
  hasCodeScanning = true;
  /** True for the token of a pull request from a fork, or of Dependabot. */
  isReadOnly = false;
  /** The account of a personal token. Default: the token is that of a workflow. */
  account: string | undefined;
  private lastId = 100;

  static async start(): Promise<GithubServer> {
    const server = new GithubServer();
    await server.rest.start();
    return server;
  }

  /** Adds a comment of another account, or of another job. */
  addComment(body: string, user = BOT): Item {
    const comment = { id: this.nextId(), body, user };
    this.comments.push(comment);
    return comment;
  }

  addIssue(body: string, more: Partial<Issue> = {}): Issue {
    const issue: Issue = {
      id: this.nextId(),
      title: "Issue",
      body,
      user: BOT,
      state: "open",
      ...more,
    };
    this.issues.push(issue);
    return issue;
  }

  /** Pushes a commit to the first pull request. */
  push(sha: string): void {
    const [first] = this.pulls;
    if (first) first.head.sha = sha;
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  private answer(request: ApiRequest): Answer {
    const { method, path, headers } = request;
    if (headers.authorization !== `Bearer ${TOKEN}`) return [401, { message: "Bad credentials" }];
    if (!headers["user-agent"])
      return [403, { message: "Request forbidden by administrative rules." }];
    if (path === "/user") {
      return this.account === undefined ? FORBIDDEN : [200, { login: this.account, type: "User" }];
    }
    const base = `/repos/${REPOSITORY}`;
    if (!path.startsWith(`${base}/`)) return NOT_FOUND;
    if (method !== "GET" && this.isReadOnly) return FORBIDDEN;
    return this.inRepository(path.slice(base.length), request);
  }

  private inRepository(path: string, request: ApiRequest): Answer {
    const { method, query } = request;
    const [, kind, first = "", second = ""] = path.split("/");
    if (kind === "pulls" && method === "GET") return this.pull(first, query, request);
    if (kind === "code-scanning" && method === "POST") return this.upload(request);
    if (kind !== "issues") return NOT_FOUND;
    if (first === "comments") return this.comment(Number(second), request);
    if (second === "comments") return this.commentsOf(Number(first), request);
    return this.issue(first, request);
  }

  private pull(number: string, query: URLSearchParams, request: ApiRequest): Answer {
    if (number === "") {
      const head = query.get("head");
      const found = this.pulls.filter(
        ({ head: { ref, repo } }) => head === `${repo.full_name.split("/")[0]}:${ref}`,
      );
      return this.rest.page(found, request);
    }
    const found = this.pulls.find((pull) => `${pull.number}` === number);
    return found ? [200, found] : NOT_FOUND;
  }

  private commentsOf(pull: number, request: ApiRequest): Answer {
    if (!this.pulls.some(({ number }) => number === pull)) return NOT_FOUND;
    if (request.method === "GET") return this.rest.page(this.comments.map(shownComment), request);
    const body = bodyOf(request);
    if (body === undefined) return TOO_LONG;
    return [201, shownComment(this.addComment(body, this.writer()))];
  }

  private comment(id: number, request: ApiRequest): Answer {
    const found = this.comments.find((comment) => comment.id === id);
    if (!found) return NOT_FOUND;
    if (request.method === "DELETE") {
      this.comments = this.comments.filter((comment) => comment !== found);
      return [204];
    }
    const body = bodyOf(request);
    if (body === undefined) return TOO_LONG;
    found.body = body;
    return [200, shownComment(found)];
  }

  private issue(number: string, request: ApiRequest): Answer {
    if (request.method === "GET") {
      const open = this.issues.filter(({ state }) => state === request.query.get("state"));
      return this.rest.page(open.map(shownIssue), request);
    }
    const { title, body, state } = request.body;
    if (request.method === "POST") {
      return [
        201,
        shownIssue(this.addIssue(String(body), { title: String(title), user: this.writer() })),
      ];
    }
    const found = this.issues.find(({ id }) => `${id}` === number);
    if (!found) return NOT_FOUND;
    if (typeof body === "string") found.body = body;
    if (state === "closed") found.state = state;
    return [200, shownIssue(found)];
  }

  private upload({ body }: ApiRequest): Answer {
    if (!this.hasCodeScanning) {
      return [
        403,
        { message: "Advanced Security must be enabled for this repository to use code scanning." },
      ];
    }
    const text = gunzipSync(Buffer.from(String(body.sarif), "base64")).toString();
    this.sarifs.push({
      ref: String(body.ref),
      commit: String(body.commit_sha),
      report: JSON.parse(text),
    });
    return [202, { id: "47177e22", url: `${this.rest.url}/sarifs/47177e22` }];
  }

  private writer() {
    return this.account === undefined ? BOT : { login: this.account, type: "User" };
  }
}

const FORBIDDEN: Answer = [403, { message: "Resource not accessible by integration" }];

const TOO_LONG: Answer = [
  422,
  { message: "Validation Failed: body is too long (maximum is 65536 characters)" },
];

/** The body of a comment; undefined if GitHub would refuse its length. */
function bodyOf({ body }: ApiRequest): string | undefined {
  const text = String(body.body);
  return [...text].length > 65_536 ? undefined : text;
}

const shownComment = ({ id, body, user }: Item) => ({
  ...{ id, user },
  body: body.replaceAll("\n", "\r\n"),
  html_url: `https://github.example/acme/shop/pull/7#issuecomment-${id}`,
});

const shownIssue = ({ id, title, body, user, state, ...more }: Issue) => ({
  ...{ id: id * 10, number: id, title, body, user, state },
  ...more,
  html_url: `https://github.example/acme/shop/issues/${id}`,
});
