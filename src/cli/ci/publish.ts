import { errorMessage } from "../input";
import { githubHost } from "./github";
import { gitlabHost } from "./gitlab";
import type { Host } from "./host";
import { log } from "./log";
import { reportMarkdown } from "./markdown";
import { type Reviewed, reaches, type Threshold } from "./result";
import { markOf, placeComment } from "./sticky";

/** The parts of a report that are published. */
interface Settings {
  readonly name: string | undefined;
  readonly drift: boolean;
  readonly comment: boolean;
  /** The title of the issue. */
  readonly issue: string | undefined;
  readonly sarif: "auto" | "true" | "false";
  readonly failOn: Threshold;
  readonly version: string;
}

/** The result of {@link publish}. */
interface Published {
  /** The address of the comment; empty if there is none. */
  readonly url: string;
  /** False if a part that is required could not be published. */
  readonly isComplete: boolean;
}

/**
 * Publishes a report on GitHub or GitLab: as a comment on the pull request, as an issue, and in code scanning. Elsewhere, does
 * nothing. A comment or an issue that cannot be written is a warning, because the gate decides on the result of the job.
 */
export async function publish(
  reviewed: Reviewed,
  sarif: string,
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<Published> {
  const host = hostIn(environment, settings.version);
  const nothing = { url: "", isComplete: true };
  if (!host || reviewed.skipped !== undefined) return nothing;
  const warnOf = (part: string) => (error: unknown) =>
    log("warning", `${part} was not written: ${errorMessage(error)}`, environment);
  const mark = markOf(settings.drift ? "drift" : "review", settings.name ?? "");
  const bodyOf = (maxLength: number) =>
    `${mark}\n${reportMarkdown(reviewed, maxLength - mark.length - 1)}`;
  const body = bodyOf(host.maxLength);
  const url = settings.comment
    ? await comment(host, mark, body, environment).catch(warnOf("the comment"))
    : undefined;
  if (settings.issue !== undefined) {
    await updateIssue(host, settings.issue, mark, body, reviewed, settings.failOn).catch(
      warnOf("the issue"),
    );
  }
  const isComplete = await upload(host, sarif, reviewed, settings.sarif, environment);
  return { url: url ?? "", isComplete };
}

/** The host of the pipeline; undefined elsewhere, or without a token. */
function hostIn(environment: NodeJS.ProcessEnv, version: string): Host | undefined {
  const isGithub = environment.GITHUB_ACTIONS === "true";
  if (!isGithub && environment.GITLAB_CI !== "true") return undefined;
  const variable = isGithub ? "GITHUB_TOKEN" : "GITLAB_TOKEN";
  if (environment[variable]) return (isGithub ? githubHost : gitlabHost)(environment, version);
  log("warning", `no comment was written, because ${variable} is not set`, environment);
  return undefined;
}

/** Writes the comment, and returns its address; undefined if the run is not of a pull request. */
async function comment(
  host: Host,
  mark: string,
  body: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const comments = await host.comments();
  if (!comments) return undefined;
  const { action, url } = await placeComment(comments, mark, body);
  const texts = {
    created: "the comment was created",
    edited: "the comment was edited",
    unchanged: "the comment is unchanged",
    outdated: "a newer commit was pushed, so the comment is left to its run",
  };
  log("notice", `${texts[action]}${url === "" ? "" : `: ${url}`}`, environment);
  return url;
}

/**
 * Creates or edits the issue while a finding makes the gate fail, and closes the issue when there is none. If a preview failed, the
 * findings are not known, and the issue stays as it is.
 */
async function updateIssue(
  { issues }: Host,
  title: string,
  mark: string,
  body: string,
  { review, failed }: Reviewed,
  threshold: Threshold,
): Promise<void> {
  if (!review || failed.length > 0) return;
  const open = (await issues.list()).find((issue) => issue.body.startsWith(mark));
  if (!reaches(review, threshold)) {
    if (open) await issues.close(open.number);
    return;
  }
  if (!open) await issues.create(title, body);
  else if (open.body.trim() !== body.trim()) await issues.update(open.number, body);
}

/** Uploads the findings to code scanning. Returns false if the upload is required and fails. */
async function upload(
  host: Host,
  sarif: string,
  { review, failed }: Reviewed,
  when: Settings["sarif"],
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  // A part of the findings would close the alerts of the others.
  const isWhole = review !== undefined && failed.length === 0;
  if (when === "false" || !host.uploadSarif || !isWhole) return true;
  try {
    await host.uploadSarif(sarif);
    return true;
  } catch (error) {
    const isRequired = when === "true";
    const text = `code scanning did not accept the findings: ${errorMessage(error)}`;
    log(isRequired ? "error" : "notice", text, environment);
    return !isRequired;
  }
}
