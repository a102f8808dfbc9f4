import { describe, expect, it } from "vitest";
import { styledParts } from "../../site/stage/report-styles.mts";
import { readReport, reportHtml } from "../../site/stage/review-report.mts";
import { shareImage } from "../../site/stage/share-image.mts";

/** Tests of the output of commands, which the site shows in color. */

/** A report as `edge-ingress review` prints it. */
const REPORT = `shop/prod: 1 part of the ingress changes; 1 high, 0 medium, 0 low

HIGH  route /a<b> on edge edghts_1: login (OAuth) is no longer required
  at   oauth of HttpsEdgeRoute admin (stack prod)
  why  Clients that it kept out are admitted.
  do   Keep it.
  rule protection-removed

Changes in shop/prod:
  changed  route /a: login (OAuth): removed`;

/** Lines of output, and their styled parts. */
const outputLines = [
  { line: "HIGH  route /admin", parts: ["high: HIGH"] },
  { line: "MEDIUM  route /shop", parts: ["medium: MEDIUM"] },
  { line: "2 parts change; 1 high, 2 medium, 0 low", parts: ["high: 1 high", "medium: 2 medium"] },
  { line: "  why  Clients are admitted.", parts: ["quiet:   why"] },
  { line: "  new      route /a", parts: ["added:   new"] },
  { line: "$ pulumi up", parts: ["quiet: $", "command: pulumi up"] },
  { line: "    + 2 created", parts: ["added:     + 2 created"] },
  { line: '      ~ description: "a" => "b"', parts: ['changed:       ~ description: "a" => "b"'] },
  { line: "    - 2 deleted", parts: ["removed:     - 2 deleted"] },
  { line: "Resources:", parts: ["heading: Resources:"] },
  { line: "  HttpsEdgeRoute  /api  edghts_1  3 d  unmanaged", parts: ["changed: unmanaged"] },
  { line: "  (resource)     exists    missing", parts: ["removed: missing", "added: exists"] },
  {
    line: "served by route /a (prefix): open (HttpsEdgeRoute a)",
    parts: ["quiet: served by ", "removed: open"],
  },
  { line: "  --edge <id>   id of the edge", parts: ["command: --edge <id>"] },
  { line: "Nothing of this has a style.", parts: [] },
];

describe("the output of commands", () => {
  it.each(outputLines)("has the styles $parts in the line $line", ({ line, parts }) => {
    const styled = styledParts(line).map(
      ({ start, end, style }) => `${style}: ${line.slice(start, end)}`,
    );
    expect(styled.sort()).toEqual(parts.toSorted());
  });

  it("is read as findings", () => {
    expect(readReport(REPORT).findings).toEqual([
      {
        severity: "high",
        title: "route /a<b> on edge edghts_1: login (OAuth) is no longer required",
        todo: "Keep it.",
      },
    ]);
  });

  it("is text in HTML, without mark-up of its own", () => {
    const html = reportHtml(REPORT, "a | b");
    expect(html).toContain('<span class="severity severity-high">high</span>');
    expect(html).toContain("route /a&#60;b&#62; on edge");
  });

  it("is in the picture for shared links", () => {
    const svg = shareImage("name", "A sentence.", REPORT);
    expect(svg).toContain("login (OAuth) is");
    expect(svg).toMatch(/^<svg [^>]*width="1200" height="630"/);
  });
});
