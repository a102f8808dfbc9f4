import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { sourceLine } from "../../src/insight/engine/source-line";
import type { Finding } from "../../src/insight/report/finding";
import { review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";

/** The line of a program that declares a resource, by the positions that language hosts send to the engine. */

const traceOf = (...positions: string[]) => ({
  stackTrace: positions.map((position) => ({ sourcePosition: `project:///${position}` })),
});

const GO_SDK = "../../../github.com/pulumi/pulumi/sdk/v3@v3.259.0/go/pulumi/run.go#53";

describe("a resource is declared", () => {
  it.for<{ title: string; positions: string[]; expected: string | undefined }>([
    {
      title: "in the innermost line of the program",
      positions: ["lib/routes.ts#3,1", "index.ts#7,3"],
      expected: "lib/routes.ts:3",
    },
    {
      title: "where the program calls a package of npm",
      positions: ["node_modules/acme/index.js#5", "index.ts#7"],
      expected: "index.ts:7",
    },
    {
      title: "where the program calls a package of Python",
      positions: ["venv/lib/python3.11/site-packages/acme_ingress.py#5", "__main__.py#7"],
      expected: "__main__.py:7",
    },
    {
      title: "where the program calls a package of Debian",
      positions: ["../../usr/lib/python3/dist-packages/acme_ingress.py#5", "__main__.py#7"],
      expected: "__main__.py:7",
    },
    {
      title: "in the project, where it calls a file outside",
      positions: ["../shared/routes.ts#3", "index.ts#7"],
      expected: "index.ts:7",
    },
    {
      title: "outside the project, if no file is in it",
      positions: ["../shared/routes.ts#3"],
      expected: "../shared/routes.ts:3",
    },
    {
      title: "in a file of a module of Go",
      positions: [
        "../../../acme.example/infra/main.go#61",
        GO_SDK,
        "../../../acme.example/infra/main.go#9",
      ],
      expected: "main.go:61",
    },
    {
      title: "in a package of a module of Go",
      positions: [
        "../../../acme.example/infra/routes/routes.go#3",
        GO_SDK,
        "../../../acme.example/infra/main.go#9",
      ],
      expected: "routes/routes.go:3",
    },
    {
      title: "where a module of Go calls another one",
      positions: [
        "../../../acme.example/ingress@v1.2.0/route.go#3",
        "../../../infra/main.go#61",
        GO_SDK,
        "../../../infra/main.go#9",
      ],
      expected: "main.go:61",
    },
    {
      title: "nowhere that is known, by a host that is written in Go",
      positions: [
        "../../../github.com/pulumi/pulumi-yaml@v1.38.0/run.go#1026",
        GO_SDK,
        "../../../github.com/pulumi/pulumi-yaml@v1.38.0/run.go#9",
      ],
      expected: undefined,
    },
  ])("$title", ({ positions, expected }) => {
    const line = sourceLine(traceOf(...positions));
    expect(line && `${line.file}:${line.line}`).toBe(expected);
  });
});

describe("a finding in a recorded preview of a program", () => {
  it.for([
    ["go", "main.go:10"],
    ["python", "__main__.py:4"],
    ["yaml", null],
  ] as const)("in %s has the place %s", ([language, place]) => {
    const text = readFileSync(join(__dirname, "recorded/languages", `${language}.json`), "utf8");
    const reviewed = review([readPreview(text)]);
    const { findings } = JSON.parse(asJson(reviewed));
    const places = findings.map(({ line }: Finding) => line && `${line.file}:${line.line}`);
    expect(places).toEqual([place]);
    expect(asText(reviewed, false)).not.toMatch(/\.\.\/|site-packages|@v\d/);
  });
});
