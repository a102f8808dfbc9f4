import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exportOf } from "../expectations/stacks";
import { commandFolder } from "../support/command";
import { resourcesWith } from "./maps";

/** `edge-ingress map`, as users run it. */

const { folder, run } = commandFolder();
const command = (...args: string[]) => run(["map", ...args], exportOf(resourcesWith("")));

it.each([
  ["html", "<!doctype html>"],
  ["svg", "<svg "],
  ["mermaid", "flowchart LR"],
  ["json", '{\n  "version": 1'],
])("a map is printed as %s", (format, beginning) => {
  const { status, stdout, stderr } = command("--format", format);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.startsWith(beginning)).toBe(true);
});

it("a map is written into a file", () => {
  expect(command("--out", "ingress.html")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readFileSync(join(folder, "ingress.html"), "utf8")).toContain("Ingress of shop/dev");
});

it.each([
  ["ingress.svg", [], "<svg "],
  ["ingress.JSON", [], '{\n  "version": 1'],
  ["ingress.mmd", [], "flowchart LR"],
  ["ingress.txt", [], "<!doctype html>"],
  ["ingress.svg", ["--format", "html"], "<!doctype html>"],
] as const)(
  "%s with %j has the format of the option, else that of the extension",
  (out, args, beginning) => {
    expect(command("--out", out, ...args)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, out), "utf8").startsWith(beginning)).toBe(true);
  },
);

it.each([
  [
    ["--out", "missing/ingress.html"],
    /^error: cannot write missing\/ingress\.html: its folder does not exist;/,
  ],
  [["--out", "."], /^error: cannot write \.: it is a folder;/],
  [
    ["--out", "/proc/ingress.html"],
    /^error: cannot write \/proc\/ingress\.html: (its folder does not exist|you are not allowed to write it)/,
  ],
  [["missing.json"], /^error: cannot read missing\.json: there is no such file/],
  [["--format", "png"], /Allowed choices are html, svg, mermaid, json/],
])("%j leads to exit code 2", (args, problem) => {
  const { status, stderr } = command(...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(problem);
});
