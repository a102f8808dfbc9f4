import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";
import { root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";

const COMMAND = [join(root, "tools/base/command.mjs"), "site/site.mts"];

/**
 * Builds two versions of the site by its command, which serves both on a free port until it is interrupted. The run of the tests
 * fails if the command does not exit with 0 then.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const out = mkdtempSync(join(tmpdir(), "edge-ingress-site-"));
  await must(process.execPath, [...COMMAND, "--out", out]);
  const args = [...COMMAND, "--out", out, "--base", "/v0.1/", "--serve", "--port", "0"];
  const command = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(command, "close");
  let address: string | undefined;
  for await (const line of createInterface(command.stdout)) {
    address = /served at (\S+)/.exec(line)?.[1];
    if (address) break;
  }
  if (!address) throw new Error("npm run site -- --serve ended before it printed its address");
  project.provide("site", new URL("/", address).href);
  return async () => {
    command.kill("SIGINT");
    const [code] = await ended;
    rmSync(out, { recursive: true });
    if (code !== 0)
      throw new Error(`npm run site -- --serve ended with ${code} when it was interrupted`);
  };
}
