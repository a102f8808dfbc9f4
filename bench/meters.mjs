import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { requiring } from "../tools/base/run.mjs";

/**
 * What a process has used.
 * @typedef {object} Usage
 * @property {number} cpuMs
 * @property {number} peakMiB its largest resident set
 */

/** The processors of this machine. */
export const processors = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;

/** The scripts of the processes that are measured. */
const SCRIPTS = {
  program: /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]run\b/,
  provider: /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]dynamic-provider\b|[/\\]pulumi-resource-edge-ingress$/,
};

const meter = fileURLToPath(new URL("meter.cjs", import.meta.url));

/**
 * The environment in which Node.js processes write down what they use.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function metered(folder) {
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: requiring(meter), BENCH_METERS: folder };
}

/**
 * @param {string} folder
 * @returns {{ program?: Usage, provider?: Usage }} what a run's program and provider have used, as far as it had these
 */
export function usages(folder) {
  const finished = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const written = finished.map((name) => read(join(folder, name)));
  const of = (/** @type {RegExp} */ script) => {
    const found = written.find((usage) => script.test(usage.script));
    return found && { cpuMs: Math.round(found.cpuMs), peakMiB: Math.round(found.peakMiB) };
  };
  return Object.fromEntries(Object.entries(SCRIPTS).map(([name, script]) => [name, of(script)]));
}

/**
 * @param {string} folder
 * @param {string} script
 * @returns {Usage} what the process of one script has used
 */
export function usageOf(folder, script) {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => read(join(folder, name)))
    .find((usage) => usage.script === script);
  if (!found) throw new Error(`nothing was measured of ${script}`);
  return { cpuMs: Math.round(found.cpuMs), peakMiB: Math.round(found.peakMiB) };
}

/**
 * @param {string} file
 * @returns {Usage & { script: string }}
 */
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
