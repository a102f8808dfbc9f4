import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../base/project.mjs";

/**
 * A picture of a review: the findings of the command on a change of four arguments, drawn as a comment on a pull
 * request.
 */
type Finding = {
  severity: string;
  message: string;
  argument: string;
  resource: string;
  todo: string;
};

const STACK = "urn:pulumi:prod::shop::";

type Change = { type: string; name: string; before: object; after: object };

/** Returns a preview in the format of `pulumi preview --json --show-sames`. */
function preview() {
  const changes: Change[] = parse(
    readFileSync(join(import.meta.dirname, "example-review.yaml"), "utf8"),
  );
  const stack = { urn: `${STACK}pulumi:pulumi:Stack::shop-prod` };
  const steps = changes.map(({ type, name, before, after }) => {
    const urn = `${STACK}edge-ingress:index:${type}::${name}`;
    const state = (inputs: object) => ({ urn, custom: true, id: "id", inputs });
    return {
      op: "update",
      urn,
      oldState: { ...state(before), outputs: before },
      newState: state(after),
    };
  });
  return {
    steps: [{ op: "same", ...stack, oldState: stack, newState: stack }, ...steps],
    changeSummary: {},
  };
}

/** The picture docs/review.svg. */
export const exampleReview = (): string =>
  picture(JSON.parse(printed("review", "--format", "json")));

/** The output of the review in a terminal. */
export const exampleReviewText = (): string => outputBlock(printed("review"));

/** The output of `edge-ingress explain` on the same change. */
export const exampleExplanation = (): string => outputBlock(printed("explain", "/shop"));

const outputBlock = (output: string): string => `\`\`\`text\n${output.trimEnd()}\n\`\`\``;

const printed = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(root, "dist", "cli.cjs"), ...args], {
    input: JSON.stringify(preview()),
    encoding: "utf8",
  });

const [WIDTH, MARGIN, TEXT_LEFT, LINE, COLUMNS] = [820, 20, 116, 21, 88];

function picture({
  counts,
  findings,
}: {
  counts: Record<string, number>;
  findings: readonly Finding[];
}) {
  let top = 76;
  const rows = findings.map((finding) => {
    const row = findingRow(finding, top);
    top = row.bottom;
    return row.text;
  });
  const summary = Object.entries(counts).map(([severity, count]) => `${count} ${severity}`);
  const title = "The review of a pull request";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}">`,
    `<title id="title">${title}: ${findings.map(({ message }) => xml(message)).join("; ")}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" x="1" y="1" width="${WIDTH - 2}" height="${top - 2}" rx="8"/>`,
    `<path class="head" d="M1,48V9a8,8 0 0 1 8,-8H${WIDTH - 9}a8,8 0 0 1 8,8V48Z"/>`,
    `<text class="title" x="${MARGIN}" y="31">Ingress review</text>`,
    `<text class="quiet" x="${WIDTH - MARGIN}" y="31" text-anchor="end">shop/prod: ${summary.join(", ")}</text>`,
    ...rows,
    "</svg>",
  ].join("\n");
}

function findingRow({ severity, message, argument, resource, todo }: Finding, top: number) {
  const lines = [
    ...wrapped(message).map((text) => ({ text, style: "message" })),
    ...wrapped(`${argument} of ${resource}. ${todo}`).map((text) => ({ text, style: "quiet" })),
  ];
  const texts = lines.map(
    ({ text, style }, index) =>
      `<text class="${style}" x="${TEXT_LEFT}" y="${top + 16 + index * LINE}">${xml(text)}</text>`,
  );
  const badge = `<rect class="${severity}" x="${MARGIN}" y="${top}" width="80" height="23" rx="11"/><text class="badge" x="${MARGIN + 40}" y="${top + 16}" text-anchor="middle">${severity}</text>`;
  return { text: [badge, ...texts].join("\n"), bottom: top + lines.length * LINE + 18 };
}

/** Returns the lines of a text that is wrapped between words. */
const wrapped = (text: string): string[] =>
  text.match(new RegExp(`.{1,${COLUMNS}}(?=\\s|$)`, "g"))?.map((line) => line.trim()) ?? [text];

const xml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
text { font: 14px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1b1b1b; } .title { font-size: 16px; font-weight: 700; }
.page { fill: #ffffff; stroke: #c3c8cf; } .head { fill: #f2f4f7; } .message { font-weight: 600; } .quiet { fill: #50555c; }
.badge { font-weight: 700; fill: #ffffff; } .high { fill: #a3160f; } .medium { fill: #7a4d00; } .low { fill: #50555c; }
@media (prefers-color-scheme: dark) { text { fill: #ececec; } .page { fill: #17191c; stroke: #50555c; } .head { fill: #212429; }
.quiet { fill: #b4bac3; } .badge { fill: #17191c; } .high { fill: #ff9d94; } .medium { fill: #f3c46b; } .low { fill: #b4bac3; } }
`;
