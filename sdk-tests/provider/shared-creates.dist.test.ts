import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  lutimesSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../src/core/client/address";
import { SharedCreates } from "../../src/core/provider/shared-creates";
import type { Message } from "../../src/core/schema/problem";
import { makeFolder, temporaryFolder } from "../support/folders";
import { lacks } from "../support/system";

/**
 * Tests of the records that providers share about their creates. Two instances in one process share as much as two
 * processes do.
 */

const BASE_URL = "https://api.example.com";
const THINGS = "/things";
const BODY = '{"secret":"canary-of-the-body"}';
const ID = "canary-id";

const LOOPBACK = "http://127.0.0.1:4000";

const HOUR_MS = 3_600_000;

const root = temporaryFolder("shared-creates-");
const folder = () => root("creates");
const told: Message[] = [];

beforeEach(() => void told.splice(0));

const { signal } = new AbortController();

const tell = (message: Message) => told.push(message);
const open = (baseUrl = BASE_URL, where = folder()) =>
  new SharedCreates(() => parseBaseUrl(baseUrl).href, tell, where);

const files = () => readdirSync(folder());

/** Makes all files as old as if they had been written this long ago. */
function age(ms: number): void {
  const then = new Date(Date.now() - ms);
  for (const name of files()) utimesSync(root("creates", name), then, then);
}

/** Assigns all files to a process that has ended. */
function endTheirProcess(): void {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  for (const name of files()) {
    const parts = name.split(".");
    renameSync(root("creates", name), root("creates", parts.with(4, `${pid}-0`).join(".")));
  }
}

/** Starts processes that claim the same objects at the same time, and returns the objects that each process got. */
async function claimants(count: number, ids: readonly string[]): Promise<string[][]> {
  const now = Date.now();
  const options = JSON.stringify({
    folder: folder(),
    baseUrl: `${BASE_URL}/`,
    ids,
    sinceMs: now,
    atMs: now + 1_000,
  });
  const script = join(__dirname, "../support/claiming-process.cjs");
  const children = Array.from({ length: count }, () => fork(script, [options]));
  return Promise.all(children.map(async (child) => (await once(child, "message"))[0] as string[]));
}

describe("a claim", () => {
  it("is of the first process that makes it", () => {
    expect(open().claim(ID, Date.now())).toBe(true);
    expect(open().claim(ID, Date.now())).toBe(false);
    expect(open().isClaimed(ID, Date.now())).toBe(true);
    expect(open().claim("another", Date.now())).toBe(true);
  });

  const ids = Array.from({ length: 300 }, (_, index) => `object_${index}`);

  it.each([
    ["that no process has claimed", () => undefined],
    [
      "whose ids earlier objects had, all claimed long ago",
      () => {
        const creates = open();
        for (const id of ids) creates.claim(id, Date.now());
        age(HOUR_MS / 2);
      },
    ],
  ])("is of one process alone if several claim objects at the same time %s", async (_, before) => {
    before();
    const all = (await claimants(4, ids)).flat();
    expect(all.toSorted()).toEqual(ids.toSorted());
  });

  it("ends with its object", () => {
    open().claim(ID, Date.now());
    open().release(ID);
    expect(open().isClaimed(ID, Date.now())).toBe(false);
    expect(open().claim(ID, Date.now())).toBe(true);
  });

  it("does not depend on the claim that was made just before it, which may have ended", () => {
    const creates = open();
    expect(["first", "second"].map((id) => creates.claim(id, Date.now()))).toEqual([true, true]);
    creates.release("first");
    expect(creates.claim(ID, Date.now())).toBe(true);
    expect(open().claim(ID, Date.now())).toBe(false);
    expect(told).toEqual([]);
  });

  it("from long before a create is of another object of the same id", () => {
    open().claim(ID, Date.now());
    age(60_000);
    const earlier = Date.now() - 60_000;
    expect(open().claim(ID, earlier)).toBe(false);
    expect(open().isClaimed(ID, Date.now())).toBe(false);
    expect(open().claim(ID, Date.now())).toBe(true);
    expect(open().isClaimed(ID, Date.now())).toBe(true);
  });

  it("outlives its process by an hour", () => {
    open().claim(ID, Date.now());
    age(HOUR_MS - 10_000);
    expect(open().isClaimed(ID, Date.now() - HOUR_MS)).toBe(true);
    age(HOUR_MS + 10_000);
    expect(open().isClaimed(ID, Date.now() - HOUR_MS)).toBe(false);
    expect(files()).toEqual([]);
  });

  it.each([
    [
      "holds for every spelling of a base URL",
      "https://API.example.com:443/",
      "https://api.example.com",
      0,
      false,
    ],
    [
      "holds for every name of its host",
      "https://api.example.com",
      "https://203.0.113.7/v2/",
      0,
      false,
    ],
    [
      "holds for no server on another port, whose ids may be equal",
      LOOPBACK,
      "http://127.0.0.1:4001",
      0,
      true,
    ],
    ["holds for no server that has got the port since", LOOPBACK, LOOPBACK, 11_000, true],
  ])("%s", (_, first, second, agedMs, isFree) => {
    open(first).claim(ID, Date.now());
    age(agedMs);
    expect(open(second).claim(ID, Date.now())).toBe(isFree);
  });

  it("shows neither the id nor the base URL", () => {
    open().claim(ID, Date.now());
    open().begin(THINGS, BODY).sent();
    const written = files().flatMap((name) => [name, readFileSync(root("creates", name), "utf8")]);
    expect(written.join("\n")).not.toMatch(/canary|example|things/);
  });
});

it("a create is waited for while it is under way in another process, and no longer", async () => {
  const other = open().begin(THINGS, BODY);
  const own = open().begin(THINGS, BODY);
  expect(own.othersUnderWay(signal)).toBeUndefined();
  other.sent();
  const others = own.othersUnderWay(signal);
  expect(others?.pids).toEqual([process.pid]);
  other.end();
  await others?.ended;
  expect(own.othersUnderWay(signal)).toBeUndefined();
  expect(files()).toEqual([]);
});

it("a create is not waited for by its own provider", () => {
  const creates = open();
  creates.begin(THINGS, BODY).sent();
  expect(creates.begin(THINGS, BODY).othersUnderWay(signal)).toBeUndefined();
});

it.each(["https://api.example.com/", "https://API.example.com", `${BASE_URL}:443`, ` ${BASE_URL}`])(
  "a create is one of the same service if its base URL is %j",
  (baseUrl) => {
    open(baseUrl).begin(THINGS, BODY).sent();
    expect(open().begin(THINGS, BODY).othersUnderWay(signal)).toBeDefined();
  },
);

it("a create is none of another collection, and of another service", () => {
  open().begin("/others", BODY).sent();
  open("https://api.example.com/v2").begin(THINGS, BODY).sent();
  expect(open().begin(THINGS, BODY).othersUnderWay(signal)).toBeUndefined();
});

it("a create counts as lost for others that ask for the same, until its end", () => {
  const other = open().begin(THINGS, BODY);
  const [equal, different] = [open().begin(THINGS, BODY), open().begin(THINGS, "{}")];
  other.sent();
  other.lost();
  expect(equal.othersUnderWay(signal)).toBeUndefined();
  expect([equal, different].map((each) => each.othersLost(Date.now()))).toEqual([1, 0]);
  other.sent();
  expect(equal.othersUnderWay(signal)).toBeDefined();
  other.lost();
  other.end();
  expect(equal.othersLost(Date.now())).toBe(0);
});

it("a create that is just becoming lost counts once", () => {
  open().begin(THINGS, BODY).sent();
  const [sent = ""] = files();
  writeFileSync(join(folder(), sent.replace(/sent$/, "lost")), "");
  expect(open().begin(THINGS, BODY).othersLost(Date.now())).toBe(1);
});

it("a create of one instance does not end that of another one in the same process", () => {
  const [one, two] = [open().begin(THINGS, BODY), open().begin(THINGS, BODY)];
  one.sent();
  two.sent();
  one.end();
  expect(open().begin(THINGS, BODY).othersLost(Date.now())).toBe(1);
});

it("a create of a process that has ended is not waited for, and counts as lost while the service may be at work on it", () => {
  open().begin(THINGS, BODY).sent();
  endTheirProcess();
  const create = open().begin(THINGS, BODY);
  expect(create.othersUnderWay(signal)).toBeUndefined();
  expect(create.othersLost(Date.now())).toBe(1);
  age(130_000);
  expect(create.othersLost(Date.now())).toBe(0);
  expect(create.othersLost(Date.now() - 60_000)).toBe(1);
  age(HOUR_MS + 10_000);
  const later = open().begin(THINGS, BODY);
  expect(later.othersLost(Date.now() - HOUR_MS)).toBe(0);
  expect(files()).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "a create of a process whose number another process has is not waited for",
  () => {
    open().begin(THINGS, BODY).sent();
    for (const name of files()) {
      const parts = name.split(".");
      renameSync(
        root("creates", name),
        root("creates", parts.with(4, `${process.ppid}-0123456789abcdef`).join(".")),
      );
    }
    const create = open().begin(THINGS, BODY);
    expect(create.othersUnderWay(signal)).toBeUndefined();
    expect(create.othersLost(Date.now())).toBe(1);
  },
);

it("the watch over the creates of others ends with its signal", async () => {
  open().begin(THINGS, BODY).sent();
  const watch = new AbortController();
  const others = open().begin(THINGS, BODY).othersUnderWay(watch.signal);
  watch.abort();
  await others?.ended;
  expect(files()).toHaveLength(1);
});

it.skipIf(lacks.modes)(
  "files of other names stay, whatever their age, and links to them are not followed",
  () => {
    open().claim(ID, Date.now());
    writeFileSync(root("creates", "precious"), "");
    writeFileSync(root("creates", "id.precious"), "");
    writeFileSync(root("elsewhere"), "");
    symlinkSync(root("elsewhere"), root("creates", `id.${"0".repeat(32)}`));
    age(2 * HOUR_MS);
    lutimesSync(root("creates", `id.${"0".repeat(32)}`), 0, 0);
    expect(open().isClaimed("another", Date.now())).toBe(false);
    expect(files().toSorted()).toEqual(["id.precious", "precious"]);
    expect(readdirSync(root())).toContain("elsewhere");
  },
);

describe("processes that cannot share", () => {
  const use = (creates: SharedCreates) => {
    const create = creates.begin(THINGS, BODY);
    create.sent();
    create.lost();
    const results = [
      creates.claim(ID, 0),
      creates.isClaimed(ID, 0),
      create.othersUnderWay(signal),
      create.othersLost(0),
    ];
    creates.release(ID);
    create.end();
    return results;
  };

  type Case = [title: string, spoil: () => unknown, where?: () => string];
  const openFolders: Case[] = lacks.modes
    ? []
    : [
        ["a folder that others can write to", () => makeFolder(folder(), 0o777)],
        [
          "a parent that others can write to",
          () => makeFolder(root("parent"), 0o777),
          () => root("parent/creates"),
        ],
      ];

  it.each<Case>([
    ["a folder that cannot be made", () => undefined, () => "/dev/null/creates"],
    ["a file in the place of the folder", () => writeFileSync(folder(), "")],
    [
      "a parent that is a link",
      () => symlinkSync(tmpdir(), root("parent"), "junction"),
      () => root("parent/creates"),
    ],
    ...openFolders,
  ])("go on without, and warn once, because of %s", (_, spoil, where = folder) => {
    spoil();
    expect(use(open(BASE_URL, where()))).toEqual([true, false, undefined, 0]);
    const text = /^the provider processes of this machine cannot share .*: do not let two of them/;
    expect(told).toEqual([{ severity: "warning", text: expect.stringMatching(text) }]);
  });

  it("go on without, and warn once, if the folder goes in the middle", () => {
    const creates = open();
    expect(creates.claim("first", 0)).toBe(true);
    rmSync(folder(), { recursive: true });
    expect(use(creates)).toEqual([true, false, undefined, 0]);
    expect(told).toHaveLength(1);
  });
});
