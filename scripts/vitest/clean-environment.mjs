import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the tests, and the processes that they start, leave behind goes into a folder that is removed after them. */
const TEMPORARY_FOLDER = ["TMPDIR", "TMP", "TEMP"];

/**
 * The user's own services and Pulumi settings must not reach the tests. What is set here, the tests' processes inherit.
 * @returns {() => void} for when the tests are over
 */
export function setup() {
  for (const name of Object.keys(process.env)) if (/^(PULUMI|EDGE_INGRESS)_/.test(name)) delete process.env[name];
  const folder = mkdtempSync(join(tmpdir(), "edge-ingress-test-"));
  for (const name of TEMPORARY_FOLDER) process.env[name] = folder;
  process.env.PULUMI_HOME = join(folder, "pulumi-home");
  process.env.PULUMI_SKIP_UPDATE_CHECK = "1";
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
