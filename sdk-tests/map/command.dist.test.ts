import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportOf } from "../expectations/stacks";
import { edgeIngress } from "../support/command";
import { resourcesWith } from "./maps";

/** `edge-ingress map`, as users run it. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "map-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const command = (...args: string[]) =>
  edgeIngress(["map", ...args], { cwd: folder, input: exportOf(resourcesWith("")) });

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
  [["--out", "missing/ingress.html"], /^error: cannot write missing\/ingress\.html: /],
  [["missing.json"], /^error: cannot read missing\.json: there is no such file/],
  [["--format", "png"], /Allowed choices are html, svg, mermaid, json/],
])("%j is answered with exit code 2", (args, problem) => {
  const { status, stderr } = command(...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(problem);
});
