import { z } from "zod";
import type { Host, Issues } from "./host";
import { ignoreMissing, RestClient } from "./rest";
import type { Comment, Comments } from "./sticky";

/** The most characters of a note on GitLab. */
const MAX_NOTE_LENGTH = 1_000_000;

const account = z.looseObject({ id: z.number() });

const note = z.looseObject({ id: z.number(), body: z.string(), author: account });

const issue = z.looseObject({
  iid: z.number(),
  description: z.string().nullish(),
  web_url: z.string(),
  author: account,
});

/** GitLab, as the environment of a job describes it. */
export function gitlabHost(environment: NodeJS.ProcessEnv, version: string): Host {
  const { CI_API_V4_URL = "https://gitlab.com/api/v4", GITLAB_TOKEN = "" } = environment;
  const client = new RestClient({
    baseUrl: CI_API_V4_URL,
    headers: { "private-token": GITLAB_TOKEN, "user-agent": `edge-ingress/${version}` },
  });
  const gitlab = new Gitlab(client, `/projects/${environment.CI_PROJECT_ID ?? ""}`);
  return {
    maxLength: MAX_NOTE_LENGTH,
    issues: gitlab.issues(),
    comments: async () => gitlab.comments(environment),
  };
}

class Gitlab {
  private accountId: Promise<number> | undefined;

  /** @param project The path of the project, such as `/projects/42`. */
  constructor(
    private readonly client: RestClient,
    private readonly project: string,
  ) {}

  comments(environment: NodeJS.ProcessEnv): Comments | undefined {
    const { CI_MERGE_REQUEST_IID: iid, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA } = environment;
    if (!iid) return undefined;
    // GitLab sets the former only if the pipeline is of the merged result, whose commit is not that of the branch.
    const commit = CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || environment.CI_COMMIT_SHA;
    const { client } = this;
    const mergeRequest = `${this.project}/merge_requests/${iid}`;
    const notes = `${mergeRequest}/notes`;
    const page = environment.CI_MERGE_REQUEST_PROJECT_URL ?? environment.CI_PROJECT_URL ?? "";
    const readNote = ({ id, body }: z.infer<typeof note>): Comment => ({
      id,
      body,
      url: `${page}/-/merge_requests/${iid}#note_${id}`,
    });
    return {
      isNewest: async () => {
        const { body } = await client.send("GET", mergeRequest);
        return z.looseObject({ sha: z.string() }).parse(body).sha === commit;
      },
      list: async () => {
        const all = z.array(note).parse(await client.list(`${notes}?per_page=100`));
        return (await this.own(all)).map(readNote);
      },
      create: async (body) =>
        readNote(note.parse((await client.send("POST", notes, { body })).body)),
      update: async (id, body) =>
        readNote(note.parse((await client.send("PUT", `${notes}/${id}`, { body })).body)),
      remove: (id) => ignoreMissing(client.send("DELETE", `${notes}/${id}`)),
    };
  }

  issues(): Issues {
    const { client } = this;
    const issues = `${this.project}/issues`;
    return {
      list: async () => {
        const all = z.array(issue).parse(await client.list(`${issues}?state=opened&per_page=100`));
        return (await this.own(all)).map(readIssue);
      },
      create: async (title, description) => {
        const { body } = await client.send("POST", issues, { title, description });
        return readIssue(issue.parse(body));
      },
      update: async (number, description) => {
        await client.send("PUT", `${issues}/${number}`, { description });
      },
      close: async (number) => {
        await client.send("PUT", `${issues}/${number}`, { state_event: "close" });
      },
    };
  }

  /** The items that the account of the token has written. */
  private async own<Item extends { readonly author: z.infer<typeof account> }>(
    items: readonly Item[],
  ): Promise<Item[]> {
    if (items.length === 0) return [];
    this.accountId ??= this.readAccountId();
    const id = await this.accountId;
    return items.filter(({ author }) => author.id === id);
  }

  private async readAccountId(): Promise<number> {
    const { body } = await this.client.send("GET", "/user");
    return account.parse(body).id;
  }
}

const readIssue = ({ iid, description, web_url: url }: z.infer<typeof issue>) => ({
  number: iid,
  body: description ?? "",
  url,
});
