import { posix } from "node:path";
import ts from "typescript";

/** What the files of a room may import, types included. */
interface Room {
  /** Other rooms. */
  readonly rooms: readonly string[];
  /** Packages, and modules of Node. */
  readonly packages: readonly string[];
}

const tables = ["schema", "definitions"];
const core = [...tables, "client", "lifecycle", "resources"];

/** The folders of `src` that hold rooms; any other folder of `src`, and any file at its top, is a room itself. */
const WINGS = ["core", "fronts", "insight"];

/** From the bottom to the top: no room imports one that is listed below it. */
export const rooms: Readonly<Record<string, Room>> = {
  // The SDK's own version, beside the script that the process runs.
  requirements: { rooms: [], packages: ["../../version"] },
  schema: { rooms: [], packages: ["node:util", "zod", "fastest-levenshtein"] },
  definitions: { rooms: ["schema"], packages: ["@pulumi/pulumi"] },
  client: { rooms: ["schema"], packages: ["node:buffer", "node:timers/promises", "node:util", "node:zlib", "undici"] },
  lifecycle: { rooms: ["schema", "client"], packages: [] },
  resources: { rooms: [...tables, "client", "lifecycle"], packages: [] },
  provider: {
    rooms: [...core, "requirements"],
    packages: ["node:crypto", "node:fs", "node:net", "node:os", "node:path", "node:timers/promises"],
  },
  dynamic: {
    rooms: [...tables, "requirements", "provider"],
    // By `node:module`, the SDK's gRPC is found.
    packages: ["@pulumi/pulumi", "@grpc/grpc-js", "node:module"],
  },
  "provider-v1.ts": { rooms: ["requirements", "dynamic"], packages: [] },
  plugin: {
    rooms: [...tables, "requirements", "provider"],
    packages: ["@grpc/grpc-js", "@pulumi/pulumi/proto", "google-protobuf", "node:fs"],
  },
  program: { rooms: [...tables, "requirements", "provider"], packages: ["@pulumi/pulumi", "@pulumi/pulumi/version"] },
  "index.ts": { rooms: ["definitions", "program"], packages: [] },
  stack: { rooms: tables, packages: [] },
  ingress: { rooms: [...tables, "stack"], packages: ["email-providers/all.json"] },
  report: { rooms: ["schema"], packages: ["node:util", "sarif", "string-width"] },
  review: { rooms: [...tables, "stack", "ingress", "report"], packages: [] },
  diff: { rooms: [...tables, "stack", "report"], packages: [] },
  describe: { rooms: [...tables, "ingress"], packages: [] },
  account: { rooms: [...tables, "stack", "report"], packages: [] },
  expectations: {
    rooms: [...tables, "ingress", "describe", "report", "review"],
    packages: ["node:assert", "yaml", "zod"],
  },
  policy: { rooms: [...tables, "stack", "ingress", "report", "expectations"], packages: ["@pulumi/policy"] },
  map: {
    rooms: [...tables, "stack", "ingress", "describe", "report", "review", "account"],
    packages: ["node:crypto", "string-width"],
  },
  codegen: { rooms: ["schema", "definitions"], packages: ["string-width"] },
  importing: { rooms: [...tables, "resources", "account", "codegen"], packages: [] },
  emulator: {
    rooms: [],
    packages: ["@hono/node-server", "@hono/node-server/utils/response", "@hono/zod-openapi", "hono", "node:*"],
  },
  cli: {
    rooms: [
      ...tables,
      "requirements",
      "provider",
      "program",
      "stack",
      "report",
      "review",
      "diff",
      "account",
      "codegen",
      "importing",
      "ingress",
      "describe",
      "expectations",
      "map",
      "emulator",
    ],
    packages: ["commander", "cross-spawn", "log-update", "node:*", "yaml"],
  },
};

/** A file of `src`, by its path below it. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** Every import that the rules do not allow, of values or types, as `FILE imports TARGET`. */
export const violations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ name, text }) =>
    importsOf(text).flatMap((target) => (isAllowed(name, target) ? [] : [`${name} imports ${target}`])),
  );

/** The targets of all imports: of values and of types, exports from elsewhere, `import()` and `require`. */
export const importsOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

function isAllowed(file: string, target: string): boolean {
  const room = rooms[roomOf(file)];
  if (!room) return false;
  if (room.packages.some((known) => matches(known, target))) return true;
  if (!target.startsWith(".")) return false;
  const path = posix.join(posix.dirname(file), target);
  // The package's own description, which is no code.
  if (path.startsWith("..")) return path === "../package.json";
  return roomOf(path) === roomOf(file) || room.rooms.includes(roomOf(path));
}

/** The room of a path below `src`. */
export function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return WINGS.includes(first) ? second : first;
}

const matches = (known: string, target: string): boolean =>
  known.endsWith("*") ? target.startsWith(known.slice(0, -1)) : known === target || target.startsWith(`${known}/`);

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
