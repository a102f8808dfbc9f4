import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../support/files";

const folder = "src/emulator";
const packages = ["@hono/node-server", "@hono/zod-openapi"];

const files = filesBelow(folder)
  .filter((path) => path.endsWith(".ts"))
  .map((path) => {
    const text = readFileSync(path, "utf8");
    return {
      name: path.slice(folder.length + 1),
      text,
      imported: [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, source]) => String(source)),
    };
  });

test("the emulator imports nothing of the provider, so that each checks the other", () => {
  const foreign = files.flatMap(({ name, imported }) =>
    imported.filter((source) => !isOwn(posix.join(folder, name), source)).map((source) => `${name}: ${source}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(foreign).toEqual([]);
});

test("no two folders of the emulator need each other, types included", () => {
  const arrows = new Map<string, Set<string>>();
  for (const { name, imported } of files) {
    const from = roomOf(name);
    const own = imported
      .filter((source) => source.startsWith("."))
      .map((source) => posix.join(posix.dirname(name), source));
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...own.map(roomOf)].filter((to) => to !== from)));
  }
  const circular = [...arrows.keys()].filter((room) => reachable(arrows, room).has(room));
  expect(arrows.get("resources")).toContain("modules");
  expect(circular).toEqual([]);
});

function isOwn(file: string, source: string): boolean {
  if (source.startsWith(".")) return posix.join(posix.dirname(file), source).startsWith(`${folder}/`);
  return source.startsWith("node:") || source === "hono" || source.startsWith("hono/") || packages.includes(source);
}

/** The folder of a file, or the file itself where it is in none. */
function roomOf(path: string): string {
  const [first = "", ...rest] = path.split("/");
  const isFolder = rest.length > 0 || files.some(({ name }) => name === `${first}/index.ts`);
  return isFolder ? first : first.replace(/\.ts$/, "");
}

function reachable(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(arrows.get(from) ?? [])];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (!found.has(room)) open.push(...(arrows.get(room) ?? []));
    found.add(room);
  }
  return found;
}
