import { mainInGo, writers } from "../codegen";
import type { Sdk } from "../codegen/sdk";
import { camelCase } from "../core/schema/case";
import type { Entry } from "./entry";
import type { LossOf } from "./losses";
import type { Part } from "./subjects";

/** The languages that programs are written in. */
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
}

/** How a language divides a program into files. */
export interface Layout {
  /** Runtimes of `Pulumi.yaml` that run it. */
  readonly runtimes: readonly string[];
  /** The file that a part is in. */
  fileOf(subject: string, isBeside: boolean): string;
  /** The program, a file for each part. */
  files(parts: readonly Part[], options: ProjectOptions): FileText[];
  /** The file that runs the others, if the program has such a file. */
  readonly entry?: Entry;
  /** What a program that exists has to contain to load the files. */
  loadLines(files: readonly FileText[]): string[];
  /** Other files of a new project. */
  project(options: ProjectOptions): FileText[];
  /** What the user has to run before a new program; in TypeScript, that depends on what is installed. */
  commands: readonly string[];
  /** What programs cannot state. Default: nothing. */
  lossOf?: LossOf;
  /** Whether programs have loops. */
  readonly hasLoops: boolean;
  /** Whether programs write an object as JSON without a difference: Go sorts its members, and YAML is built on it. */
  readonly hasJson: boolean;
  /** Whether programs read an object from config in a line. */
  readonly hasObjects: boolean;
}

/** Pulumi's SDK for Go, on which YAML is built, leaves out such members. */
const nullLoss: LossOf = (_, value) =>
  value === null ? "is null, which a program in YAML or Go cannot state: `pulumi up` would remove it" : undefined;

const bare = (path: string): string => path.replace(/\.\w+$/, "");

const typescript: Layout = {
  runtimes: ["nodejs", "bun"],
  hasLoops: true,
  hasJson: true,
  hasObjects: true,
  fileOf: (subject) => `${subject}.ts`,
  files: (parts, { sdk }) =>
    parts.map(({ subject, program }) => ({ path: `${subject}.ts`, text: `${writers.typescript(program, sdk)}\n` })),
  entry: { path: "index.ts", mark: "//", line: /^import "\.\/[\w-]+";$/ },
  loadLines: (files) => files.map(({ path }) => `import "./${bare(path)}";`).sort(),
  project: ({ name, range }) => [
    projectFile(name, "nodejs"),
    { path: "package.json", text: json({ name, private: true, main: "index.ts", ...packagesWith(range) }) },
    { path: "tsconfig.json", text: json(tsconfig) },
    gitIgnore("node_modules/"),
  ],
  commands: [],
};

/** The package that a program in TypeScript imports. */
export const OWN_PACKAGE = "pulumi-edge-ingress";

/** What a project in TypeScript needs; without a compiler of its own, Pulumi takes one that is too old. */
export const packagesWith = (range: string) => ({
  dependencies: { "@pulumi/pulumi": "^3.216.0", [OWN_PACKAGE]: range, typescript: ">=5.9.0 <7.0.0" },
  devDependencies: { "@types/node": "^24.0.0" },
});

const tsconfig = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
};

const yaml: Layout = {
  runtimes: ["yaml"],
  hasLoops: false,
  hasJson: false,
  hasObjects: false,
  // A program in YAML has one file: what is beside it has to be moved there.
  fileOf: (subject, isBeside) => (isBeside ? `${subject}.yaml` : "Main.yaml"),
  files: (parts, { sdk, isBeside }) => {
    if (parts.length === 0) return [];
    const programs = parts.map(({ program }) => program);
    const config = new Set(programs.flatMap((each) => each.config));
    const resources = programs.flatMap((each) => each.resources);
    const program = { ...programs[0], config: [...config], resources, outputs: [] };
    const path = yaml.fileOf(parts[0]?.subject ?? "", isBeside);
    return [{ path, text: `${writers.yaml(program, sdk)}\n` }];
  },
  loadLines: () => [],
  project: ({ name }) => [projectFile(name, "yaml")],
  commands: [],
  lossOf: (name, value) =>
    /^fn::/i.test(name) ? "has a name that YAML takes for a call: the program cannot run" : nullLoss(name, value),
};

const snake = (subject: string): string => subject.replaceAll("-", "_");

const python: Layout = {
  runtimes: ["python"],
  hasLoops: true,
  hasJson: true,
  hasObjects: true,
  fileOf: (subject) => `${snake(subject)}.py`,
  files: (parts, { sdk }) =>
    parts.map(({ subject, program }) => ({
      path: `${snake(subject)}.py`,
      text: `${writers.python(program, sdk)}\n`,
    })),
  entry: { path: "__main__.py", mark: "#", line: /^import \w+$/ },
  loadLines: (files) => files.map(({ path }) => `import ${bare(path)}`).sort(),
  project: ({ name }) => [
    projectFile(name, "python"),
    { path: "requirements.txt", text: "pulumi>=3.231.0,<4.0.0\n" },
    gitIgnore("__pycache__/", "venv/"),
  ],
  commands: ["pulumi package add edge-ingress"],
};

const go: Layout = {
  runtimes: ["go"],
  hasLoops: true,
  hasJson: false,
  hasObjects: false,
  // With underscores, the end of a name could be that of a test or of an operating system.
  fileOf: (subject) => `${subject}.go`,
  files: (parts, { sdk }) => {
    const [part, ...others] = parts;
    if (!part) return [];
    if (others.length === 0) return [{ path: "main.go", text: `${writers.go(part.program, sdk)}\n` }];
    const names = parts.map(({ subject }) => camelCase(subject));
    return [
      ...parts.map(({ subject, program }, index) => ({
        path: go.fileOf(subject, false),
        text: `${writers.go(program, sdk, names[index])}\n`,
      })),
      { path: "main.go", text: `${mainInGo(names)}\n` },
    ];
  },
  loadLines: () => [],
  project: ({ name }) => [
    projectFile(name, "go"),
    { path: "go.mod", text: `module ${name}\n\ngo 1.25\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.259.0\n` },
    gitIgnore(name),
  ],
  commands: ["pulumi package add edge-ingress", "go mod tidy"],
  lossOf: nullLoss,
};

/** How programs are divided in each language. */
export const layouts: Readonly<Record<Language, Layout>> = { typescript, yaml, python, go };

const gitIgnore = (...lines: readonly string[]): FileText => ({ path: ".gitignore", text: `${lines.join("\n")}\n` });

const projectFile = (name: string, runtime: string): FileText => ({
  path: "Pulumi.yaml",
  text: `name: ${name}\ndescription: Imported from an account\nruntime: ${runtime}\n`,
});

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
