/** Lines that Pulumi, npm and Node.js print before, after and between the JSON, also on standard error. */
const KNOWN_LINES: readonly RegExp[] = [
  // npm, yarn and pnpm, before the output of a script that they run and after it.
  /^> /,
  /^npm (notice|warn|WARN)\b/,
  /^yarn run v\d/,
  /^\$ /,
  /^Done in [\d.]+ ?m?s\b/,
  // Node.js.
  /^\(node:\d+\) /,
  /^\(Use `node --trace-/,
  // Pulumi: what it installs, the plan that it saves, newer versions, the backend, and titles for people.
  /^(Installing|Finished installing|Downloading|Downloaded) (policy pack|plugin|dependenc|provider)/,
  /^\[(resource|language|analyzer|converter|tool) plugin [^\]]*\]/,
  /^(Update plan written to '|Run `pulumi up --plan=)/,
  /^(warning|info): /,
  /^ {3}\$ .*\bpulumi\b/,
  /^or visit https:\/\/(www\.)?pulumi\.com\//,
  /^(Logging in using access token|Logged in to) /,
  /^(Previewing|Refreshing|Updating) (update|refresh|destroy|import)?\s*\(/,
  /^(View in Browser|View Live)\b/,
];

/** True for a line that is not part of the JSON, and that a reader may skip. */
export const isKnownLine = (line: string): boolean =>
  line.trim() === "" || KNOWN_LINES.some((known) => known.test(line));
