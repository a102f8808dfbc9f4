import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { subjects } from "../mutation/subjects.mts";
import { textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of the results of the weekly workflow: artifacts, and one issue for the failures. */

interface Job {
  readonly if?: string;
  readonly strategy?: { readonly matrix: { readonly include: readonly Command[] } };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Command {
  readonly name: string;
  readonly command: string;
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const { jobs } = parse(textOf(".github/workflows/weekly.yml")) as {
  jobs: Readonly<Record<"run" | "report", Job>>;
};

const scriptOf = (job: Job, name: string) =>
  job.steps.find((step) => step.name === name)?.run ?? "exit 1";

/** Runs a script as a step with `shell: bash` runs it. */
function runScript(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  return spawnSync("bash", args, { cwd, env: { ...process.env, ...env }, encoding: "utf8" });
}

describe.runIf(process.platform === "linux")("each job of the weekly workflow", () => {
  const run = scriptOf(jobs.run, "Run");

  it.each([
    ["echo passed", 0, "passed\n"],
    ["echo failed >&2; exit 3", 3, "failed\n"],
  ])("stores the output of its command, and has its exit code: %s", (COMMAND, status, output) => {
    const folder = folderOfTest();
    expect(runScript(run, folder, { COMMAND }).status).toBe(status);
    expect(readFileSync(join(folder, "reports/output.log"), "utf8")).toBe(output);
  });

  it("uploads the reports in any case, and neither the passphrase nor the states of local stacks", () => {
    const upload = jobs.run.steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
    expect(upload?.if).toBe("always()");
    const paths = String(upload?.with?.path).trim().split("\n");
    expect(paths).toContain("reports");
    const secret = [".edge-ingress/passphrase", ".edge-ingress/state", ".edge-ingress/pulumi-home"];
    for (const path of secret)
      expect(paths.filter((pattern) => matchesGlob(path, pattern))).toEqual([]);
    expect(paths).not.toContain(".edge-ingress");
    expect(upload?.with?.["include-hidden-files"]).toBe(true);
  });
});

it("each subject of mutation tests runs weekly, and no other subject", () => {
  const commands = jobs.run.strategy?.matrix.include.map(({ command }) => command) ?? [];
  const named = commands.flatMap(
    (command) => /^npm run mutation -- (.+)$/.exec(command)?.[1] ?? [],
  );
  expect(named.toSorted()).toEqual(Object.keys(subjects).toSorted());
});

/** A `gh` that records its calls, and reads jobs and issues from files by the filter of the call. */
const GH = `#!/bin/sh
for filter; do :; done
case "$1 $2" in
  "run view") exec jq --raw-output "$filter" jobs.json ;;
  "issue list") exec jq --raw-output "$filter" issues.json ;;
esac
for argument in "$@"; do printf '%s\\n' "$argument"; done >> calls
`;

const PASSED = { name: "fuzz", conclusion: "success" };
const FAILED = { name: "bench", conclusion: "failure" };
const LATE = { name: "soak", conclusion: "cancelled" };
const REPORTING = { name: "Report the failures", conclusion: "" };

const URL_OF_RUN = "https://github.example/owner/name/actions/runs/17";

describe.runIf(process.platform === "linux")("the report of the weekly workflow", () => {
  function report(jobsOfRun: readonly object[], issues: readonly object[]): string {
    const folder = folderOfTest();
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/gh"), GH, { mode: 0o755 });
    writeFileSync(join(folder, "jobs.json"), JSON.stringify({ jobs: jobsOfRun }));
    writeFileSync(join(folder, "issues.json"), JSON.stringify(issues));
    writeFileSync(join(folder, "calls"), "");
    const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter);
    const env = { PATH, RUN_ID: "17", RUN_URL: URL_OF_RUN };
    const { status, stderr } = runScript(scriptOf(jobs.report, "Report"), folder, env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return readFileSync(join(folder, "calls"), "utf8");
  }

  it("opens an issue with a label, which names the jobs that did not pass", () => {
    const calls = report([PASSED, FAILED, LATE, REPORTING], []);
    expect(calls).toContain("label\ncreate\nweekly\n");
    expect(calls).toContain("issue\ncreate\n");
    expect(calls).toContain("--label\nweekly\n");
    expect(calls).toContain(URL_OF_RUN);
    expect(calls.match(/^- .*$/gm)).toEqual(["- bench: failure", "- soak: cancelled"]);
  });

  it("comments on the open issue, and opens no second issue", () => {
    const calls = report([FAILED, REPORTING], [{ number: 5 }]);
    expect(calls).toMatch(/^issue\ncomment\n5\n/);
    expect(calls).not.toContain("create");
  });

  it("closes the open issue after a run without a failure, and is silent without an issue", () => {
    expect(report([PASSED, REPORTING], [{ number: 5 }])).toMatch(/^issue\nclose\n5\n/);
    expect(report([PASSED, REPORTING], [])).toBe("");
  });

  it("may write issues, and the jobs that run code may not", () => {
    expect(jobs.report.permissions).toEqual({ actions: "read", issues: "write" });
    expect(jobs.run.permissions).toBeUndefined();
  });
});
