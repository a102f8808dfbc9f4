import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportOf } from "../expectations/stacks";
import { resourcesWith } from "../map/maps";
import { commandFolder } from "../support/command";
import { preload } from "../support/preload";

/** Tests of the behaviour that all commands of `edge-ingress` share. */

const { folder, run } = commandFolder({
  "infra/stack.json": exportOf(resourcesWith("")),
  "infra/edge-ingress.expectations.yaml":
    "expectations:\n  - edge: edge_1\n    path: /\n    expect: { protectedBy: [oauth] }\n",
});

const command = (args: readonly string[], nodeOptions = "") =>
  run(args, "", { env: { ...process.env, NODE_OPTIONS: nodeOptions } });

const commands = [
  "emulator",
  "list",
  "import",
  "diff",
  "plugin",
  "review",
  "explain",
  "test",
  "map",
];

it.each([
  ...["", "nonsense", "--nonsense", ...commands.map((name) => `${name} --nonsense`)],
  ...["plugin nonsense", "plugin install --nonsense", "plugin install --archive missing.tar.gz"],
  ...["emulator --fixtures missing.json", "map -C missing", "review --fail-on grave"],
])("a wrong use ends with exit code 2: %j", (words) => {
  const { status, stderr } = command(words.split(" ").filter(Boolean));
  expect(status, stderr).toBe(2);
  expect(stderr).not.toBe("");
});

it.each([
  "review",
  "map",
  "explain / --edge edghts_1",
  "test infra/edge-ingress.expectations.yaml",
])("on a terminal, a command without a file names the input that it reads: %s", (words) => {
  const notice =
    /^reading the output of `pulumi .*from the terminal; to read a file, pass its name\n/;
  expect(command(words.split(" "), preload("terminal")).stderr).toMatch(notice);
  expect(command(words.split(" ")).stderr).not.toMatch(notice);
});

describe("with -C, a path is relative to that folder", () => {
  it.each([
    { title: "a positional file", args: ["stack.json"] },
    { title: "a file of --stack", args: ["--stack", "stack.json"] },
  ])("$title", ({ args }) => {
    const { status, stdout, stderr } = command(["map", "-C", "infra", "--format", "json", ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain('"version": 1');
  });

  it("a file that is written", () => {
    expect(command(["map", "-C", "infra", "stack.json", "--out", "map.html"]).status).toBe(0);
    expect(readFileSync(join(folder, "infra", "map.html"), "utf8")).toContain("<!doctype html>");
  });

  it("a missing folder is named", () => {
    expect(command(["map", "-C", "missing", "stack.json"]).stderr).toMatch(
      /^error: cannot use the folder missing: there is no such folder;/,
    );
  });
});
