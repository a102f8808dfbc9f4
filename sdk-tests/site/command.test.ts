import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";

/** `npm run site`. */

const COMMAND = [resolve(__dirname, "../../tools/base/command.mjs"), "site/site.mts"];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-ingress-site-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const start = (...args: string[]) =>
  spawn(process.execPath, [...COMMAND, ...args], { stdio: ["ignore", "pipe", "pipe"] });

it("builds the site and serves it until it is interrupted", async () => {
  const command = start("--out", folder, "--serve", "--port", "0");
  let address: string | undefined;
  for await (const line of createInterface(command.stdout)) {
    address = /served at (\S+)/.exec(line)?.[1];
    if (address) break;
  }
  expect((await fetch(`${address}quickstart/`)).status).toBe(200);
  expect((await fetch(`${address}nowhere/`)).status).toBe(404);
  command.kill("SIGINT");
  const [code] = await once(command, "close");
  expect(code).toBe(0);
});

it("removes no files of others", async () => {
  writeFileSync(join(folder, "letter.txt"), "");
  const command = start("--out", folder);
  const [text] = await once(command.stderr.setEncoding("utf8"), "data");
  const [code] = await once(command, "close");
  expect(code).toBe(1);
  expect(text).toContain(`${folder} contains files that do not belong to a site: choose an empty folder with --out.`);
  expect(existsSync(join(folder, "letter.txt"))).toBe(true);
});
