import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { type Severity, severities } from "../../src/insight/report/finding";
import { sarifReport } from "../../src/insight/report/sarif";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson } from "../../src/insight/review/json";
import { asMarkdown } from "../../src/insight/review/markdown";
import { asText } from "../../src/insight/review/text";
import { allRules, ruleIds } from "../../src/insight/review/wording";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf } from "../review/effects";
import { harmlessChanges, harmlessLabels, type LabelledChange, riskyChanges, riskyLabels } from "../review/labelled";
import { program } from "../review/program";
import { edgeIngress } from "../support/command";
import { withEmulator } from "../support/fixtures";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";

const tool = { name: "edge-ingress review", semanticVersion: "1.0.0" };

/** Labelled changes of one program, previewed by the real engine, and what the review says of each. */

const allRisky = [...riskyChanges, ...riskyLabels];
const allHarmless = [...harmlessChanges, ...harmlessLabels];

// `npm test` tries every fifth change of the others, and `npm test -- --all` tries all.
const isTried = (_: LabelledChange, index: number) => Boolean(process.env.ALL_TESTS) || index % 5 === 0;
const risky = [...riskyChanges, ...riskyLabels.filter(isTried)];
const harmless = [...harmlessChanges, ...harmlessLabels.filter(isTried)];
const changes = [...risky, ...harmless];

const it = withEmulator();
let project: InstalledProject;
let preview: string;
let unchanged: string;
let reviewed: Review;

beforeAll(async () => {
  project = await InstalledProject.create(program(changes), sdks.newest, PLUGINS);
}, 60_000);

afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

/** Deploys the programs as they are before the changes, and previews the changes. */
async function previewAs(emulator: Emulator, form: FormName, stack: string): Promise<void> {
  const environment = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
  let ids = "{}";
  const run = async (phase: string, ...args: string[]) => {
    const ended = await project.pulumi([...args, `--stack=${stack}`], { ...environment, PHASE: phase, IDS: ids });
    expect(ended.code, ended.text).toBe(0);
    return ended.text;
  };
  await project.pulumi(["stack", "init", stack]);
  if (form === "plugin") await run("before", "config", "set", "edge-ingress:plugin", "true");
  await run("before", "up", "--yes", "--skip-preview");
  ids = await run("before", "stack", "output", "--json");
  unchanged = await run("before", "preview", "--json", "--show-sames");
  preview = await run("after", "preview", "--json", "--show-sames");
  reviewed = review([readPreview(preview)]);
}

const findingsOf = ({ name }: LabelledChange) =>
  effectsOf({ findings: reviewed.findings.filter(({ resource }) => resource.includes(` ${name}.`)) });

const rank = (severity: Severity | "none"): number => ["none", "low", "medium", "high"].indexOf(severity);

const highest = (change: LabelledChange): Severity | "none" =>
  severities.find((severity) => findingsOf(change).some(({ rule }) => rule.severity === severity)) ?? "none";

const explained = (change: LabelledChange): string =>
  [change.name, ...findingsOf(change).map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)].join("\n");

it("there are 250 labelled changes at least, 150 of them risky, and a third labelled by others", () => {
  expect(allRisky.length).toBeGreaterThanOrEqual(150);
  expect(allHarmless.length).toBeGreaterThanOrEqual(100);
  const others = riskyLabels.length + harmlessLabels.length;
  expect(others).toBeGreaterThan((allRisky.length + allHarmless.length) / 3);
});

describe.each(SAMPLED_FORMS)("of labelled changes, of which the engine has made the preview, as %s", (form) => {
  it.beforeAll(({ emulator }) => previewAs(emulator, form, `as-${form}`), 300_000);

  it.each(risky.map((change) => [change.name, change] as const))("%s is found, and how severe it is", (_, change) => {
    const expected = (form === "plugin" && change.inPlugin) || change.expected;
    if (change.rule !== undefined && expected === change.expected) {
      expect(findingsOf(change).map(({ rule }) => rule.id)).toContain(change.rule);
    }
    expect(rank(highest(change)), explained(change)).toBeGreaterThanOrEqual(rank(expected));
  });

  it.each(harmless.map((change) => [change.name, change] as const))("%s has no finding above low", (_, change) => {
    expect(rank(highest(change)), explained(change)).toBeLessThanOrEqual(rank(change.expected));
  });
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
  const other = readPreview(unchanged.replaceAll(/urn:pulumi:as-\w+::/g, "urn:pulumi:other::"));
  expect(review([other])).toMatchObject({ findings: [], stacks: [{ stack: "other", changes: [] }] });
  const both = effectsOf(review([readPreview(preview), other]));
  expect(both.filter(({ rule }) => rule.id === "protected-elsewhere")).toContainEqual(
    expect.objectContaining({
      argument: "oauth",
      message: expect.stringContaining("edge_login-removed: stack other has"),
    }),
  );
});

it("every other rule finds something in these changes", () => {
  const found = new Set(effectsOf(reviewed).map(({ rule }) => rule.id));
  expect(ruleIds.filter((id) => !found.has(id))).toEqual(["route-left-open", "protected-elsewhere", "restored"]);
});

describe("edge-ingress review", () => {
  const command = (args: readonly string[], input = "") => {
    return edgeIngress(["review", ...args], { input });
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
    const ignore = effectsOf(reviewed).map(({ rule }) => ({ rule: rule.id, reason: "tested" }));
    await writeFile(ignoreFile, JSON.stringify({ ignore }));
    const { status, stdout } = command([file, "--ignore-file", ignoreFile, "--format", "json", "--fail-on", "low"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, counts: { high: 0, medium: 0, low: 0 }, findings: [] });
    expect(JSON.parse(stdout).ignored).toHaveLength(effectsOf(reviewed).length);
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
