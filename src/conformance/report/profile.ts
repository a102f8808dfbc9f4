import type { OptionValues } from "../../emulator/options/registry";

/** Options of the local server as lines of YAML. JSON is YAML, so that each value is quoted as JSON. */
export const profileLines = (options: Partial<OptionValues>): string[] =>
  Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

/** The profile of a service: a file for `edge-ingress emulator --profile`. */
export function profileText(options: Partial<OptionValues>, time: string): string {
  const head = [
    "# The behavior of a service where the API reference leaves it open, as `edge-ingress conformance`",
    `# has observed it at ${time}. \`edge-ingress emulator --profile FILE\` behaves so.`,
  ];
  return [...head, ...profileLines(options), ""].join("\n");
}
