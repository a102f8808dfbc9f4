import { expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { commandFolder } from "../support/command";
import { exportOf, login, previewOf, route } from "./stacks";

/** Tests of `edge-ingress test` and `edge-ingress explain` with files and standard input, as users run them. */

const stack = exportOf([
  route("web", "/"),
  route("admin", "/admin", { oauth: login("acme.example") }),
]);
const preview = previewOf([
  route("admin", "/admin", { oauth: { ...login("acme.example"), enabled: UNKNOWN } }),
]);

const expecting = (path: string, more = "") =>
  `expectations:\n  - edge: edge_1\n    path: ${path}\n    expect: { protectedBy: [oauth] }\n${more}`;

// The preview shows only the stack itself of the four unchanged resources.
const partial = JSON.stringify({ ...JSON.parse(preview), changeSummary: { same: 4 } });

const { run: command } = commandFolder({
  "edges.json": exportOf([route("web", "/"), route("other", "/", { edgeId: "edge_2" })]),
  ...{ "stack.json": stack, "preview.json": preview, "partial.json": partial },
  ...{
    "admin.yaml": expecting("/admin"),
    "web.yaml": expecting("/"),
    "wrong.yaml": expecting("admin"),
  },
  "other.yaml": expecting("/admin", "    stack: prod\n"),
  "edge-ingress.expectations.yaml": expecting("/admin"),
});

it.each([
  {
    title: "an expectation of a file that holds gives an exit code and a report",
    args: ["admin.yaml", "--file", "stack.json"],
    input: "",
    status: 0,
    text: "1 hold, 0 fail",
  },
  {
    title: "an expectation of standard input that holds gives an exit code and a report",
    args: ["admin.yaml"],
    input: stack,
    status: 0,
    text: "1 hold, 0 fail",
  },
  {
    title: "an expectation that fails gives an exit code and a report",
    args: ["web.yaml", "--file", "stack.json"],
    input: "",
    status: 1,
    text: "0 hold, 1 fail",
  },
  {
    title: "an expectation that is not known gives an exit code and a report",
    args: ["admin.yaml", "--file", "preview.json"],
    input: "",
    status: 1,
    text: "1 not known",
  },
  {
    title: "an expectation that may be unknown gives an exit code and a report",
    args: ["admin.yaml", "--file", "preview.json", "--allow-not-known"],
    input: "",
    status: 0,
    text: "1 not known",
  },
  {
    title: "an expectation of a file beside the stack that holds gives an exit code and a report",
    args: ["stack.json", "admin.yaml"],
    input: "",
    status: 0,
    text: "1 hold, 0 fail",
  },
  {
    title: "an expectation of the default file gives an exit code and a report",
    args: ["stack.json"],
    input: "",
    status: 0,
    text: "1 hold, 0 fail",
  },
  {
    title: "an expectation of several stacks gives an exit code and a report",
    args: ["admin.yaml", "stack.json", "--file", "stack.json"],
    input: "",
    status: 0,
    text: "2 hold, 0 fail",
  },
  {
    title: "an expectation that fails, in JUnit XML gives an exit code and a report",
    args: ["web.yaml", "--file", "stack.json", "--format", "junit"],
    input: "",
    status: 1,
    text: "<failure ",
  },
])("$title", ({ args, input, status, text }) => {
  expect(command(["test", ...args], input)).toEqual({
    status,
    stdout: expect.stringContaining(text),
    stderr: "",
  });
});

it.each([
  [["missing.yaml"], "error: cannot read missing.yaml: there is no such file; check the path\n"],
  [
    ["wrong.yaml"],
    "error: wrong.yaml: expectations[0].path: must begin with a slash, such as /admin\n",
  ],
  [
    ["admin.yaml", "partial.json"],
    expect.stringMatching(
      /^error: partial.json: the preview leaves out 3 unchanged resources(.|\n)*--show-sames/,
    ),
  ],
  [
    ["other.yaml", "--file", "stack.json"],
    "error: no expectation is for these stacks: nothing was tested\n",
  ],
  [
    ["admin.yaml", "--file", "admin.yaml"],
    expect.stringContaining("error: admin.yaml: this is not the output of"),
  ],
])("%j leads to exit code 2 and the problem", (args, stderr) => {
  expect(command(["test", ...args])).toEqual({ status: 2, stdout: "", stderr });
});

it("an expectation for a stack that is not given is reported on standard error", () => {
  const { status, stderr } = command(["test", "admin.yaml", "other.yaml", "--file", "stack.json"]);
  const warning = "warning: stack prod was not given: 1 expectation not tested";
  expect({ status, stderr }).toEqual({ status: 0, stderr: `${warning}\n` });
});

it("a path is explained without an edge if the stack has a single edge", () => {
  expect(command(["explain", "/admin", "stack.json"]).stdout).toContain(
    "/admin on edge edge_1 in stack dev:",
  );
  const error = "error: stack dev has the HTTPS edges edge_1, edge_2: name the edge with --edge\n";
  expect(command(["explain", "/admin", "edges.json"])).toEqual({
    status: 2,
    stdout: "",
    stderr: error,
  });
});

it("a host that no request has is refused", () => {
  const { status, stderr } = command(["explain", "/admin", "stack.json", "--host", "*.x.example"]);
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("leave it out for every host: *.x"),
  });
});

it("a path is explained, in words and for programs", () => {
  const args = ["explain", "/admin", "stack.json", "--edge", "edge_1"];
  const { status, stdout } = command(args);
  expect(status).toBe(0);
  expect(stdout).toContain("  login (OAuth): users of provider3 in e-mail domains acme.example\n");
  expect(JSON.parse(command([...args, "--format", "json"]).stdout)).toMatchObject({
    explanations: [{ answers: [{ routes: [{ access: "protected" }, { access: "open" }] }] }],
  });
});

it.each([
  [
    ["/admin", "stack.json", "--edge", "edge_9"],
    "stack dev has no route that serves requests on the HTTPS edge edge_9; it has edge_1",
  ],
  [
    ["admin", "stack.json", "--edge", "edge_1"],
    "PATH must begin with a slash, such as /admin: admin",
  ],
])("explain %j leads to exit code 2", (args, problem) => {
  const { status, stderr } = command(["explain", ...args]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${problem}\n` });
});

it.each(["explain", "map", "test"])(
  "%s reports a missing file in one line, although a stack cannot be read either",
  (name) => {
    const args =
      {
        explain: ["/x", "--edge", "e"],
        map: ["--out", "map.html"],
        test: ["--expectations", "admin.yaml"],
      }[name] ?? [];
    // No CLI is on this PATH, so the command cannot read the stack.
    const options = { env: { PATH: "" } };
    const { status, stderr } = command(
      [name, ...args, "--stack", "prod", "missing.json"],
      "",
      options,
    );
    expect({ status, lines: stderr.trim().split("\n") }).toEqual({
      status: 2,
      lines: [expect.stringMatching(/^error: /)],
    });
  },
);
