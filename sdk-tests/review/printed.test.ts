import { describe, expect, it } from "vitest";
import { z } from "zod";
import { looksLikeStack } from "../../src/insight/change/read";
import { linesBelow } from "../../src/insight/engine/failure";
import { readPreview } from "../../src/insight/engine/preview";
import { anything, dataBeside, rows, text } from "../support/data";
import { thrownBy } from "../support/problems";
import { documentOf, stepEvent, streamOf, summaryEvent } from "./inputs";
import { guarded, route, stackStep, updated } from "./steps";

/** Tests of the texts that Pulumi prints next to the JSON of a preview, and in it if the preview fails. */

const { known, unknown, failures } = dataBeside(__filename, {
  known: rows(text, text, text),
  unknown: rows(text, text, text, z.number(), text),
  failures: rows(text, z.array(anything), z.array(text)),
});

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

  it.each(known)("is read with the text of %s around it", (_name, before, after) => {
    expect(readPreview(`${before}${json}\n${after}`)).toEqual(own);
    expect(looksLikeStack(`${before}${json}\n${after}`)).toBe(true);
  });

  it.each(unknown)(
    "is refused with other text %s, which the message names",
    (_name, before, after, line, shown) => {
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

  it.each(failures)("%s are shown", (_, diagnostics, lines) => {
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
    const [[, diagnostics, lines] = ["", [], []]] = failures;
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
    ["a document", '{"diagnostics": [{"severity": "warning", "message": "canary"}]}'],
    ["a stream", streamOf([summaryEvent({ result: "failed" })])],
  ])("that are missing in %s are to be looked for elsewhere", (_, input) => {
    expect(thrownBy(() => readPreview(input))).toContain(
      "contains no error: run it without --json to see why",
    );
  });
});
