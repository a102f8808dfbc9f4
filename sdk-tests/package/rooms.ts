import { join, posix } from "node:path";
import ts from "typescript";
import { z } from "zod";
import { readData, rows, text } from "../support/data";

const house = z.record(
  z.string(),
  z.strictObject({ rooms: z.array(z.string()), packages: z.array(z.string()).optional() }),
);

/** The allowed imports of the files in each room. */
export type House = z.infer<typeof house>;

/** The rules of `src`, the rules of the development folders, and imports that break them. */
export const { product, development, broken } = readData(
  join(__dirname, "rooms.yaml"),
  z.strictObject({ product: house, development: house, broken: rows(text, text, text) }),
);

/** Folders that contain rooms; any other folder, and any file next to the rooms, is a room itself. */
const WINGS = ["core", "fronts", "insight", "tools"];

/** A file, with its path below `src`, or below the root of the repository for the development folders. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** Every import that the rules do not allow, of values or types, as `FILE imports TARGET`. */
export const violations = (files: readonly SourceFile[], rules: House): string[] =>
  files.flatMap(({ name, text }) =>
    importsOf(text).flatMap((target) =>
      isAllowed(name, target, rules) ? [] : [`${name} imports ${target}`],
    ),
  );

/**
 * The targets of all imports: of values and of types, also in comments, in re-exports, in `import()` and in `require`.
 */
export function importsOf(text: string): string[] {
  const imported = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName);
  const inPlace = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, target = ""]) => target);
  return [...new Set([...imported, ...inPlace])];
}

function isAllowed(file: string, target: string, rules: House): boolean {
  const own = roomOf(file);
  const room = rules[own];
  if (!room) return false;
  if (!target.startsWith("."))
    return room.packages?.some((known) => matches(known, target)) ?? true;
  return [own, ...room.rooms].includes(roomOf(posix.join(posix.dirname(file), target)));
}

/** The room of a path; for a path outside of `src`, the first folder outside. */
export function roomOf(path: string): string {
  const [first = "", second = ""] = path.replace(/^(\.\.\/)+/, "").split("/");
  return WINGS.includes(first) ? second : first;
}

const matches = (known: string, target: string): boolean =>
  known.endsWith("*")
    ? target.startsWith(known.slice(0, -1))
    : known === target || target.startsWith(`${known}/`);

/** Files that import themselves, directly or through other files. */
export function circles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ name, text }) => [name, filesOf(name, text, files)]));
  const isReached = (start: string): boolean => {
    const seen = new Set<string>();
    const left = [...(imports.get(start) ?? [])];
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (file === start) return true;
      if (seen.has(file)) continue;
      seen.add(file);
      left.push(...(imports.get(file) ?? []));
    }
    return false;
  };
  return [...imports.keys()].filter(isReached);
}

/** The files that a file imports, types included. */
function filesOf(file: string, text: string, files: readonly SourceFile[]): string[] {
  const names = new Set(files.map(({ name }) => name));
  const paths = importsOf(text).filter((target) => target.startsWith("."));
  return paths.flatMap((target) => {
    const path = posix.normalize(posix.join(posix.dirname(file), target)).replace(/\.js$/, "");
    return [`${path}.ts`, `${path}/index.ts`].filter((name) => names.has(name));
  });
}
