import { fork } from "node:child_process";
import { once } from "node:events";
import {
  lutimesSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../src/core/client/address";
import { SharedClaims } from "../../src/core/processes/shared-claims";
import type { Message } from "../../src/core/schema/problem";
import { makeFolder, temporaryFolder } from "../support/folders";
import { lacks } from "../support/system";

/** Tests of the claims that providers share. Two instances in one process share as much as two processes do. */

const BASE_URL = "https://api.example.com";
const ID = "canary-id";

const LOOPBACK = "http://127.0.0.1:4000";

const HOUR_MS = 3_600_000;

const root = temporaryFolder("shared-claims-");
const folder = () => root("creates");
const logged: Message[] = [];

beforeEach(() => void logged.splice(0));

const log = (message: Message) => logged.push(message);
const open = (baseUrl = BASE_URL, where = folder()) =>
  new SharedClaims(() => parseBaseUrl(baseUrl).href, log, where);

const files = () => readdirSync(folder());

/** Makes all files as old as if they had been written this long ago. */
function age(ms: number): void {
  const then = new Date(Date.now() - ms);
  for (const name of files()) utimesSync(root("creates", name), then, then);
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
    {
      title:
        "is of one process alone if several claim objects at the same time that no process has claimed",
      before: () => undefined,
    },
    {
      title:
        "is of one process alone if several claim objects at the same time whose ids earlier objects had, all claimed long ago",
      before: () => {
        const claims = open();
        for (const id of ids) claims.claim(id, Date.now());
        age(HOUR_MS / 2);
      },
    },
  ])("$title", async ({ before }) => {
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
    const claims = open();
    expect(["first", "second"].map((id) => claims.claim(id, Date.now()))).toEqual([true, true]);
    claims.release("first");
    expect(claims.claim(ID, Date.now())).toBe(true);
    expect(open().claim(ID, Date.now())).toBe(false);
    expect(logged).toEqual([]);
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

  it("lasts longer than any operation, whose longest timeout is a day", () => {
    const begin = Date.now() - 25 * HOUR_MS;
    open().claim(ID, Date.now());
    age(25 * HOUR_MS - 10_000);
    expect(open().isClaimed(ID, begin)).toBe(true);
    age(25 * HOUR_MS + 10_000);
    expect(open().isClaimed(ID, begin)).toBe(false);
    expect(files()).toEqual([]);
  });

  it.each([
    {
      title: "holds for every spelling of a base URL",
      first: "https://API.example.com:443/",
      second: "https://api.example.com",
      agedMs: 0,
      isFree: false,
    },
    {
      title: "holds for every name of its host",
      first: "https://api.example.com",
      second: "https://203.0.113.7/v2/",
      agedMs: 0,
      isFree: false,
    },
    {
      title: "does not hold for a server on another port, whose ids may be equal",
      first: LOOPBACK,
      second: "http://127.0.0.1:4001",
      agedMs: 0,
      isFree: true,
    },
    {
      title: "does not hold for a server that has taken the port since",
      first: LOOPBACK,
      second: LOOPBACK,
      agedMs: 11_000,
      isFree: true,
    },
  ])("$title", ({ first, second, agedMs, isFree }) => {
    open(first).claim(ID, Date.now());
    age(agedMs);
    expect(open(second).claim(ID, Date.now())).toBe(isFree);
  });

  it("shows neither the id nor the base URL", () => {
    open().claim(ID, Date.now());
    const written = files().flatMap((name) => [name, readFileSync(root("creates", name), "utf8")]);
    expect(written.join("\n")).not.toMatch(/canary|example|things/);
  });
});

it.skipIf(lacks.modes)(
  "files of other names stay, whatever their age, and links to them are not followed",
  () => {
    open().claim(ID, Date.now());
    writeFileSync(root("creates", "precious"), "");
    writeFileSync(root("creates", "id.precious"), "");
    writeFileSync(root("elsewhere"), "");
    symlinkSync(root("elsewhere"), root("creates", `id.${"0".repeat(32)}`));
    age(26 * HOUR_MS);
    lutimesSync(root("creates", `id.${"0".repeat(32)}`), 0, 0);
    expect(open().isClaimed("another", Date.now())).toBe(false);
    expect(files().toSorted()).toEqual(["id.precious", "precious"]);
    expect(readdirSync(root())).toContain("elsewhere");
  },
);

describe("processes that cannot share", () => {
  const use = (claims: SharedClaims) => {
    const results = [claims.claim(ID, 0), claims.isClaimed(ID, 0)];
    claims.release(ID);
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
    expect(use(open(BASE_URL, where()))).toEqual([true, false]);
    const text = /^the provider processes of this machine cannot share .*: do not let two of them/;
    expect(logged).toEqual([{ severity: "warning", text: expect.stringMatching(text) }]);
  });

  it("go on without, and warn once, if the folder goes in the middle", () => {
    const claims = open();
    expect(claims.claim("first", 0)).toBe(true);
    rmSync(folder(), { recursive: true });
    expect(use(claims)).toEqual([true, false]);
    expect(logged).toHaveLength(1);
  });
});
