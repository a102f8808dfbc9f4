import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { exportOf, route } from "../expectations/stacks";
import { documentOf } from "../review/inputs";
import { guarded, route as open, stackStep, updated } from "../review/steps";
import { commandFolder } from "../support/command";
import { COMMAND } from "../support/workspace";

/** Output that cannot be written is an error: the next step of a pipeline would read an empty report. */

const FULL = "/dev/full";

const { folder } = commandFolder({
  "stack.json": exportOf([route("web", "/")]),
  "preview.json": documentOf([stackStep("same"), updated(guarded, open)]),
  "expectations.yaml": "expectations:\n  - edge: edge_1\n    path: /\n    expect: { open: true }\n",
});

const of = (command: string, formats: readonly string[]) =>
  formats.map((format) => `${command} --format ${format}`);

const commands = [
  ...of("review preview.json", ["text", "markdown", "json", "sarif"]),
  ...of("test expectations.yaml stack.json", ["text", "markdown", "json", "junit"]),
  ...of("explain / stack.json --edge edge_1", ["text", "json"]),
  ...of("map stack.json", ["html", "svg", "mermaid", "json"]),
  ...of("diff stack.json stack.json", ["table", "markdown", "json"]),
  ...["--version", "--help", "review --help"],
];

it.runIf(existsSync(FULL)).each(commands)("%s reports a full disk", (command) => {
  const script = `"$0" "$1" ${command} > ${FULL}; echo $?`;
  const { PATH } = process.env;
  const printed = execFileSync(
    "/bin/sh",
    ["-c", `{ ${script}; } 2>&1`, process.execPath, COMMAND],
    {
      cwd: folder,
      env: { PATH },
    },
  );
  expect(printed.toString()).toBe(
    "error: cannot write standard output: the disk is full; free some space, or name a file elsewhere\n2\n",
  );
});

it.skipIf(process.platform === "win32")(
  "the command prints no message if a reader closes its output early",
  () => {
    const script = `"$0" "$1" map stack.json | head -c 1; true`;
    const printed = execFileSync(
      "/bin/sh",
      ["-c", `{ ${script}; } 2>&1`, process.execPath, COMMAND],
      { cwd: folder },
    );
    expect(printed.toString()).toBe("<");
  },
);
