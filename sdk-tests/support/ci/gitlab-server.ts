import { type Answer, type ApiRequest, NOT_FOUND, RestServer } from "./rest-server";

/* A local server that answers as the REST API of GitLab, for the project 42. */

export const TOKEN = "glpat-token-of-the-project";

const ACCOUNT = 5;

interface Item {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

interface Issue extends Item {
  readonly title: string;
  state: "opened" | "closed";
}

export class GitlabServer {
  readonly rest = new RestServer("/api/v4", (request) => this.answer(request));
  notes: Item[] = [];
  issues: Issue[] = [];
  /** The newest commit of merge request 7. */
  head = "c1";
  private lastId = 100;

  static async start(): Promise<GitlabServer> {
    const server = new GitlabServer();
    await server.rest.start();
    return server;
  }

  addNote(body: string, author = ACCOUNT): Item {
    this.lastId += 1;
    const note = { id: this.lastId, body, author: { id: author } };
    this.notes.push(note);
    return note;
  }

  private answer(request: ApiRequest): Answer {
    const { path, headers } = request;
    if (headers["private-token"] !== TOKEN) return [401, { message: "401 Unauthorized" }];
    if (path === "/user") return [200, { id: ACCOUNT, username: "project_42_bot" }];
    const base = "/projects/42";
    if (path === `${base}/merge_requests/7`) return [200, { iid: 7, sha: this.head }];
    if (path.startsWith(`${base}/merge_requests/7/notes`)) {
      return this.note(path.split("/").at(6), request);
    }
    return path.startsWith(`${base}/issues`)
      ? this.issue(path.split("/").at(4), request)
      : NOT_FOUND;
  }

  private note(id: string | undefined, request: ApiRequest): Answer {
    const { method, body } = request;
    // The newest note comes first.
    if (method === "GET") return this.rest.page(this.notes.toReversed(), request);
    if (method === "POST") return [201, this.addNote(String(body.body))];
    const found = this.notes.find((note) => `${note.id}` === id);
    if (!found) return NOT_FOUND;
    if (method === "DELETE") {
      this.notes = this.notes.filter((note) => note !== found);
      return [204];
    }
    found.body = String(body.body);
    return [200, found];
  }

  private issue(iid: string | undefined, request: ApiRequest): Answer {
    const { method, query, body } = request;
    if (method === "GET") {
      const open = this.issues.filter(({ state }) => state === query.get("state"));
      return this.rest.page(open.map(shownIssue), request);
    }
    if (method === "POST") {
      this.lastId += 1;
      const issue: Issue = {
        ...{ id: this.lastId, author: { id: ACCOUNT }, state: "opened" },
        ...{ title: String(body.title), body: String(body.description) },
      };
      this.issues.push(issue);
      return [201, shownIssue(issue)];
    }
    const found = this.issues.find(({ id }) => `${id}` === iid);
    if (!found) return NOT_FOUND;
    if (typeof body.description === "string") found.body = body.description;
    if (body.state_event === "close") found.state = "closed";
    return [200, shownIssue(found)];
  }
}

const shownIssue = ({ id, title, body, author, state }: Issue) => ({
  ...{ id: id * 10, iid: id, title, author, state },
  description: body,
  web_url: `https://gitlab.example/acme/shop/-/issues/${id}`,
});
