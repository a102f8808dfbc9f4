import { fork } from "node:child_process";
import { once } from "node:events";
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { keepUntilEngineEnds } from "../../src/core/processes/engine-end";
import { SharedRun } from "../../src/core/processes/shared-run";
import type { Message } from "../../src/core/schema/problem";
import { makeFolder, temporaryFolder } from "../support/folders";
import { expectPrivate, lacks } from "../support/system";

/** Tests of the records that the provider processes of a run share. The siblings are separate processes. */

const ENGINE = "127.0.0.1:4711";
const account = { baseUrl: "https://api.example.com/", apiKey: "canary-key-of-the-account" };
const PATH = "/edges/https/canary-edge/mutual_tls";
const login = { type: "HttpsEdgeMutualTls", urn: "urn:login", name: "login" };

const folder = temporaryFolder("shared-run-");
const logged: Message[] = [];

beforeEach(() => void logged.splice(0));

const open = (engine = ENGINE, accountOf: () => typeof account | undefined = () => account) =>
  new SharedRun(engine, accountOf, (message) => logged.push(message), folder());

/** Starts a process that records an action, and runs until it is killed. */
async function sibling(): Promise<AsyncDisposable & { end(): Promise<void> }> {
  const script = join(__dirname, "../support/recording-process.cjs");
  const child = fork(script, [
    JSON.stringify({ engine: ENGINE, account, folder: folder(), path: PATH, by: login }),
  ]);
  await once(child, "message");
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { end, [Symbol.asyncDispose]: end };
}

it("a record is found by another process of the run, with who has recorded it", async () => {
  await using _ = await sibling();
  expect(open().find("configured", PATH)).toMatchObject({ ...login, isSameAccount: true });
  expect(open().find("replaced", PATH)).toBeUndefined();
  expect(open().find("configured", "/edges/https/other/mutual_tls")).toBeUndefined();
});

it("a record of a process that has started since the folder was listed is found", async () => {
  const run = open();
  run.add("configured", "/edges/https/other/mutual_tls", login);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(folder(), longAgo, longAgo);
  expect(run.find("configured", PATH)).toBeUndefined();
  await using _ = await sibling();
  expect(run.find("configured", PATH)).toMatchObject(login);
});

it("a record is found by another key of the same service, which may be of another account", async () => {
  await using _ = await sibling();
  const run = open(ENGINE, () => ({ ...account, apiKey: "another" }));
  expect(run.find("configured", PATH)).toMatchObject({ ...login, isSameAccount: false });
});

it("a record is not found in another run, nor of another service", async () => {
  await using _ = await sibling();
  const ofAnother = open(ENGINE, () => ({ ...account, baseUrl: "https://other.example.com/" }));
  for (const run of [open("127.0.0.1:4712"), ofAnother])
    expect(run.find("configured", PATH)).toBeUndefined();
});

it("a record is not found after the end of its process, however it ended: a later engine may have the same address", async () => {
  await using process = await sibling();
  await process.end();
  expect(readdirSync(folder())).toHaveLength(1);
  const run = open();
  expect(run.find("configured", PATH)).toBeUndefined();
  run.close();
  expect(readdirSync(folder())).toEqual([]);
});

it("a record of this process is not its own to find, and goes with the provider that made it", () => {
  const run = open();
  run.add("configured", PATH, login);
  expect(run.find("configured", PATH)).toBeUndefined();
  open().add("program", "");
  expect(readFileSync(folder(readdirSync(folder())[0] ?? ""), "utf8").split("\n")).toHaveLength(2);
});

it("a record of an engine that has ended goes with the next run of the process, and that of a running engine stays", async () => {
  const [running, ended] = [createServer(), createServer()];
  for (const engine of [running, ended]) await once(engine.listen(0, "127.0.0.1"), "listening");
  const addressOf = (engine: Server) => `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const runOf = (address: string) => {
    const run = open(address);
    run.add("stated", PATH, login);
    keepUntilEngineEnds(address, run);
  };
  for (const engine of [running, ended]) runOf(addressOf(engine));
  await once(ended.close(), "close");
  runOf("127.0.0.1:1");
  await expect.poll(() => readdirSync(folder()).length).toBe(2);
  runOf(addressOf(running));
  await expect.poll(() => readdirSync(folder()).length).toBe(1);
  running.close();
});

it("a record of each of many runs in one process adds no further listener", () => {
  open("first").add("program", "");
  const before = process.listenerCount("exit");
  for (let run = 0; run < 20; run++) open(`engine ${run}`).add("program", "");
  expect(process.listenerCount("exit")).toBe(before);
});

it("a record can be read by the user alone, and holds neither an id nor the key", async () => {
  await using _ = await sibling();
  const [name = ""] = readdirSync(folder());
  expectPrivate(folder(name));
  expect(readFileSync(folder(name), "utf8")).not.toContain("canary");
});

it("a record is not made without an account", () => {
  const run = open(ENGINE, () => undefined);
  run.add("configured", PATH, login);
  expect([run.find("configured", PATH), readdirSync(folder()), logged]).toEqual([
    undefined,
    [],
    [],
  ]);
});

it("a folder of the user that others can read becomes private", ({ skip }) => {
  if (lacks.modes) skip(lacks.modes);
  rmSync(folder(), { recursive: true });
  makeFolder(folder(), 0o755);
  open().add("configured", PATH, login);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  expect(logged).toEqual([]);
});

it("a folder that is replaced while it is in use is not used any more", () => {
  const run = open();
  run.add("configured", PATH, login);
  renameSync(folder(), `${folder()}-moved`);
  makeFolder(folder(), 0o700);
  run.add("configured", PATH, login);
  expect(readdirSync(folder())).toEqual([]);
  expect(logged).toMatchObject([
    { severity: "warning", text: expect.stringContaining("was replaced while it was in use") },
  ]);
  rmSync(`${folder()}-moved`, { recursive: true });
});

/** The name of a file of a run, from a machine and a process. */
const nameOf = (machine: string, process: string) => `${machine}.${"e".repeat(32)}.${process}`;

const HOUR_MS = 3_600_000;

it.each<{ title: string; ageMs: number; isKept: boolean }>([
  {
    title: "a record of another machine stays while its process may run",
    ageMs: HOUR_MS,
    isKept: true,
  },
  { title: "a record of another machine goes after a day", ageMs: 25 * HOUR_MS, isKept: false },
])("$title", ({ ageMs, isKept }) => {
  const name = nameOf("a".repeat(32), "1-0123456789abcdef");
  writeFileSync(folder(name), "");
  const then = new Date(Date.now() - ageMs);
  utimesSync(folder(name), then, then);
  open().add("program", "");
  expect(readdirSync(folder()).includes(name)).toBe(isKept);
});

it("the records of an ended program stay while a provider of its engine runs, and go after a minute without one", async () => {
  open().add("program", "");
  const [file = ""] = readdirSync(folder());
  const ended = file.replace(/\d+-[0-9a-f]*$/, "1-0123456789abcdef.ended");
  renameSync(folder(file), folder(ended));
  const sinceEnd = new Date(Date.now() - 90_000);
  utimesSync(folder(ended), sinceEnd, sinceEnd);
  const isKept = () => {
    open("127.0.0.1:4712").add("program", "");
    return readdirSync(folder()).includes(ended);
  };
  {
    await using _ = await sibling();
    expect(isKept()).toBe(true);
  }
  expect(isKept()).toBe(false);
});

it.runIf(process.platform === "linux")(
  "a record of a process whose number another process has is removed",
  () => {
    open().add("program", "");
    const [own = ""] = readdirSync(folder());
    const stale = own.replace(/\d+-[0-9a-f]*$/, `${process.ppid}-0123456789abcdef`);
    renameSync(folder(own), folder(stale));
    open().add("program", "");
    expect(readdirSync(folder())).toEqual([own]);
  },
);

it("a file of another name stays, whatever its age", () => {
  for (const name of ["precious", "precious.ended", `${"a".repeat(32)}.b.1-2`]) {
    writeFileSync(folder(name), "");
    utimesSync(folder(name), 0, 0);
  }
  open().add("program", "");
  expect(readdirSync(folder())).toHaveLength(4);
});

it("a record that cannot be added any more fails nothing: the user is warned once", () => {
  const run = open();
  run.add("configured", PATH, login);
  rmSync(folder(), { recursive: true });
  run.add("configured", PATH, login);
  run.add("program", "");
  expect(run.find("configured", PATH)).toBeUndefined();
  expect(logged).toMatchObject([{ severity: "warning" }]);
});

it.for<{ title: string; replace: () => void; reason?: string | false }>([
  {
    title:
      "a folder that others can write to is not used: the user is warned once, and nothing fails",
    replace: () => makeFolder(folder(), 0o777),
    reason: lacks.modes,
  },
  {
    title: "a folder that is a link is not used: the user is warned once, and nothing fails",
    replace: () => symlinkSync(tmpdir(), folder(), "junction"),
  },
  {
    title: "a folder that is a file is not used: the user is warned once, and nothing fails",
    replace: () => writeFileSync(folder(), ""),
  },
])("$title", ({ replace, reason }, { skip }) => {
  if (reason) skip(reason);
  rmSync(folder(), { recursive: true });
  replace();
  const run = open();
  run.add("configured", PATH, login);
  expect(run.find("configured", PATH)).toBeUndefined();
  const text = expect.stringContaining(
    "do not rename or replace a module resource and change its provider",
  );
  expect(logged).toEqual([{ severity: "warning", text }]);
});
