import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { expectPrivate, lacks } from "../support/system";
import { type Members, members, send } from "./client";

let folder = "";
let data = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
  data = join(folder, "data.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

const ingress = { domain: "a.example" };
const create = (emulator: { url: string; apiKey: string }) => members(emulator, "POST", "/agent_ingresses", ingress);

/** Works as a user whom the modes of files hold back, which they do not do with root. */
function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

test("a file has one server, and another one after it", async () => {
  {
    await using emulator = await startEmulator({ data });
    await expect(startEmulator({ data })).rejects.toThrow(
      `the data file ${data} cannot be used: another server or program has it open`,
    );
    await create(emulator);
  }
  await using emulator = await startEmulator({ data });
  expect(emulator.objects()).toHaveLength(1);
});

test("a second start in the process of a server leaves the file to that server", async () => {
  await using emulator = await startEmulator({ data });
  await expect(startEmulator({ data })).rejects.toThrow("another server or program has it open");
  const code = `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("BEGIN EXCLUSIVE")`;
  const other = spawnSync(process.execPath, ["-e", code, data], { encoding: "utf8" });
  expect(other.stderr).toContain("database is locked");
  await create(emulator);
});

test("a server that is killed leaves the file to the next one", async () => {
  await (await startEmulator({ data })).close();
  const code = `const d = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
    d.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT"); console.log("open");
    setInterval(() => {}, 1000)`;
  const owner = spawn(process.execPath, ["-e", code, data], { stdio: ["ignore", "pipe", "ignore"] });
  await once(owner.stdout, "data");
  await expect(startEmulator({ data })).rejects.toThrow("another server or program has it open");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  await using emulator = await startEmulator({ data });
  await create(emulator);
});

test("nobody but its owner can read the files", async () => {
  writeFileSync(data, "", { mode: 0o644 });
  await using emulator = await startEmulator({ data });
  await create(emulator);
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  for (const name of readdirSync(folder)) expectPrivate(join(folder, name));
});

test.for([
  ["a file", 0o444, 0o777],
  ["a folder", 0o666, 0o555],
] as const)("%s that cannot be written is refused at the start", async ([, fileMode, folderMode], { skip }) => {
  if (lacks.modes) skip(lacks.modes);
  writeFileSync(data, "");
  chmodSync(data, fileMode);
  chmodSync(folder, folderMode);
  await expect(asNobody(() => startEmulator({ data }))).rejects.toThrow(`the data file ${data} cannot be used: `);
  chmodSync(folder, 0o755);
});

test.each([
  ["a folder", () => {}, () => folder],
  ["in no folder", () => {}, () => join(folder, "missing", "data.sqlite")],
  ["no database", () => writeFileSync(data, "text ".repeat(100)), () => data],
  ["a database of another program", () => changeDatabase("CREATE TABLE objects (name)"), () => data],
])("what is %s is refused at the start by its name", async (_what, prepare, file) => {
  prepare();
  await expect(startEmulator({ data: file() })).rejects.toThrow(`the data file ${file()} cannot be used: `);
});

test("a symbolic link to a file that does not exist is refused, and one to a file that exists is followed", async () => {
  const target = join(folder, "target.sqlite");
  symlinkSync(target, data);
  await expect(startEmulator({ data })).rejects.toThrow(
    `the data file ${data} cannot be used: it is a symbolic link to a file that does not exist; create that file`,
  );
  expect(readdirSync(folder)).toEqual(["data.sqlite"]);
  writeFileSync(target, "");
  await using emulator = await startEmulator({ data });
  await create(emulator);
});

test.each([
  ["another program", "CREATE TABLE visits (url); PRAGMA user_version = 7", "it is a database of another program"],
  ["another program with a log", "PRAGMA journal_mode = WAL; CREATE TABLE visits (url)", "of another program"],
  ["a program with an application id", "PRAGMA application_id = 252006675", "of another program"],
  ["a newer server", "PRAGMA application_id = 1162432071; PRAGMA user_version = 2", "a newer version of this server"],
])("a database of %s is refused, and stays as it is", async (_what, sql, problem) => {
  changeDatabase(sql);
  chmodSync(data, 0o644);
  utimesSync(data, 1_700_000_000, 1_700_000_000);
  const seen = () => [readdirSync(folder), readFileSync(data, "base64"), statSync(data).mode, statSync(data).mtimeMs];
  const before = seen();
  await expect(startEmulator({ data })).rejects.toThrow(problem);
  expect(seen()).toEqual(before);
});

test("a database whose tables are still in its log is refused, and stays as it is", async () => {
  const running = new DatabaseSync(join(folder, "running"));
  running.exec("PRAGMA journal_mode = WAL; CREATE TABLE visits (url)");
  for (const end of ["", "-wal"]) writeFileSync(data + end, readFileSync(join(folder, `running${end}`)));
  const seen = () => ["", "-wal"].map((end) => readFileSync(data + end, "base64"));
  const before = seen();
  await expect(startEmulator({ data })).rejects.toThrow("of another program");
  expect(seen()).toEqual(before);
  running.close();
});

test.each([
  ["text ".repeat(100), "file is not a database"],
  ["x", "another program"],
])("a text file is refused, and keeps its text and its mode: %#", async (text, problem) => {
  writeFileSync(data, text, { mode: 0o644 });
  const { mode } = statSync(data);
  await expect(startEmulator({ data })).rejects.toThrow(problem);
  expect(readFileSync(data, "utf8")).toBe(text);
  expect(statSync(data).mode).toBe(mode);
});

test.skipIf(process.getuid?.() !== 0)("root does not use a file of another user", async () => {
  await (await startEmulator({ data })).close();
  chownSync(data, 65_534, 65_534);
  const before = readFileSync(data, "base64");
  await expect(startEmulator({ data })).rejects.toThrow("it belongs to another user; name a file of your own");
  expect(readFileSync(data, "base64")).toBe(before);
});

test("a device is refused", async ({ skip }) => {
  if (lacks.devices) skip(lacks.devices);
  await expect(startEmulator({ data: "/dev/null" })).rejects.toThrow("it is not a regular file; name another one");
});

test("a file of a version that set no application id is used, and gets one", async () => {
  {
    await using emulator = await startEmulator({ data });
    await create(emulator);
  }
  changeDatabase("PRAGMA application_id = 0");
  {
    await using emulator = await startEmulator({ data });
    expect(emulator.objects()).toHaveLength(1);
  }
  const database = new DatabaseSync(data);
  expect(database.prepare("PRAGMA application_id").get()).toEqual({ application_id: 1162432071 });
  database.close();
});

test.each(["{broken", "[]", "5"])("an object that has become %s is refused at the start", async (body) => {
  {
    await using emulator = await startEmulator({ data });
    await create(emulator);
  }
  changeDatabase(`UPDATE objects SET body = '${body}'`);
  await expect(startEmulator({ data })).rejects.toThrow(
    /^the data file \S+ cannot be used: the object \S+ in it is damaged$/,
  );
});

test("an object whose row number exceeds what JavaScript counts exactly is kept and listed", async () => {
  {
    await using emulator = await startEmulator({ data });
    await create(emulator);
  }
  changeDatabase("UPDATE objects SET sequence = 9007199254740993");
  await using emulator = await startEmulator({ data });
  expect(emulator.objects()).toHaveLength(1);
});

test("an empty name is refused", async () => {
  await expect(startEmulator({ data: "" })).rejects.toThrow("data needs the name of a file");
});

test.for<[string, () => void]>([
  ["deleted", () => {}],
  ["replaced", () => writeFileSync(data, "")],
])("once the file is %s, nothing is answered that it does not keep", async ([, replace], { skip }) => {
  if (lacks.deletionOfOpenFiles) skip(lacks.deletionOfOpenFiles);
  await using emulator = await startEmulator({ data });
  const { id } = await create(emulator);
  rmSync(data);
  replace();
  const failure = {
    status: 500,
    body: { msg: `the data file ${data} cannot be used: it was deleted or replaced; start the server again` },
  };
  expect(await send(emulator, "POST", "/agent_ingresses", ingress)).toMatchObject(failure);
  expect(await send(emulator, "GET", `/agent_ingresses/${id}`)).toMatchObject(failure);
  expect(await send(emulator, "POST", "/_admin/reset")).toMatchObject(failure);
});

test("lists stay newest first when the clock was set back between two runs", async () => {
  const ids: unknown[] = [];
  for (const time of ["2026-03-01T12:00:00Z", "2026-03-01T11:00:00Z", "2026-03-01T11:30:00Z"]) {
    await using emulator = await startEmulator({ data, now: () => new Date(time) });
    for (let count = 0; count < 2; count += 1) ids.unshift((await create(emulator)).id);
  }
  await using emulator = await startEmulator({ data, options: { pageSize: 4 } });
  const first = await members(emulator, "GET", "/agent_ingresses");
  const second = await members(emulator, "GET", String(first.next_page_uri));
  const listed = [first, second].flatMap(({ ingresses }) => ingresses as Members[]);
  expect(listed.map(({ id }) => id)).toEqual(ids);
});

function changeDatabase(sql: string): void {
  const database = new DatabaseSync(data);
  database.exec(sql);
  database.close();
}
