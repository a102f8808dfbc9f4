import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type Severity, severities } from "../../src/insight/report/finding";
import { sarifReport } from "../../src/insight/report/sarif";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson } from "../../src/insight/review/json";
import { asMarkdown } from "../../src/insight/review/markdown";
import { allRules, ruleIds } from "../../src/insight/review/rules";
import { asText } from "../../src/insight/review/text";
import { readPreview } from "../../src/insight/stack/preview";
import { harmlessChanges, type LabelledChange, program, riskyChanges } from "../review/changes";
import { InstalledProject, sdks } from "../support/installed";

const tool = { name: "edge-ingress review", semanticVersion: "1.0.0" };

/** Labelled changes of one program, previewed by the real engine, and what the review says of each. */

const changes = [...riskyChanges, ...harmlessChanges];

let emulator: Emulator;
let project: InstalledProject;
let preview: string;
let unchanged: string;
let reviewed: Review;

beforeAll(async () => {
  emulator = await startEmulator();
  project = await InstalledProject.create(program(changes), sdks.newest);
  const environment = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
  const run = async (phase: string, ...args: string[]) => {
    const ended = await project.pulumi([...args, "--stack=test"], { ...environment, PHASE: phase });
    expect(ended.code, ended.text).toBe(0);
    return ended.text;
  };
  await project.pulumi(["stack", "init", "test"]);
  await run("before", "up", "--yes", "--skip-preview");
  unchanged = await run("before", "preview", "--json", "--show-sames");
  preview = await run("after", "preview", "--json", "--show-sames");
  reviewed = review([readPreview(preview)]);
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await emulator.close();
});

const findingsOf = ({ name }: LabelledChange) =>
  reviewed.findings.filter(({ resource }) => resource.includes(` ${name}.`));

const highest = (change: LabelledChange): Severity | "none" =>
  severities.find((severity) => findingsOf(change).some(({ rule }) => rule.severity === severity)) ?? "none";

describe("of labelled changes, of which the engine has made the preview", () => {
  it("there are sixty at least, half of them risky", () => {
    expect(riskyChanges.length).toBeGreaterThanOrEqual(30);
    expect(harmlessChanges.length).toBeGreaterThanOrEqual(30);
    expect(new Set(changes.map(({ name }) => name)).size).toBe(changes.length);
  });

  it.each(riskyChanges.map((change) => [change.name, change] as const))(
    "%s is found, and how grave it is",
    (_, change) => {
      const told = findingsOf(change).map(({ rule }) => rule.id);
      expect(told).toContain(change.rule);
      expect(highest(change)).toBe(change.expected);
    },
  );

  it.each(harmlessChanges.map((change) => [change.name, change] as const))(
    "%s is no more than good to know",
    (_, change) => {
      expect(
        highest(change),
        findingsOf(change)
          .map(({ message }) => message)
          .join("\n"),
      ).toBe(change.expected);
    },
  );
});

it("every finding has an argument and a line of the program, and no output has a secret", () => {
  for (const { argument, line, message } of reviewed.findings) {
    expect(argument, message).not.toBe("");
    expect(line, message).toEqual({ file: "index.js", line: expect.any(Number) });
  }
  const outputs = [
    asText(reviewed, true),
    asMarkdown(reviewed),
    asJson(reviewed),
    sarifReport(tool, allRules, reviewed),
  ];
  for (const output of outputs) {
    expect(output).toContain("login (OAuth) is no longer required");
    expect(output).not.toContain("canary-");
  }
});

it("a stack in which nothing changes has no findings, and is compared with the others of its program", () => {
  const other = readPreview(unchanged.replaceAll("urn:pulumi:test::", "urn:pulumi:other::"));
  expect(review([other])).toMatchObject({ findings: [], stacks: [{ stack: "other", changes: [] }] });
  const elsewhere = review([readPreview(preview), other]).findings.filter(
    ({ rule }) => rule.id === "protected-elsewhere",
  );
  expect(elsewhere).toContainEqual(
    expect.objectContaining({ stack: "test", argument: "oauth", resource: "HttpsEdgeRoute login-removed.route" }),
  );
});

it("every other rule finds something in these changes", () => {
  const found = new Set(reviewed.findings.map(({ rule }) => rule.id));
  expect(ruleIds.filter((id) => !found.has(id))).toEqual(["protected-elsewhere"]);
});

describe("edge-ingress review", () => {
  const command = (args: readonly string[], input = "") => {
    const script = join(__dirname, "../../dist/cli/main.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, "review", ...args], {
      input,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  it("reads a preview from standard input, prints no colours there, and fails where it is asked to", () => {
    const { status, stdout } = command([], preview);
    expect(status).toBe(0);
    expect(stdout).toBe(`${asText(reviewed, false)}\n`);
    expect(command(["--fail-on", "high"], preview).status).toBe(1);
  });

  it("reads files, and leaves out what is to be ignored", async () => {
    const [file, ignoreFile] = [join(project.folder, "preview.json"), join(project.folder, "ignore.json")];
    await writeFile(file, preview);
    const ignore = reviewed.findings.map(({ rule, resource }) => ({ rule: rule.id, resource, reason: "tested" }));
    await writeFile(ignoreFile, JSON.stringify({ ignore }));
    const { status, stdout } = command([file, "--ignore-file", ignoreFile, "--format", "json", "--fail-on", "low"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, counts: { high: 0, medium: 0, low: 0 }, findings: [] });
    expect(JSON.parse(stdout).ignored).toHaveLength(reviewed.findings.length);
  });

  it.each([
    ["nothing", [], ""],
    ["what is no preview", [], '{"canary-input": 1}'],
    ["a file that is not there", ["missing.json"], ""],
    ["a rule that there is not", ["--ignore", "no-rule"], ""],
    ["a severity that there is not", ["--fail-on", "grave"], ""],
  ])("ends with 2 for %s, and repeats nothing of it", (_, args, input) => {
    const { status, stderr } = command(args, input);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toContain("canary");
  });
});
