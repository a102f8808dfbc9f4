import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { circles, importsOf } from "../package/rooms";
import { filesBelow } from "../support/files";

const files = filesBelow("src/emulator").filter((path) => path.endsWith(".ts"));

// `package/rooms.test.ts` tests that the emulator imports nothing of the provider.
test("no two folders of the emulator need each other, types included", () => {
  const arrows = new Map<string, Set<string>>();
  for (const file of files) {
    const own = importsOf(readFileSync(file, "utf8")).filter((source) => source.startsWith("."));
    const targets = own.map((source) => roomOf(posix.join(posix.dirname(file), source)));
    const from = roomOf(file);
    arrows.set(
      from,
      new Set([...(arrows.get(from) ?? []), ...targets].filter((to) => to !== from)),
    );
  }
  expect(arrows.get("resources")).toContain("modules");
  const rooms = [...arrows].map(([room, targets]) => {
    const imports = [...targets].map((to) => `import "./${to}";`);
    return { name: `${room}.ts`, text: imports.join("\n") };
  });
  expect(circles(rooms)).toEqual([]);
});

/** Returns the folder of a file, or the file itself if it is not in a folder. */
function roomOf(path: string): string {
  const [first = "", ...rest] = path.replace("src/emulator/", "").split("/");
  const isFolder = rest.length > 0 || files.includes(`src/emulator/${first}/index.ts`);
  return isFolder ? first : first.replace(/\.ts$/, "");
}
