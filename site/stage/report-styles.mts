/** A part of a line of a terminal's output, and the style in which the site shows it. */
export interface StyledPart {
  start: number;
  end: number;
  style: Style;
}

export type Style =
  | "high"
  | "medium"
  | "low"
  | "added"
  | "changed"
  | "removed"
  | "quiet"
  | "heading"
  | "command";

/** Patterns of parts, each with a style. If a pattern has a group, only the group has the style. */
const PATTERNS: readonly { pattern: RegExp; style: Style }[] = [
  // A prompt, and the command behind it.
  { pattern: /^\$(?= )/, style: "quiet" },
  { pattern: /^\$ (.*)$/, style: "command" },
  // `edge-ingress review`, and `edge-ingress test`.
  { pattern: /^HIGH(?= {2})|^FAILS(?= {2})|^error:/, style: "high" },
  { pattern: /^MEDIUM(?= {2})|^NOT KNOWN(?= {2})|^warning:/, style: "medium" },
  { pattern: /^LOW(?= {2})/, style: "low" },
  { pattern: /^holds(?= {2})/, style: "added" },
  { pattern: /^ {2}(?:at|why|do|rule)(?= )/, style: "quiet" },
  { pattern: /^note: .*$/, style: "quiet" },
  { pattern: /[;,] ([1-9]\d* high)\b/, style: "high" },
  { pattern: /[;,] ([1-9]\d* medium)\b/, style: "medium" },
  { pattern: /^ {2}new(?= {2})/, style: "added" },
  { pattern: /^ {2}(?:changed|replaced|moved)(?= {2})/, style: "changed" },
  { pattern: /^ {2}(?:deleted|removed)(?= {2})/, style: "removed" },
  // `edge-ingress explain`.
  { pattern: /^(?:served|or) by (?=.*: )/, style: "quiet" },
  { pattern: /^(?:served|or) by .*: (open)\b/, style: "removed" },
  { pattern: /^(?:served|or) by .*: (weak|not known)\b/, style: "changed" },
  { pattern: /^(?:served|or) by .*: (protected)\b/, style: "added" },
  { pattern: /^ {4}but .*$/, style: "changed" },
  // `edge-ingress list`, and `edge-ingress diff`.
  { pattern: /^ {2}KIND {2,}.*$/, style: "heading" },
  { pattern: / {2}(unmanaged|undeclared)(?= {2}|$)/, style: "changed" },
  { pattern: / {2}(missing)(?= {2}|$)/, style: "removed" },
  { pattern: / {2}(managed|exists)(?= {2}|$)/, style: "added" },
  { pattern: /^[A-Z]\w+ [\w-]+(?: \(in .*\))?$/, style: "heading" },
  // Pulumi's output.
  { pattern: /^ +\+ .*$/, style: "added" },
  { pattern: /^ +(?:~|\+-|\+\+|-\+) .*$/, style: "changed" },
  { pattern: /^ +- .*$/, style: "removed" },
  // A line that introduces others, and the options of a command.
  { pattern: /^[A-Z][\w /-]*:$/, style: "heading" },
  { pattern: /^ {2,}((?:-\w, )?--[\w-]+(?: <[^>]+>)?)(?= |$)/, style: "command" },
];

/** Returns the styled parts of a line. Parts do not overlap: an earlier pattern takes precedence. */
export function styledParts(line: string): StyledPart[] {
  const parts: StyledPart[] = [];
  for (const { pattern, style } of PATTERNS) {
    const part = matchedPart(pattern, style, line);
    if (part && !parts.some((other) => overlaps(part, other))) parts.push(part);
  }
  return parts.toSorted((a, b) => a.start - b.start);
}

function matchedPart(pattern: RegExp, style: Style, line: string): StyledPart | undefined {
  const match = new RegExp(pattern, "d").exec(line);
  const [start, end] = match?.indices?.[1] ?? match?.indices?.[0] ?? [0, 0];
  return end > start ? { start, end, style } : undefined;
}

const overlaps = (a: StyledPart, b: StyledPart): boolean => a.start < b.end && b.start < a.end;
