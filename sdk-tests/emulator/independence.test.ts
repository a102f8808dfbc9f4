import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const folder = "src/emulator";
const packages = ["@hono/node-server", "@hono/zod-openapi"];

test("the emulator imports nothing of the provider, so that each checks the other", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const foreign = files.flatMap((name) => {
    const file = join(folder, name);
    const imported = [...readFileSync(file, "utf8").matchAll(/\bfrom "([^"]+)"/g)].map(([, source]) => String(source));
    return imported.filter((source) => !isOwn(file, source)).map((source) => `${file}: ${source}`);
  });
  expect(files.length).toBeGreaterThan(30);
  expect(foreign).toEqual([]);
});

function isOwn(file: string, source: string): boolean {
  if (source.startsWith(".")) return normalize(join(dirname(file), source)).startsWith(`${folder}/`);
  return source.startsWith("node:") || source === "hono" || source.startsWith("hono/") || packages.includes(source);
}
