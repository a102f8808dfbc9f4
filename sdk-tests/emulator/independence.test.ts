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
  expect(arrows.get("resources")).toContain("modules");
  // What imports none of the rooms that are left is in no circle.
  let left = [...arrows.keys()];
  const importsMore = (room: string) => left.some((other) => arrows.get(room)?.has(other));
  while (!left.every(importsMore)) left = left.filter(importsMore);
  expect(left).toEqual([]);
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
