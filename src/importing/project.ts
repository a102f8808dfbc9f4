import { inGo, mainInGo } from "../codegen/go";
import type { Program } from "../codegen/program";
import { inPython } from "../codegen/python";
import type { Sdk } from "../codegen/sdk";
import { inTypeScript } from "../codegen/typescript";
import { inYaml } from "../codegen/yaml";
import { camelCase } from "../core/schema/case";
import type { Part } from "./files";
import type { Features, Origin } from "./options";

export const languages = ["typescript", "yaml", "python", "go"] as const;

export type Language = (typeof languages)[number];

/** A file by its path from the project's folder. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** Whether it takes the place of a file of that name. Default: no, that file stays as it is. */
  readonly replaces?: boolean;
}

/** What a program is written for. */
export interface ProjectOptions {
  readonly name: string;
  readonly sdk: Sdk;
  /** How a project in TypeScript depends on this package: a range, or a path. */
  readonly range: string;
  /** The project has a program already. */
  readonly isBeside: boolean;
  /** The stack that the objects are recorded in. Default: none. */
  readonly stack?: string;
  readonly origin?: Origin;
}

/** How a language divides a program into files. */
export interface Layout extends Features {
  readonly hasLoops: boolean;
  /** Runtimes of `Pulumi.yaml` that run it. */
  readonly runtimes: readonly string[];
  fileOf(subject: string, isBeside: boolean): string;
  /** The program, a file for each part. */
  files(parts: readonly Part[], options: ProjectOptions): FileText[];
  /** The file that runs the others, if the program has such a file. */
  readonly entry?: Entry;
  /** Files of a new project that the language needs, and what Git has to ignore. */
  project(options: ProjectOptions): FileText[];
  /** What the user has to run before a new program. */
  readonly commands: readonly string[];
  /** What these commands write, and that belongs into version control. */
  readonly lockFile?: string;
}

/** A file that loads others. */
export interface Entry {
  readonly path: string;
  /** Before a comment. */
  readonly mark: string;
  /** A line that loads a file. */
  readonly line: RegExp;
  load(path: string): string;
}

/** Pulumi's SDK for Go, on which YAML is built, leaves out such members. */
const nullLoss: Features["lossOf"] = (_, value) =>
  value === null ? "is null, which a program in YAML or Go cannot state: `pulumi up` would remove it" : undefined;

const filesOf = (parts: readonly Part[], layout: Layout, write: (program: Program) => string): FileText[] =>
  parts.map(({ subject, program }) => ({ path: layout.fileOf(subject, false), text: `${write(program)}\n` }));

const typescript: Layout = {
  runtimes: ["nodejs", "bun"],
  ...{ hasLoops: true, hasObjects: true, takesRoute: true },
  fileOf: (subject) => `${subject}.ts`,
  files: (parts, { sdk }) => filesOf(parts, typescript, (program) => inTypeScript(program, sdk)),
  entry: { path: "index.ts", mark: "//", line: /^import "\.\/[\w-]+";$/, load: (path) => `import "./${path}";` },
  project: ({ name, range }) => [
    { path: ".gitignore", text: "node_modules/\n" },
    { path: "package.json", text: json({ name, private: true, main: "index.ts", ...packagesWith(range) }) },
    { path: "tsconfig.json", text: json({ compilerOptions }) },
  ],
  commands: ["npm install"],
  lockFile: "package-lock.json",
};

/** The package that a program in TypeScript imports. */
export const OWN_PACKAGE = "pulumi-edge-ingress";

/** What a project in TypeScript needs; without a compiler of its own, Pulumi takes one that is too old. */
export const packagesWith = (range: string) => ({
  dependencies: { "@pulumi/pulumi": "^3.216.0", [OWN_PACKAGE]: range, typescript: ">=5.9.0 <7.0.0" },
  devDependencies: { "@types/node": "^24.0.0" },
});

const compilerOptions = {
  target: "es2023",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
};

const yaml: Layout = {
  runtimes: ["yaml"],
  ...{ hasLoops: false, hasObjects: false, takesRoute: false },
  // A program in YAML has one file: what is beside it has to be moved there.
  fileOf: (subject, isBeside) => (isBeside ? `${subject}.yaml` : "Main.yaml"),
  files: (parts, { sdk, isBeside }) => {
    const config = [...new Set(parts.flatMap(({ program }) => program.config))];
    const resources = parts.flatMap(({ program }) => program.resources);
    return parts.slice(0, 1).map(({ subject, program }) => {
      return { path: yaml.fileOf(subject, isBeside), text: `${inYaml({ ...program, config, resources }, sdk)}\n` };
    });
  },
  project: () => [],
  commands: [],
  lossOf: (name, value) =>
    /^fn::/i.test(name) ? "has a name that YAML takes for a call: the program cannot run" : nullLoss(name, value),
};

const python: Layout = {
  runtimes: ["python"],
  ...{ hasLoops: true, hasObjects: true, takesRoute: false },
  fileOf: (subject) => `${subject.replaceAll("-", "_")}.py`,
  files: (parts, { sdk }) => filesOf(parts, python, (program) => inPython(program, sdk)),
  entry: { path: "__main__.py", mark: "#", line: /^import \w+$/, load: (path) => `import ${path}` },
  project: () => [
    { path: ".gitignore", text: "__pycache__/\nvenv/\n" },
    { path: "requirements.txt", text: "pulumi>=3.231.0,<4.0.0\n" },
  ],
  commands: ["pulumi package add edge-ingress"],
};

const go: Layout = {
  runtimes: ["go"],
  ...{ hasLoops: true, hasObjects: false, takesRoute: false },
  // With underscores, the end of a name could be that of a test or of an operating system.
  fileOf: (subject) => `${subject}.go`,
  files: (parts, { sdk }) => {
    const main = (program: string) => ({ path: "main.go", text: `${program}\n` });
    if (parts.length < 2) return parts.map(({ program }) => main(inGo(program, sdk)));
    const names = new Map(parts.map(({ subject, program }) => [program, camelCase(subject)]));
    const files = filesOf(parts, go, (program) => inGo(program, sdk, names.get(program)));
    return [...files, main(mainInGo([...names.values()]))];
  },
  project: ({ name }) => [
    { path: ".gitignore", text: `${name}\n` },
    { path: "go.mod", text: `module ${name}\n\ngo 1.25\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.259.0\n` },
  ],
  commands: ["pulumi package add edge-ingress", "go mod tidy"],
  lockFile: "go.sum",
  lossOf: nullLoss,
};

export const layouts: Readonly<Record<Language, Layout>> = { typescript, yaml, python, go };

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
