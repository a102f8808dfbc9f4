import { escaped } from "./html.mts";

/** A finding in the text that `edge-ingress review` prints. */
export interface Finding {
  severity: string;
  title: string;
  todo: string;
}

/** The text of a review, in parts. */
interface Report {
  summary: string;
  findings: readonly Finding[];
}

/** Reads the text that `edge-ingress review` prints. */
export function readReport(text: string): Report {
  const [summary = "", ...paragraphs] = text.trim().split("\n\n");
  return { summary, findings: paragraphs.flatMap(readFinding) };
}

function readFinding(paragraph: string): Finding[] {
  const [, severity, title] = /^(HIGH|MEDIUM|LOW) {2}(.+)$/m.exec(paragraph) ?? [];
  const [, todo = ""] = /^ {2}do +(.+)$/m.exec(paragraph) ?? [];
  return severity && title ? [{ severity: severity.toLowerCase(), title, todo }] : [];
}

/** Returns a report as HTML that fits any width, below the command that prints it. */
export function reportHtml(text: string, command: string): string {
  const { summary, findings } = readReport(text);
  return [
    '<figure class="report">',
    `<figcaption><code><span class="output-quiet">$</span> ${escaped(command)}</code></figcaption>`,
    `<p class="report-summary">${escaped(summary)}</p>`,
    `<ul>${findings.map(findingHtml).join("")}</ul>`,
    "</figure>",
  ].join("");
}

const findingHtml = ({ severity, title, todo }: Finding): string =>
  `<li><span class="severity severity-${severity}">${severity}</span><div><strong>${escaped(title)}</strong><p>${escaped(todo)}</p></div></li>`;
