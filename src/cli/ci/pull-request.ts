import { readFileSync } from "node:fs";
import { z } from "zod";
import { withReason } from "../input";

/* The event of GitHub Actions that started the run. GitHub writes it to a file, so that no program of a pull request can change it. */

const repository = z.looseObject({ full_name: z.string() });

const event = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.number(),
      head: z.looseObject({ sha: z.string(), repo: repository.nullish() }),
    })
    .nullish(),
  workflow_run: z
    .looseObject({
      event: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: repository.extend({ owner: z.looseObject({ login: z.string() }) }).nullish(),
    })
    .nullish(),
});

export type GithubEvent = z.infer<typeof event>;

/** Reads the event; empty outside of GitHub Actions. */
export function readEvent({ GITHUB_EVENT_PATH }: NodeJS.ProcessEnv): GithubEvent {
  if (!GITHUB_EVENT_PATH) return {};
  const text = withReason(GITHUB_EVENT_PATH, () => readFileSync(GITHUB_EVENT_PATH, "utf8"));
  const { data } = event.safeParse(JSON.parse(text));
  return data ?? {};
}

/** The reason why GitHub gives no secrets to a run; undefined if it gives them. */
export function reasonWithoutSecrets(environment: NodeJS.ProcessEnv): string | undefined {
  const { pull_request: pullRequest } = readEvent(environment);
  if (!pullRequest) return undefined;
  if (environment.GITHUB_ACTOR === "dependabot[bot]") return "Dependabot";
  const isFork = pullRequest.head.repo?.full_name !== environment.GITHUB_REPOSITORY;
  return isFork ? "a fork" : undefined;
}

/** True if the environment does not give Pulumi access to the state of the stacks. */
export const lacksAccess = ({ PULUMI_ACCESS_TOKEN, PULUMI_BACKEND_URL }: NodeJS.ProcessEnv) =>
  !PULUMI_ACCESS_TOKEN && !PULUMI_BACKEND_URL;

/** True if the previews come from the run of another workflow, which may have run the code of a fork. */
export const isOfOtherRun = (environment: NodeJS.ProcessEnv): boolean =>
  Boolean(readEvent(environment).workflow_run);
