import { go as goSyntax, writeGo, writeGoMain } from "../codegen/go";
import type { Program } from "../codegen/program";
import { python as pythonSyntax, writePython } from "../codegen/python";
import type { Sdk } from "../codegen/sdk";
import { typescript as typescriptSyntax, writeTypeScript } from "../codegen/typescript";
import { writeYaml, yaml as yamlSyntax } from "../codegen/yaml";
import type { LanguageFeatures, Origin } from "./options";
import type { ProgramFile } from "./program-files";
import { PYTHON_PACKAGES, pythonOptions } from "./python-project";

export const languages = ["typescript", "yaml", "python", "go"] as const;

export type Language = (typeof languages)[number];

/** A file by its path from the project's folder. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** Whether it takes the place of a file of that name. Default: no, that file stays as it is. */
  readonly replaces?: boolean;
  /** Files with one of which a project does not need this file. */
  readonly unless?: readonly string[];
  /** Whether it belongs to a new program: a project that has a program does without it. Default: no. */
  readonly isOfProgram?: boolean;
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
export interface Layout extends LanguageFeatures {
  readonly hasLoops: boolean;
  /** Runtimes of `Pulumi.yaml` that run it. */
  readonly runtimes: readonly string[];
  /** The options of the runtime, in a new project whose folder has certain files. Default: none. */
  runtimeOptions?(hasFile: (name: string) => boolean): Readonly<Record<string, string>>;
  pathOfStem(subject: string, isBeside: boolean): string;
  /** What the names of files end with that a program would load in place of a file of the same subject, or that mean the same. */
  readonly conflictingExtensions: readonly string[];
  /** The program, a file for each part. */
  programFiles(parts: readonly ProgramFile[], options: ProjectOptions): FileText[];
  /** The file that runs the others, if the program has such a file. */
  readonly entryFile?: EntryFile;
  /** Files of a new project that the language needs, and what Git has to ignore. */
  projectFiles(options: ProjectOptions): FileText[];
  /** What the user has to run before a new program. */
  readonly commands: readonly string[];
  /** What these commands write, and that belongs into version control. */
  readonly lockFile?: string;
}

/** A file that loads others. */
export interface EntryFile {
  readonly path: string;
  /** Before a comment. */
  readonly commentMark: string;
  /** A line that loads a file. */
  readonly loadLine: RegExp;
  /** @param isModule whether the project has ECMAScript modules, which name files as they are when they are compiled. */
  loadLineFor(path: string, isModule: boolean): string;
}

/** Pulumi's SDK for Go, on which YAML is built, leaves out such members. */
const nullLoss: LanguageFeatures["whyNotExpressible"] = (_, value) =>
  value === null
    ? "is null, which a program in YAML or Go cannot state: `pulumi up` would remove it"
    : undefined;

const filesOf = (
  parts: readonly ProgramFile[],
  layout: Layout,
  write: (program: Program) => string,
): FileText[] =>
  parts.map(({ stem, program }) => ({
    path: layout.pathOfStem(stem, false),
    text: `${write(program)}\n`,
  }));

const ignoring = (...paths: readonly string[]): FileText => ({
  path: ".gitignore",
  text: paths.map((path) => `${path}\n`).join(""),
  unless: [".gitignore"],
  isOfProgram: true,
});

const typescript: Layout = {
  runtimes: ["nodejs", "bun"],
  syntax: typescriptSyntax,
  isOneFile: false,
  hasLoops: true,
  hasConfigObjects: true,
  takesRoute: true,
  pathOfStem: (subject) => `${subject}.ts`,
  conflictingExtensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"],
  programFiles: (parts, { sdk }) =>
    filesOf(parts, typescript, (program) => writeTypeScript(program, sdk)),
  entryFile: {
    path: "index.ts",
    commentMark: "//",
    loadLine: /^import "\.\/[\w-]+(\.js)?";$/,
    loadLineFor: (path, isModule) => `import "./${path}${isModule ? ".js" : ""}";`,
  },
  projectFiles: ({ name, range }) => {
    const packageJson = json({ name, private: true, main: "index.ts", ...packagesWith(range) });
    return [
      ignoring("node_modules/"),
      { path: "package.json", text: packageJson, unless: ["package.json", "deno.json"] },
      {
        path: "tsconfig.json",
        text: json({ compilerOptions }),
        unless: TYPESCRIPT_SETTINGS,
        isOfProgram: true,
      },
    ];
  },
  commands: ["npm install"],
  lockFile: "package-lock.json",
};

/** The package that a program in TypeScript imports. */
export const OWN_PACKAGE = "pulumi-edge-ingress";

/** What a project in TypeScript needs; without a compiler of its own, Pulumi takes one that is too old. */
export const packagesWith = (range: string) => ({
  dependencies: {
    "@pulumi/pulumi": "^3.216.0",
    [OWN_PACKAGE]: range,
    typescript: ">=5.9.0 <7.0.0",
  },
  devDependencies: { "@types/node": "^24.0.0" },
});

/** Where a project has the settings of TypeScript, or says that it has none. */
const TYPESCRIPT_SETTINGS = ["tsconfig.json", "tsconfig.base.json", "jsconfig.json", "deno.json"];

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
  syntax: yamlSyntax,
  isOneFile: true,
  hasLoops: false,
  hasConfigObjects: false,
  takesRoute: false,
  parsesConfig: true,
  // What is beside a program has to be moved there.
  pathOfStem: (subject, isBeside) => (isBeside ? `${subject}.yaml` : "Main.yaml"),
  conflictingExtensions: [".yaml", ".yml"],
  programFiles: (parts, { sdk, isBeside }) =>
    parts.map(({ stem, program }) => ({
      path: yaml.pathOfStem(stem, isBeside),
      text: `${writeYaml(program, sdk)}\n`,
    })),
  projectFiles: () => [],
  commands: [],
  whyNotExpressible: (name, value) =>
    /^fn::/i.test(name)
      ? "has a name that YAML takes for a call: the program cannot run"
      : nullLoss(name, value),
};

const python: Layout = {
  runtimes: ["python"],
  runtimeOptions: pythonOptions,
  syntax: pythonSyntax,
  isOneFile: false,
  hasLoops: true,
  hasConfigObjects: true,
  takesRoute: false,
  pathOfStem: (subject) => `${subject.replaceAll("-", "_")}.py`,
  // A package is a folder.
  conflictingExtensions: ["", ".py", ".pyi"],
  programFiles: (parts, { sdk }) => filesOf(parts, python, (program) => writePython(program, sdk)),
  entryFile: {
    path: "__main__.py",
    commentMark: "#",
    loadLine: /^import \w+$/,
    loadLineFor: (path) => `import ${path}`,
  },
  projectFiles: () => [
    ignoring("__pycache__/", "venv/", ".venv/"),
    { path: "requirements.txt", text: "pulumi>=3.231.0,<4.0.0\n", unless: PYTHON_PACKAGES },
  ],
  commands: ["pulumi package add edge-ingress"],
};

const go: Layout = {
  runtimes: ["go"],
  syntax: goSyntax,
  isOneFile: false,
  hasLoops: true,
  hasConfigObjects: false,
  takesRoute: false,
  // With underscores, the end of a name could be that of a test or of an operating system.
  pathOfStem: (subject) => `${subject}.go`,
  conflictingExtensions: [".go"],
  programFiles: (parts, { sdk }) => {
    const main = (program: string) => ({ path: "main.go", text: `${program}\n` });
    if (parts.length < 2) return parts.map(({ program }) => main(writeGo(program, sdk)));
    const nameOf = ({ symbols }: Program) => symbols?.functionName ?? "";
    const files = filesOf(parts, go, (program) => writeGo(program, sdk, nameOf(program)));
    return [...files, main(writeGoMain(parts.map(({ program }) => nameOf(program))))];
  },
  projectFiles: ({ name }) => [
    ignoring(name),
    {
      path: "go.mod",
      unless: ["go.mod"],
      text: `module ${name}\n\ngo 1.25\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.259.0\n`,
    },
  ],
  commands: ["pulumi package add edge-ingress", "go mod tidy"],
  lockFile: "go.sum",
  whyNotExpressible: nullLoss,
};

export const layouts: Readonly<Record<Language, Layout>> = { typescript, yaml, python, go };

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
