import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index";
import { temporaryFolder } from "../support/folders";
import { expectPrivate, lacks } from "../support/system";
import { type Members, members, send } from "./client";

const inFolder = temporaryFolder("emulator-data-");
let folder = "";
let data = "";
beforeEach(() => {
  folder = inFolder();
  data = inFolder("data.sqlite");
});

const ingress = { domain: "a.example" };
const create = (emulator: { url: string; apiKey: string }) =>
  members(emulator, "POST", "/agent_ingresses", ingress);

/** Lets a server create some objects, the newest first. */
async function created(count: number, options: EmulatorOptions = {}): Promise<unknown[]> {
  await using emulator = await startEmulator({ data, ...options });
  const ids: unknown[] = [];
  while (ids.length < count) ids.unshift((await create(emulator)).id);
  return ids;
}

function changeDatabase(sql: string): void {
  const database = new DatabaseSync(data);
  database.exec(sql);
  database.close();
}

async function expectOneObject(): Promise<void> {
  await using emulator = await startEmulator({ data });
  expect(emulator.objects()).toHaveLength(1);
}

/** A start with a file is refused by the file's name. */
async function expectRefusal(problem: string, file = data): Promise<void> {
  const refusal = await startEmulator({ data: file }).catch((error: Error) => error.message);
  expect(refusal).toContain(`the data file ${file} cannot be used: `);
  expect(refusal).toContain(problem);
}

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
    await expectRefusal("another server or program has it open");
    await create(emulator);
  }
  await expectOneObject();
});

test("a file keeps the objects between runs, and no request", async () => {
  const path = "/ssh_certificate_authorities";
  let created: Members = {};
  {
    await using emulator = await startEmulator({ data });
    created = await members(emulator, "POST", path, { description: "\u0000\ud800é" });
  }
  await using emulator = await startEmulator({ data });
  const objectPath = `${path}/${created.id}`;
  expect(await members(emulator, "GET", objectPath)).toEqual({
    ...created,
    uri: `${emulator.url}${objectPath}`,
  });
  expect(emulator.requests()).toHaveLength(1);
});

test("a second start in the process of a server leaves the file to that server", async () => {
  await using emulator = await startEmulator({ data });
  await expectRefusal("another server or program has it open");
  const code = `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("BEGIN EXCLUSIVE")`;
  const other = spawnSync(process.execPath, ["-e", code, data], { encoding: "utf8" });
  expect(other.stderr).toContain("database is locked");
  await create(emulator);
});

test("a server that is killed leaves the file to the next one", async () => {
  await created(0);
  const code = `const d = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
    d.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT"); console.log("open");
    setInterval(() => {}, 1000)`;
  const owner = spawn(process.execPath, ["-e", code, data], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(owner.stdout, "data");
  await expectRefusal("another server or program has it open");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  await created(1);
});

test("only the owner of the files can read them", async () => {
  fs.writeFileSync(data, "", { mode: 0o644 });
  await using emulator = await startEmulator({ data });
  await create(emulator);
  expect(fs.readdirSync(folder).length).toBeGreaterThan(0);
  for (const name of fs.readdirSync(folder)) expectPrivate(inFolder(name));
});

test.for([
  {
    title: "a file that cannot be written is refused at the start",
    fileMode: 0o444,
    folderMode: 0o777,
  },
  {
    title: "a folder that cannot be written is refused at the start",
    fileMode: 0o666,
    folderMode: 0o555,
  },
] as const)("$title", async ({ fileMode, folderMode }, { skip }) => {
  if (lacks.otherUsers) skip(lacks.otherUsers);
  fs.writeFileSync(data, "");
  fs.chmodSync(data, fileMode);
  fs.chmodSync(folder, folderMode);
  await asNobody(() => expectRefusal(""));
  fs.chmodSync(folder, 0o755);
});

test("a folder, and a file in no folder, are refused at the start by their names", async () => {
  await expectRefusal("", folder);
  await expectRefusal("", inFolder("missing", "data.sqlite"));
});

test("a symbolic link to a file that does not exist is refused, and one to a file that exists is followed", async () => {
  const target = inFolder("target.sqlite");
  fs.symlinkSync(target, data);
  await expectRefusal("it is a symbolic link to a file that does not exist; create that file");
  expect(fs.readdirSync(folder)).toEqual(["data.sqlite"]);
  fs.writeFileSync(target, "");
  await created(1);
});

/** Writes a database whose table is still in the log next to it. */
function writeLog(): void {
  const running = new DatabaseSync(inFolder("running"));
  running.exec("PRAGMA journal_mode = WAL; CREATE TABLE visits (url)");
  for (const end of ["", "-wal"]) fs.copyFileSync(inFolder(`running${end}`), data + end);
  running.close();
}

const writeText = (text: string) => () => fs.writeFileSync(data, text, { mode: 0o644 });
const write = (sql: string) => () => changeDatabase(sql);

test.each([
  {
    title: "a file with text is refused by its name, and stays as it is",
    prepare: writeText("text ".repeat(100)),
    problem: "file is not a database",
  },
  {
    title: "a file with one character is refused by its name, and stays as it is",
    prepare: writeText("x"),
    problem: "another program",
  },
  {
    title: "a file with a table of the same name is refused by its name, and stays as it is",
    prepare: write("CREATE TABLE objects (name)"),
    problem: "another program",
  },
  {
    title: "a file with another version is refused by its name, and stays as it is",
    prepare: write("CREATE TABLE visits (url); PRAGMA user_version = 7"),
    problem: "a database of another program",
  },
  {
    title: "a file with a log is refused by its name, and stays as it is",
    prepare: write("PRAGMA journal_mode = WAL; CREATE TABLE visits (url)"),
    problem: "of another program",
  },
  {
    title: "a file with its tables in its log is refused by its name, and stays as it is",
    prepare: writeLog,
    problem: "of another program",
  },
  {
    title: "a file with an application id is refused by its name, and stays as it is",
    prepare: write("PRAGMA application_id = 252006675"),
    problem: "of another program",
  },
  {
    title: "a file with the version of a newer server is refused by its name, and stays as it is",
    prepare: write("PRAGMA application_id = 1162432071; PRAGMA user_version = 2"),
    problem: "a newer version of this server",
  },
])("$title", async ({ prepare, problem }) => {
  prepare();
  fs.chmodSync(data, 0o644);
  fs.utimesSync(data, 1_700_000_000, 1_700_000_000);
  const seen = () => {
    const { mode, mtimeMs } = fs.statSync(data);
    const names = fs.readdirSync(folder);
    return [mode, mtimeMs, names, names.map((name) => fs.readFileSync(inFolder(name), "base64"))];
  };
  const before = seen();
  await expectRefusal(problem);
  expect(seen()).toEqual(before);
});

test.skipIf(process.getuid?.() !== 0)("root does not use a file of another user", async () => {
  await created(0);
  fs.chownSync(data, 65_534, 65_534);
  const before = fs.readFileSync(data, "base64");
  await expectRefusal("it belongs to another user; name a file of your own");
  expect(fs.readFileSync(data, "base64")).toBe(before);
});

test("a device is refused", async ({ skip }) => {
  if (lacks.devices) skip(lacks.devices);
  await expectRefusal("it is not a regular file; name another one", "/dev/null");
});

test("a file of a version that set no application id is used, and gets one", async () => {
  await created(1);
  changeDatabase("PRAGMA application_id = 0");
  await expectOneObject();
  const database = new DatabaseSync(data);
  expect(database.prepare("PRAGMA application_id").get()).toEqual({ application_id: 1162432071 });
  database.close();
});

test.each(["{broken", "[]", "5"])(
  "an object that has become %s is refused at the start",
  async (body) => {
    await created(1);
    changeDatabase(`UPDATE objects SET body = '${body}'`);
    await expect(startEmulator({ data })).rejects.toThrow(
      /^the data file \S+ cannot be used: the object \S+ in it is damaged$/,
    );
  },
);

test("an object whose row number exceeds what JavaScript counts exactly is kept and listed", async () => {
  await created(1);
  changeDatabase("UPDATE objects SET sequence = 9007199254740993");
  await expectOneObject();
});

test("an empty name is refused", async () => {
  await expect(startEmulator({ data: "" })).rejects.toThrow("data needs the name of a file");
});

test.for<{ title: string; replace: () => void }>([
  {
    title: "once the file is deleted, nothing is answered that it does not keep",
    replace: () => {},
  },
  {
    title: "once the file is replaced, nothing is answered that it does not keep",
    replace: () => fs.writeFileSync(data, ""),
  },
])("$title", async ({ replace }, { skip }) => {
  if (lacks.deletionOfOpenFiles) skip(lacks.deletionOfOpenFiles);
  await using emulator = await startEmulator({ data });
  const { id } = await create(emulator);
  fs.rmSync(data);
  replace();
  const msg = `the data file ${data} cannot be used: it was deleted or replaced; start the server again`;
  const failure = { status: 500, body: { msg } };
  expect(await send(emulator, "POST", "/agent_ingresses", ingress)).toMatchObject(failure);
  expect(await send(emulator, "GET", `/agent_ingresses/${id}`)).toMatchObject(failure);
  expect(await send(emulator, "POST", "/_admin/reset")).toMatchObject(failure);
});

test("lists stay newest first when the clock was set back between two runs", async () => {
  let ids: unknown[] = [];
  for (const time of ["2026-03-01T12:00:00Z", "2026-03-01T11:00:00Z", "2026-03-01T11:30:00Z"]) {
    ids = [...(await created(2, { now: () => new Date(time) })), ...ids];
  }
  await using emulator = await startEmulator({ data, options: { pageSize: 4 } });
  const first = await members(emulator, "GET", "/agent_ingresses");
  const second = await members(emulator, "GET", String(first.next_page_uri));
  const listed = [first, second].flatMap(({ ingresses }) => ingresses as Members[]);
  expect(listed.map(({ id }) => id)).toEqual(ids);
});
