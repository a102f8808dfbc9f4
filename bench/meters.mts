import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { requiring } from "../tools/base/run.mjs";

/** The CPU time and the memory of a process. */
export interface Usage {
  cpuMs: number;
  peakMiB: number; // its largest resident set
}

export const processors = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;

/** The scripts of the processes that are measured. */
const SCRIPTS = {
  program: /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]run\b/,
  provider:
    /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]dynamic-provider\b|[/\\]pulumi-resource-edge-ingress$/,
  command: /[/\\]dist[/\\]cli\.cjs$/,
};

const meter = fileURLToPath(new URL("meter.cjs", import.meta.url));

/** The environment in which Node.js processes write down what they use. */
export function metered(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: requiring(meter), BENCH_METERS: folder };
}

/** Returns the usage of each kind of process that a run had. */
export function usages(folder: string): { [Name in keyof typeof SCRIPTS]?: Usage } {
  const measured = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): Usage & { script: string } =>
      JSON.parse(readFileSync(join(folder, name), "utf8")),
    );
  const usageOf = (pattern: RegExp): Usage | undefined => {
    const found = measured.find(({ script }) => pattern.test(script));
    return found && { cpuMs: Math.round(found.cpuMs), peakMiB: Math.round(found.peakMiB) };
  };
  return Object.fromEntries(
    Object.entries(SCRIPTS).map(([name, pattern]) => [name, usageOf(pattern)]),
  );
}
