import { describe, expect, it } from "vitest";
import { looksLikeStack } from "../../src/insight/change/read";
import { linesBelow } from "../../src/insight/engine/failure";
import { readPreview } from "../../src/insight/engine/preview";
import { thrownBy } from "../support/problems";
import { documentOf, stepEvent, streamOf, summaryEvent } from "./inputs";
import { guarded, route, stackStep, updated } from "./steps";

/** Tests of the texts that Pulumi prints next to the JSON of a preview, and in it if the preview fails. */

interface Failure {
  readonly origin: string;
  readonly diagnostics: readonly Readonly<Record<string, string>>[];
  readonly lines: readonly string[];
}

/** Text that Pulumi, npm and Node.js print around the JSON, before it and after it. */
const known = [
  {
    source: "npm",
    before: "\n> shop@1.0.0 preview\n> pulumi preview --json\n\n",
    after: "\nnpm notice New version of npm available! 11.0.0 -> 11.1.0\n",
  },
  {
    source: "yarn",
    before: "yarn run v1.22.22\n$ pulumi preview --json\n",
    after: "Done in 3.42s.\n",
  },
  {
    source: "a policy pack",
    before: "Installing policy pack acme/ingress 0.0.3...\nFinished installing policy pack\n",
    after: "",
  },
  {
    source: "a plan",
    before: "",
    after:
      "Update plan written to 'plan.json'\nRun `pulumi up --plan='plan.json'` to constrain the update to the operations planned by this preview\n",
  },
  {
    source: "a newer version",
    before:
      "warning: A new version of Pulumi is available. To upgrade from version '3.1.0' to '3.2.0', run\n   $ curl -sSL https://get.pulumi.com | sh # pulumi\nor visit https://pulumi.com/docs/install/ for manual instructions and release notes.\n",
    after: "",
  },
  {
    source: "a plugin",
    before: "[resource plugin random-4.16.0] installing\r\nDownloading plugin: 12 MiB\r\n",
    after: "",
  },
  {
    source: "Node.js",
    before:
      "(node:77) [DEP0040] DeprecationWarning: punycode\n(Use `node --trace-deprecation ...` to show where the warning was created)\n",
    after: "",
  },
  {
    source: "the backend",
    before: "Logging in using access token from PULUMI_ACCESS_TOKEN\n",
    after: "View in Browser (Ctrl+O): https://app.pulumi.com/acme\n",
  },
];

/** Other text around the JSON, before it and after it, and the line that the message names, by its number and its beginning. */
const unknown = [
  {
    position: "before it",
    before: "\n> shop@1.0.0 preview\ncompiled 12 files\n",
    after: "",
    line: 3,
    shown: "compiled 12 files",
  },
  { position: "after it", before: "", after: "\nElapsed: 3 s\n", line: 2, shown: "Elapsed: 3 s" },
  { position: "with a long line", before: "x".repeat(300), after: "\n", line: 1, shown: "xxx" },
];

/** Errors in a preview that failed, and the lines that are shown of them. */
const failures: readonly Failure[] = [
  {
    origin: "of a resource",
    diagnostics: [
      {
        severity: "error",
        urn: "urn:pulumi:dev::shop::edge-ingress:index:HttpsEdgeRoute::api",
        prefix: "error: ",
        message: "<{%reset%}>match is required<{%reset%}>\n",
      },
    ],
    lines: ["HttpsEdgeRoute api: match is required"],
  },
  {
    origin: "of the program, next to a warning and twice",
    diagnostics: [
      { severity: "warning", message: "canary" },
      { severity: "error", message: "Running program failed:\n  TypeError: x\n" },
      { severity: "error", message: "Running program failed:\n  TypeError: x\n" },
    ],
    lines: ["Running program failed:", "  TypeError: x"],
  },
  {
    origin: "of a policy pack that cannot start",
    diagnostics: [
      {
        severity: "error",
        prefix: "error: ",
        message: "could not load policy pack: Cannot find module './missing'",
      },
    ],
    lines: ["could not load policy pack: Cannot find module './missing'"],
  },
];

const steps = [stackStep("same"), updated(guarded, route)];
const compact = documentOf(steps);
const printed = {
  "a document": JSON.stringify(JSON.parse(compact), null, 4),
  "a document in one line": compact,
  "a stream": streamOf([
    ...steps.map((step) => stepEvent("resourcePreEvent", step)),
    summaryEvent(),
  ]).trimEnd(),
};

describe.each(Object.entries(printed))("%s", (_, json) => {
  const own = readPreview(json);

  it.each(known)("is read with the text of $source around it", ({ before, after }) => {
    expect(readPreview(`${before}${json}\n${after}`)).toEqual(own);
    expect(looksLikeStack(`${before}${json}\n${after}`)).toBe(true);
  });

  it.each(unknown)(
    "is refused with other text $position, which the message names",
    ({ before, after, line, shown }) => {
      const number = before === "" ? line - 2 + json.split("\n").length + 1 : line;
      const separator = before === "" || before.endsWith("\n") ? "" : "\n";
      const message = thrownBy(() => readPreview(`${before}${separator}${json}${after}`));
      expect(message).toContain(
        `there is other output around the JSON, in line ${number}: "${shown}`,
      );
      expect(message).toContain("pass the standard output of `pulumi` alone, or remove the line");
      expect(message.length).toBeLessThan(400);
    },
  );

  it("that is cut off is refused, with the number of the line", () => {
    const number = json.startsWith('{"sequence"') ? json.split("\n").length + 1 : 2;
    const message = thrownBy(() => readPreview(`> shop@1.0.0 preview\n${json.slice(0, -20)}`));
    expect(message).toMatch(/cut off/);
    expect(message).toMatch(new RegExp(`line ${number}\\b`));
  });
});

describe("the errors of a preview that failed", () => {
  const errorsOf = (input: string): readonly string[] => {
    try {
      readPreview(input);
    } catch (error) {
      expect((error as Error).message).toContain(
        "this preview failed, so it does not show the whole change: correct",
      );
      return linesBelow(error);
    }
    throw new Error("the preview was read");
  };

  it.each(failures)("$origin are shown", ({ diagnostics, lines }) => {
    expect(errorsOf(JSON.stringify({ diagnostics }))).toEqual(lines);
    expect(errorsOf(JSON.stringify({ ...JSON.parse(compact), diagnostics }))).toEqual(lines);
    const events = diagnostics.map((diagnosticEvent) => ({ diagnosticEvent }));
    expect(errorsOf(streamOf(events))).toEqual(lines);
  });

  it("are shown of an error that the engine reports apart", () => {
    const events = [
      { errorEvent: { error: "the service is down" } },
      summaryEvent({ result: "failed" }),
    ];
    expect(errorsOf(streamOf(events))).toEqual(["the service is down"]);
    const [{ diagnostics, lines } = { diagnostics: [], lines: [] }] = failures;
    const both = [...diagnostics.map((diagnosticEvent) => ({ diagnosticEvent })), ...events];
    expect(errorsOf(streamOf(both))).toEqual([...lines, "the service is down"]);
  });

  it("are not those of a preview if an update has failed", () => {
    const events = [
      { diagnosticEvent: { severity: "error", message: "the service is down" } },
      summaryEvent({ result: "failed", isPreview: false }),
    ];
    expect(thrownBy(() => readPreview(streamOf(events)))).toContain("events of an update");
  });

  it.each([
    {
      title: "that are missing in a document are to be looked for elsewhere",
      input: '{"diagnostics": [{"severity": "warning", "message": "canary"}]}',
    },
    {
      title: "that are missing in a stream are to be looked for elsewhere",
      input: streamOf([summaryEvent({ result: "failed" })]),
    },
  ])("$title", ({ input }) => {
    expect(thrownBy(() => readPreview(input))).toContain(
      "contains no error: run it without --json to see why",
    );
  });
});
