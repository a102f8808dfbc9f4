import { gzipSync } from "node:zlib";
import { z } from "zod";
import { GITHUB_LIMIT } from "../../insight/report/extent";
import type { Host, Issues } from "./host";
import { type GithubEvent, readEvent } from "./pull-request";
import { ignoreMissing, RestClient, RestError, type RestResponse } from "./rest";
import type { Comment, Comments } from "./sticky";

const author = z.looseObject({ login: z.string(), type: z.string().optional() }).nullish();

const comment = z.looseObject({
  id: z.number(),
  body: z.string().nullish(),
  html_url: z.string(),
  user: author,
});

const issue = z.looseObject({
  number: z.number(),
  body: z.string().nullish(),
  html_url: z.string(),
  user: author,
  pull_request: z.unknown().optional(),
});

const pullRequest = z.looseObject({
  number: z.number(),
  head: z.looseObject({
    sha: z.string(),
    repo: z.looseObject({ full_name: z.string() }).nullish(),
  }),
});

/** The pull request of a run. */
interface PullRequest {
  readonly number: number;
  /** The commit that the run has reviewed. */
  readonly commit: string;
}

/** GitHub, as the environment of a workflow describes it. */
export function githubHost(environment: NodeJS.ProcessEnv, version: string): Host {
  const { GITHUB_API_URL, GITHUB_REPOSITORY = "", GITHUB_TOKEN = "" } = environment;
  const client = new RestClient({
    baseUrl: GITHUB_API_URL || "https://api.github.com",
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "user-agent": `edge-ingress/${version}`,
      "x-github-api-version": "2022-11-28",
    },
  });
  const github = new Github(client, `/repos/${GITHUB_REPOSITORY}`);
  const event = readEvent(environment);
  return {
    maxLength: GITHUB_LIMIT,
    issues: github.issues(),
    comments: async () => {
      const found = await github.pullRequestOf(event);
      return found && github.comments(found);
    },
    // A run of `workflow_run` has the commit of the default branch, and not that of the pull request.
    ...(!event.workflow_run && {
      uploadSarif: (sarif: string) => github.uploadSarif(sarif, environment),
    }),
  };
}

class Github {
  private readonly account: () => Promise<string | undefined>;

  /** @param repository The path of the repository, such as `/repos/acme/shop`. */
  constructor(
    private readonly client: RestClient,
    private readonly repository: string,
  ) {
    let login: Promise<string | undefined> | undefined;
    this.account = () => {
      login ??= this.readLogin();
      return login;
    };
  }

  /** The pull request of an event. A run of `workflow_run` trusts only what GitHub states of the run that started it. */
  async pullRequestOf(event: GithubEvent): Promise<PullRequest | undefined> {
    if (event.pull_request) {
      const { number, head } = event.pull_request;
      return { number, commit: head.sha };
    }
    const run = event.workflow_run;
    if (run?.event !== "pull_request" || !run.head_repository) return undefined;
    const branch = `${run.head_repository.owner.login}:${run.head_branch ?? ""}`;
    const path = `${this.repository}/pulls?state=open&head=${encodeURIComponent(branch)}`;
    const found = z.array(pullRequest).parse(await this.client.list(path));
    const { full_name: fork } = run.head_repository;
    const [open] = found.filter(({ head }) => head.repo?.full_name === fork);
    return open && { number: open.number, commit: run.head_sha };
  }

  comments({ number, commit }: PullRequest): Comments {
    const { client, repository } = this;
    const ofComment = (id: number) => `${repository}/issues/comments/${id}`;
    return {
      isNewest: async () => {
        const { body } = await client.send("GET", `${repository}/pulls/${number}`);
        return pullRequest.parse(body).head.sha === commit;
      },
      list: async () => {
        const path = `${repository}/issues/${number}/comments?per_page=100`;
        const all = z.array(comment).parse(await client.list(path));
        return (await this.own(all)).map(readComment);
      },
      create: async (body) =>
        created(await client.send("POST", `${repository}/issues/${number}/comments`, { body })),
      update: async (id, body) => created(await client.send("PATCH", ofComment(id), { body })),
      remove: (id) => ignoreMissing(client.send("DELETE", ofComment(id))),
    };
  }

  issues(): Issues {
    const { client, repository } = this;
    return {
      list: async () => {
        const path = `${repository}/issues?state=open&per_page=100`;
        const all = z.array(issue).parse(await client.list(path));
        const own = await this.own(all.filter((found) => found.pull_request === undefined));
        return own.map(readIssue);
      },
      create: async (title, body) => {
        const answer = await client.send("POST", `${repository}/issues`, { title, body });
        return readIssue(issue.parse(answer.body));
      },
      update: async (number, body) => {
        await client.send("PATCH", `${repository}/issues/${number}`, { body });
      },
      close: async (number) => {
        await client.send("PATCH", `${repository}/issues/${number}`, { state: "closed" });
      },
    };
  }

  async uploadSarif(sarif: string, { GITHUB_SHA, GITHUB_REF }: NodeJS.ProcessEnv): Promise<void> {
    await this.client.send("POST", `${this.repository}/code-scanning/sarifs`, {
      commit_sha: GITHUB_SHA,
      ref: GITHUB_REF,
      sarif: gzipSync(sarif).toString("base64"),
      tool_name: "edge-ingress review",
    });
  }

  /** The items that the account of the token has written, so that nothing of a person or of another account is edited. */
  private async own<Item extends { readonly user?: z.infer<typeof author> }>(
    items: readonly Item[],
  ): Promise<Item[]> {
    if (items.length === 0) return [];
    const login = await this.account();
    return items.filter(({ user }) => {
      return login === undefined ? user?.type === "Bot" : user?.login === login;
    });
  }

  /** The account of a personal token. The token of a workflow or an app cannot read its account, which is a bot. */
  private async readLogin(): Promise<string | undefined> {
    try {
      const { body } = await this.client.send("GET", "/user");
      return z.looseObject({ login: z.string() }).parse(body).login;
    } catch (error) {
      if (error instanceof RestError && [401, 403, 404].includes(error.status)) return undefined;
      throw error;
    }
  }
}

const readComment = ({ id, body, html_url: url }: z.infer<typeof comment>): Comment => ({
  id,
  body: body ?? "",
  url,
});

const readIssue = ({ number, body, html_url: url }: z.infer<typeof issue>) => ({
  number,
  body: body ?? "",
  url,
});

const created = ({ body }: RestResponse): Comment => readComment(comment.parse(body));
