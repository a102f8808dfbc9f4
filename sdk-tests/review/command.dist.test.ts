import { describe, expect, it } from "vitest";
import { commandFolder } from "../support/command";
import { documentOf } from "./inputs";
import { route as api, guarded, stackStep, stored, updated } from "./steps";

/** `edge-ingress review` with files and standard input, as users run it. */

const { run, write: file } = commandFolder();
const command = (args: readonly string[], input?: string | Uint8Array) =>
  run(["review", ...args], input);

const route = { ...api, match: "/ä" };
const withLogin = { ...guarded, match: "/ä" };
const preview = documentOf([stackStep("same"), updated(withLogin, route)]);

const bigEndian = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

describe("an input", () => {
  it.each([
    { title: "in UTF-8 is read from a file and from standard input", bytes: Buffer.from(preview) },
    {
      title: "in UTF-8 with a byte order mark is read from a file and from standard input",
      bytes: Buffer.from(`\ufeff${preview}`),
    },
    {
      title:
        "in UTF-16, as Windows PowerShell writes it is read from a file and from standard input",
      bytes: Buffer.from(`\ufeff${preview}`, "utf16le"),
    },
    {
      title: "in big-endian UTF-16 is read from a file and from standard input",
      bytes: bigEndian(preview),
    },
  ])("$title", ({ bytes }) => {
    const expected = {
      status: 1,
      stdout: expect.stringContaining("route /ä (prefix) on edge edge_1"),
    };
    expect(command([file("encoded.json", bytes), "--fail-on", "high"])).toMatchObject(expected);
    expect(command(["--fail-on", "high"], bytes)).toMatchObject(expected);
  });

  it("of what to ignore is read in any of these encodings", () => {
    const ignore = JSON.stringify({ ignore: [{ rule: "protection-removed", reason: "tested" }] });
    const names = [file("a.json", `\ufeff${ignore}`), file("b.json", bigEndian(ignore))];
    for (const name of names)
      expect(command(["--ignore-file", name, "--fail-on", "high"], preview).status).toBe(0);
  });

  it.each([
    ["missing.json", "missing.json: there is no such file; check the path"],
    ["folder", "folder: it is a folder; name a file in it"],
    ["folder/preview.json/x", "folder/preview.json/x: there is no such file; check the path"],
    ["a\u001b[2J\u202e.json", "a\\u{1b}[2J\\u{202e}.json: there is no such file; check the path"],
  ])(
    "that cannot be read is reported in a sentence, in which no name moves a terminal's cursor: %j",
    (name, problem) => {
      file("folder/preview.json", preview);
      const stderr = `error: cannot read ${problem}\n`;
      expect(command([name])).toEqual({ status: 2, stdout: "", stderr });
      expect(command(["--ignore-file", name], preview)).toEqual({ status: 2, stdout: "", stderr });
    },
  );

  it("is reported if it is empty, as after a command that failed in a pipe", () => {
    expect(command([])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("it is empty"),
    });
  });
});

describe("--drift", () => {
  const refresh = documentOf([
    stackStep("refresh"),
    updated(withLogin, route, { new: stored(route), detailedDiff: {} }),
  ]);

  it("reports what was changed outside Pulumi, and fails where it is asked to", () => {
    const { status, stdout } = command(
      ["--drift", "--fail-on", "medium", "--format", "markdown"],
      refresh,
    );
    expect(status).toBe(1);
    expect(stdout).toContain("### Ingress drift");
    expect(stdout).toContain(
      "login (OAuth) is no longer required; this was changed outside Pulumi",
    );
  });

  it("refuses a preview that has not looked at the server", () => {
    const { status, stdout, stderr } = command(["--drift", file("plan.json", preview)]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      /^error: plan.json: this is not a preview of a refresh: make it with `pulumi refresh/,
    );
  });
});

it.each([
  ["protection-remove", "did you mean protection-removed?"],
  ["tls", "did you mean tls-"],
  ["no-such-thing", "docs/review-rules.md lists the rules"],
])("a rule that there is not, %s, is answered in a line", (rule, advice) => {
  const { status, stderr } = command(["--ignore", rule], preview);
  expect(status).toBe(2);
  expect(stderr).toContain(`error: --ignore: unknown rule ${rule}; ${advice}`);
  expect(stderr.length).toBeLessThan(200);
});

it.each([
  [["--max-length", "999"], "It is a number of characters, at least 1000."],
  [["--max-length", "-1"], "It is a number of characters, at least 1000."],
  [
    ["--max-length", "2000", "--format", "sarif"],
    "--max-length is for the formats text and markdown: remove it",
  ],
  [
    ["--source-root", "../infra"],
    "It is the path of a folder in the repository, from the root of the repository.",
  ],
  [["--source-root", "/infra"], "It is the path of a folder in the repository"],
])("%j is refused", (args, problem) => {
  expect(command(args, preview)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining(problem),
  });
});

it("the place of the project in its repository is in SARIF", () => {
  const { stdout } = command(["--format", "sarif", "--source-root", "infra\\eu/"], preview);
  expect(stdout).toContain('"uri": "infra/eu/Pulumi.yaml"');
});

it("entries of an ignore file that ignore nothing are reported on standard error, or in JSON", () => {
  const ignore = [
    { rule: "protection-removed", until: "2020-01-31", reason: "for a while" },
    { rule: "tls-lowered", resource: "a\u001b[2J", reason: "tested" },
  ];
  const args = [
    "--ignore-file",
    file("old.json", JSON.stringify({ ignore })),
    "--ignore",
    "tls-lowered",
  ];
  expect(command([...args, "--fail-on", "high"], preview)).toMatchObject({
    status: 1,
    stderr: [
      "warning: --ignore tls-lowered matches no finding: remove it",
      "warning: ignore[0] (protection-removed) expired after 2020-01-31 and ignores nothing: review it again, then renew or remove it",
      'warning: ignore[1] (tls-lowered, a\\u{1b}[2J) matches no finding: remove it, or add "until" if it is for a change that happens once',
      "",
    ].join("\n"),
  });
  const { stdout, stderr } = command([...args, "--format", "json"], preview);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout).unusedIgnores).toHaveLength(3);
});
