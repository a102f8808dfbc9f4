import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { requiring } from "../tools/base/run.mjs";

/** What a process has used. */
export interface Usage {
  cpuMs: number;
  peakMiB: number; // its largest resident set
}

export const processors = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;

/** The scripts of the processes that are measured. */
const SCRIPTS = {
  program: /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]run\b/,
  provider: /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]dynamic-provider\b|[/\\]pulumi-resource-edge-ingress$/,
};

const meter = fileURLToPath(new URL("meter.cjs", import.meta.url));

/** The environment in which Node.js processes write down what they use. */
export function metered(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: requiring(meter), BENCH_METERS: folder };
}

/** What a run's program and provider have used, as far as it had these. */
export function usages(folder: string): { program?: Usage; provider?: Usage } {
  return Object.fromEntries(
    Object.entries(SCRIPTS).map(([name, pattern]) => [name, usage(folder, (script) => pattern.test(script))]),
  );
}

/** What the process of one script has used. */
export function usageOf(folder: string, script: string): Usage {
  const found = usage(folder, (each) => each === script);
  if (!found) throw new Error(`nothing was measured of ${script}`);
  return found;
}

function usage(folder: string, isWanted: (script: string) => boolean): Usage | undefined {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): Usage & { script: string } => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .find(({ script }) => isWanted(script));
  return found && { cpuMs: Math.round(found.cpuMs), peakMiB: Math.round(found.peakMiB) };
}
