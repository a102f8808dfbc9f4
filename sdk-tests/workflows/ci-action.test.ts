import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { documentOf } from "../review/inputs";
import { guarded, route, stackStep, updated } from "../review/steps";
import { GithubServer, REPOSITORY, TOKEN } from "../support/ci/github-server";
import {
  githubVariables,
  installCommand,
  plainEnvironment,
  pullRequestEvent,
  quickNpx,
  write,
} from "../support/ci/project";
import { type JobResult, type Run, runAction } from "../support/ci/runner";
import { folderOfTest, folderOfTests } from "../support/folders";

/**
 * Tests of the Action, whose steps run under bash, with a local server in place of GitHub's REST API. They review recorded previews:
 * ci-examples.test.ts makes previews with the Pulumi CLI.
 */

const opened = documentOf([stackStep("same"), updated(guarded, route)]);
const unchanged = documentOf([stackStep("same"), { op: "same", name: "api", old: {}, new: {} }]);
const failed = JSON.stringify({
  diagnostics: [
    { severity: "error", message: "error: no <b>route</b> for @alice, key hunter2-key" },
  ],
});

const MARK = "<!-- edge-ingress review: shop -->";

const home = folderOfTests();
const tools = quickNpx(home);
let github: GithubServer;

beforeEach(async () => {
  github = await GithubServer.start();
  return () => github.rest[Symbol.asyncDispose]();
});

/** A checkout with these files. */
function checkout(files: Readonly<Record<string, string>>): string {
  const folder = folderOfTest();
  installCommand(folder);
  for (const [name, content] of Object.entries(files)) write(folder, name, content);
  return folder;
}

interface Surroundings {
  /** True to run npm's npx. */
  readonly hasNpm?: boolean;
  readonly event?: object;
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

function runIn(
  workspace: string,
  inputs: Readonly<Record<string, string>>,
  {
    event = pullRequestEvent(),
    variables = {},
    environment = {},
    hasNpm = false,
  }: Surroundings = {},
): Promise<JobResult> {
  const run: Run = {
    workspace,
    temp: home,
    event,
    contexts: { github: { token: TOKEN }, runner: { temp: home } },
    environment: {
      ...plainEnvironment(home, hasNpm ? "" : tools),
      ...githubVariables(github.rest.url, variables),
    },
  };
  return runAction({ previews: "preview.json", name: "shop", ...inputs }, run, environment);
}

/** Runs the Action on the preview of a stack. */
const review = (
  preview: string,
  inputs: Readonly<Record<string, string>> = {},
  surroundings?: Surroundings,
) => runIn(checkout({ "preview.json": preview }), inputs, surroundings);

const bodies = () => github.comments.map(({ body }) => body);

describe("the Action on a pull request that removes a login", () => {
  it("comments, writes the summary and the outputs, uploads SARIF, and then fails", async () => {
    const { code, steps, summary, outputs } = await review(opened, {}, { hasNpm: true });
    expect(steps.map(({ name, code: ended }) => [name, ended])).toEqual([
      ["Report", 0],
      ["Gate", 1],
    ]);
    expect(code).toBe(1);
    expect(bodies()).toEqual([
      expect.stringMatching(/^<!-- edge-ingress review: shop -->\n### Ingress review\n/),
    ]);
    expect(bodies()[0]).toContain("is no longer required");
    expect(summary).toContain("is no longer required");
    expect(summary).not.toContain("<!-- edge-ingress");
    expect(outputs).toMatchObject({
      ...{
        severity: "high",
        high: "1",
        medium: "0",
        low: "0",
        "failed-previews": "0",
        skipped: "",
      },
      "comment-url": expect.stringContaining("#issuecomment-101"),
    });
    for (const file of [outputs.markdown, outputs.json, outputs.sarif])
      expect(readFileSync(file ?? "", "utf8")).toContain("protection-removed");
    expect(github.sarifs).toEqual([
      expect.objectContaining({ ref: "refs/pull/7/merge", commit: "merge-of-c1" }),
    ]);
    expect(github.sarifs[0]?.report).toMatchObject({
      runs: [
        {
          automationDetails: { id: "edge-ingress/shop/" },
          results: [
            {
              partialFingerprints: {
                primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/),
              },
            },
          ],
        },
      ],
    });
    expect(steps.at(-1)?.output).toContain("::error::1 high, 0 medium, 0 low");
  });

  it("passes with fail-on none, or if the finding is accepted, and comments all the same", async () => {
    expect((await review(opened, { "fail-on": "none" })).code).toBe(0);
    const accepted = {
      ignore: [{ rule: "protection-removed", reason: "the <b>docs</b> are public" }],
    };
    const files = { "preview.json": opened, "accepted-findings.json": JSON.stringify(accepted) };
    const { code, outputs } = await runIn(checkout(files), {});
    expect(code).toBe(0);
    expect(outputs.severity).toBe("none");
    expect(bodies()).toEqual([expect.stringContaining("docs")]);
    expect(bodies()[0]).not.toContain("<b>");
  });

  it("does not comment if it is not asked to", async () => {
    expect((await review(opened, { comment: "false", sarif: "false" })).code).toBe(1);
    expect(github.rest.writes()).toEqual([]);
  });

  it("edits its comment by the id with the next push, and not if nothing changes", async () => {
    await review(opened);
    await review(unchanged);
    expect(bodies()).toEqual([expect.stringContaining("nothing of the ingress changes")]);
    await review(unchanged);
    expect(github.rest.writes().filter((request) => !request.includes("sarifs"))).toEqual([
      `POST /repos/${REPOSITORY}/issues/7/comments`,
      `PATCH /repos/${REPOSITORY}/issues/comments/101`,
    ]);
  });

  it("leaves comments of other jobs, of people and of similar names alone, on any page", async () => {
    const others = [
      github.addComment("Coverage: 97 %"),
      github.addComment("<!-- edge-ingress review: shop 2 -->\nanother job"),
      github.addComment(`${MARK}\nfaked`, { login: "mallory", type: "User" }),
      github.addComment(`quoted: ${MARK}`),
    ];
    const before = others.map(({ body }) => body);
    await review(opened);
    const own = github.comments.at(-1);
    github.addComment("Coverage: 98 %");
    await review(unchanged);
    expect(others.map(({ body }) => body)).toEqual(before);
    expect(github.comments).toHaveLength(6);
    expect(own?.body).toContain("nothing of the ingress changes");
  });

  it("finds its comment with a personal token, too", async () => {
    github.account = "ci-user";
    github.addComment(`${MARK}\nof a bot`);
    await review(opened);
    await review(unchanged);
    expect(github.comments.map(({ user }) => user.login)).toEqual([
      "github-actions[bot]",
      "ci-user",
    ]);
    expect(bodies()).toEqual([
      `${MARK}\nof a bot`,
      expect.stringContaining("nothing of the ingress changes"),
    ]);
  });
});

describe("several runs of the Action", () => {
  it("leave the comment of a newer commit alone, and still fail by their own result", async () => {
    github.push("c2");
    await review(unchanged, {}, { event: pullRequestEvent("c2") });
    const { code, steps } = await review(opened, {}, { event: pullRequestEvent("c1") });
    expect(code).toBe(1);
    expect(steps[0]?.output).toContain("a newer commit was pushed");
    expect(bodies()).toEqual([expect.stringContaining("nothing of the ingress changes")]);
  });

  it("create one comment if they run at the same time, with the result of the newest commit", async () => {
    const created = Promise.withResolvers<void>();
    let posts = 0;
    // Both runs have found no comment before either creates one.
    github.rest.before = async ({ method, path }) => {
      if (method !== "POST" || !path.endsWith("/comments")) return;
      posts += 1;
      if (posts === 2) created.resolve();
      await created.promise;
    };
    await Promise.all([review(opened), review(opened)]);
    expect(bodies()).toEqual([expect.stringContaining("is no longer required")]);
  });

  it("keep the newer result if a push comes while an older run creates the comment", async () => {
    let isFirst = true;
    github.rest.before = async ({ method, path }) => {
      if (method !== "POST" || !path.endsWith("/comments") || !isFirst) return;
      isFirst = false;
      github.push("c2");
      await review(unchanged, {}, { event: pullRequestEvent("c2") });
    };
    await review(opened);
    expect(bodies()).toEqual([expect.stringContaining("nothing of the ingress changes")]);
  });

  it("of two folders of a repository have a comment each", async () => {
    const folder = checkout({ "a/preview.json": opened, "b/preview.json": unchanged });
    for (const working of ["a", "b"])
      await runIn(folder, { name: "", "working-directory": working });
    expect(bodies().map((body) => body.split("\n")[0])).toEqual([
      "<!-- edge-ingress review: a  -->",
      "<!-- edge-ingress review: b  -->",
    ]);
  });
});

describe("the Action without permissions, or with a service that fails", () => {
  it("reports in the summary, warns, and fails by the findings if it may not comment", async () => {
    github.isReadOnly = true;
    const { code, summary, steps } = await review(opened);
    expect(code).toBe(1);
    expect(summary).toContain("is no longer required");
    expect(steps[0]?.output).toMatch(
      /^::warning::the comment was not written: POST .*Resource not accessible by integration/m,
    );
    expect((await review(unchanged)).code).toBe(0);
  });

  it("passes over code scanning that a private repository does not have, and fails if it is required", async () => {
    github.hasCodeScanning = false;
    const { code, steps } = await review(unchanged);
    expect(code).toBe(0);
    expect(steps[0]?.output).toMatch(
      /^::notice::code scanning did not accept the findings: .*Advanced Security must be enabled/m,
    );
    expect((await review(unchanged, { sarif: "true" })).code).toBe(1);
    github.hasCodeScanning = true;
    expect((await review(unchanged, { sarif: "true" })).code).toBe(0);
  });

  it("waits for a short rate limit, and warns of a long rate limit", async () => {
    const limit = {
      method: "POST",
      path: "/comments",
      status: 403,
      body: { message: "API rate limit exceeded" },
    };
    github.rest.faults.push({ ...limit, headers: { "retry-after": "0" }, times: 2 });
    await review(opened);
    expect(bodies()).toHaveLength(1);
    github.comments = [];
    const reset = `${Math.ceil(Date.now() / 1_000) + 3_000}`;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    github.rest.faults.push({ ...limit, headers, times: 1 });
    const { code, steps } = await review(opened);
    expect(code).toBe(1);
    expect(steps[0]?.output).toContain("API rate limit exceeded");
  });

  it("repeats what a failing server has not answered, without a second comment", async () => {
    github.rest.faults.push({ method: "GET", path: "/comments", status: 502, times: 1 });
    await review(opened);
    expect(bodies()).toHaveLength(1);
  });
});

describe("the comment", () => {
  it("contains the errors of a preview that failed, without the credentials of the environment, and fails", async () => {
    const environment = { EDGE_INGRESS_API_KEY: "hunter2-key" };
    const { code, outputs } = await review(failed, {}, { environment });
    expect(code).toBe(1);
    expect(outputs["failed-previews"]).toBe("1");
    const [body = ""] = bodies();
    expect(body).toContain("`preview`: this preview failed");
    expect(body).toContain("```text\nno <b>route</b> for @alice, key [secret]\n```");
    expect(body).not.toContain("hunter2");
    expect(github.sarifs).toEqual([]);
  });

  it("contains several stacks, and the errors of those that failed", async () => {
    const folder = checkout({ "previews/prod.json": failed, "previews/dev.json": opened });
    expect((await runIn(folder, { previews: "previews" })).code).toBe(1);
    expect(bodies()).toEqual([
      expect.stringMatching(/A preview failed.*`prod`.*is no longer required/s),
    ]);
  });

  it("is at most as long as GitHub accepts, whatever is in it", async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      updated(
        { ...guarded, match: `/${index}` },
        { ...route, match: `/${index}` },
        { name: `route-${index}` },
      ),
    );
    const long = documentOf([stackStep("same"), ...many]);
    const errors = JSON.stringify({
      diagnostics: [{ severity: "error", message: `${"`x & ".repeat(20)}\n`.repeat(900) }],
    });
    const expectations = many.map(
      (_, index) => `  - { edge: edge_1, path: /${index}, expect: { protectedBy: [oauth] } }`,
    );
    const folder = checkout({
      ...{ "p/dev.json": long, "p/prod.json": errors },
      "edge-ingress.expectations.yaml": `expectations:\n${expectations.join("\n")}\n`,
    });
    const { summary, outputs } = await runIn(folder, { previews: "p" });
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toContain("300 high");
    expect(bodies()[0]?.length).toBeGreaterThan(40_000);
    expect(bodies()[0]?.match(/Left out/g)).toHaveLength(2);
    expect(summary.length).toBeGreaterThan(65_536);
    expect(outputs["failed-expectations"]).toBe("300");
  });

  it("contains expectations that are not met, which fail the gate", async () => {
    const expectations =
      "expectations:\n  - { edge: edge_1, path: /api, expect: { protectedBy: [oauth] } }\n";
    const files = { "preview.json": opened, "edge-ingress.expectations.yaml": expectations };
    const { code, steps } = await runIn(checkout(files), { "fail-on": "none" });
    expect(code).toBe(1);
    expect(steps.at(-1)?.output).toContain("1 expectation not met");
    expect(bodies()[0]).toContain("### Ingress expectations");
    const guardedStill = documentOf([stackStep("same"), updated(guarded, guarded)]);
    const met = await runIn(checkout({ ...files, "preview.json": guardedStill }), {});
    expect(met.code).toBe(0);
  });
});

describe("the Action in a monorepo", () => {
  it("shows findings at the paths from the root of the repository", async () => {
    const folder = checkout({ "infra/edge/preview.json": opened });
    await runIn(folder, { "working-directory": "infra/edge" });
    await runIn(folder, { "working-directory": "infra/edge", "source-root": "other" });
    const files = github.sarifs.map(
      ({ report }) => JSON.stringify(report).match(/"uri":"([^"]+)"/)?.[1],
    );
    expect(files).toEqual(["infra/edge/Pulumi.yaml", "other/Pulumi.yaml"]);
  });
});

describe("the Action after the workflow of a pull request from a fork", () => {
  const fork = { full_name: "mallory/shop", owner: { login: "mallory" } };
  const event = (sha: string) => ({
    workflow_run: {
      event: "pull_request",
      head_sha: sha,
      head_branch: "feature",
      head_repository: fork,
    },
  });
  const variables = { GITHUB_EVENT_NAME: "workflow_run", GITHUB_REF: "refs/heads/main" };

  it("comments on the pull request that GitHub names, and uploads nothing for the default branch", async () => {
    github.pulls = [
      { number: 3, head: { sha: "c1", ref: "feature", repo: { full_name: REPOSITORY } } },
      { number: 7, head: { sha: "c9", ref: "feature", repo: { full_name: fork.full_name } } },
    ];
    await review(opened, {}, { event: event("c9"), variables });
    expect(bodies()).toHaveLength(1);
    expect(github.rest.writes()).toEqual([`POST /repos/${REPOSITORY}/issues/7/comments`]);
    await review(unchanged, {}, { event: event("c8"), variables });
    expect(bodies()).toEqual([expect.stringContaining("is no longer required")]);
  });

  it("comments on nothing if the pull request is closed", async () => {
    github.pulls = [];
    expect((await review(unchanged, {}, { event: event("c9"), variables })).code).toBe(0);
    expect(github.rest.writes()).toEqual([]);
  });
});

describe("the Action with a title for an issue", () => {
  const inputs = { drift: "true", issue: "Drift of the ingress" };
  const refresh = (before: object, after: object) =>
    documentOf([
      { op: "refresh", name: "shop-dev", old: {}, new: {} },
      {
        op: "refresh",
        name: "api",
        old: { custom: true, id: "id", inputs: before, outputs: before },
        new: { custom: true, id: "id", inputs: after, outputs: after },
      },
    ]);
  const surroundings = {
    event: {},
    variables: { GITHUB_EVENT_NAME: "schedule", GITHUB_REF: "refs/heads/main" },
  };

  it("opens an issue while there is drift, keeps it up to date, and closes it afterwards", async () => {
    github.addIssue("<!-- edge-ingress drift: other -->\n");
    github.addIssue("<!-- edge-ingress drift: shop -->\n", { pull_request: {} });
    expect((await review(refresh(guarded, route), inputs, surroundings)).code).toBe(1);
    expect((await review(refresh(guarded, route), inputs, surroundings)).code).toBe(1);
    expect(github.issues.map(({ title, state }) => [title, state])).toEqual([
      ["Issue", "open"],
      ["Issue", "open"],
      ["Drift of the ingress", "open"],
    ]);
    expect(github.issues[2]?.body).toContain("this was changed outside Pulumi");
    expect((await review(failed, inputs, surroundings)).code).toBe(1);
    expect(github.issues[2]?.state).toBe("open");
    expect((await review(refresh(guarded, guarded), inputs, surroundings)).code).toBe(0);
    expect(github.issues.map(({ state }) => state)).toEqual(["open", "open", "closed"]);
    expect(bodies()).toEqual([]);
  });
});
