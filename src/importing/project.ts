import { go as goSyntax, writeGo, writeGoMain } from "../codegen/go";
import type { Program } from "../codegen/program";
import { python as pythonSyntax, writePython } from "../codegen/python";
import type { Sdk } from "../codegen/sdk";
import { typescript as typescriptSyntax, writeTypeScript } from "../codegen/typescript";
import { writeYaml, yaml as yamlSyntax } from "../codegen/yaml";
import type { LanguageFeatures, Origin } from "./options";
import type { ProgramFile } from "./program-files";
import { PYTHON_PACKAGES, pythonOptions } from "./python-project";
import type { TextFileContent } from "./texts";

export const languages = ["typescript", "yaml", "python", "go"] as const;

export type Language = (typeof languages)[number];

/** A file to write, by its path from the folder of the project. */
export interface FileText extends TextFileContent {
  /** True if the file replaces an existing file. Default: false, an existing file stays as it is. */
  readonly replaces?: boolean;
  /** Names of files each of which makes this file unnecessary. Default: none. */
  readonly unless?: readonly string[];
  /** True if the file belongs to a new program. A project with a program does not need it. Default: false. */
  readonly isOfProgram?: boolean;
}

/** The project for which a program is written. */
export interface ProjectOptions {
  readonly name: string;
  readonly sdk: Sdk;
  /** The version range of this package in a project in TypeScript, or its path. */
  readonly range: string;
  /** True if the project has another program, so that the new files are beside it. */
  readonly isBeside: boolean;
  /** The stack into which the objects are imported. Default: none. */
  readonly stack?: string;
  readonly origin?: Origin;
}

/** The files of a program in a language, and of its project. */
export interface Layout extends LanguageFeatures {
  readonly hasLoops: boolean;
  /** Runtimes in `Pulumi.yaml` that can run the program. */
  readonly runtimes: readonly string[];
  /** The options of the runtime in a new project. Default: none. */
  runtimeOptions?(hasFile: (name: string) => boolean): Readonly<Record<string, string>>;
  /** The path of a file of the program, by its name without its extension. */
  pathOfStem(stem: string, isBeside: boolean): string;
  /**
   * Extensions of files that the program would load in place of a file of the same name, or that
   * define the same module.
   */
  readonly conflictingExtensions: readonly string[];
  /** Writes the files of the program. */
  programFiles(parts: readonly ProgramFile[], options: ProjectOptions): FileText[];
  /** The file that loads the other files. Default: none. */
  readonly entryFile?: EntryFile;
  /** Writes the files that a new project in the language needs, and `.gitignore`. */
  projectFiles(options: ProjectOptions): FileText[];
  /** Commands that the user runs before a new program. */
  readonly commands: readonly string[];
  /** The file that these commands write, and that belongs in version control. Default: none. */
  readonly lockFile?: string;
}

/** A file that loads other files. */
export interface EntryFile {
  readonly path: string;
  /** The characters that begin a comment. */
  readonly commentMark: string;
  /** Matches a line that loads a file. */
  readonly loadLine: RegExp;
  /**
   * Writes the line that loads a file.
   *
   * @param isModule True if the project uses ECMAScript modules, which import compiled files.
   */
  loadLineFor(path: string, isModule: boolean): string;
}

/** Pulumi's SDK for Go leaves out members that are null, and so does YAML, whose language host uses that SDK. */
const nullProblem: LanguageFeatures["whyNotExpressible"] = (_, value) =>
  value === null
    ? "is null, which a program in YAML or Go cannot state: `pulumi up` would remove it"
    : undefined;

/** Writes a file for each part of a program. */
const writeParts = (
  parts: readonly ProgramFile[],
  layout: Layout,
  write: (program: Program) => string,
): FileText[] =>
  parts.map(({ stem, program }) => ({
    path: layout.pathOfStem(stem, false),
    text: `${write(program)}\n`,
  }));

const gitIgnore = (...paths: readonly string[]): FileText => ({
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
  pathOfStem: (stem) => `${stem}.ts`,
  conflictingExtensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"],
  programFiles: (parts, { sdk }) =>
    writeParts(parts, typescript, (program) => writeTypeScript(program, sdk)),
  entryFile: {
    path: "index.ts",
    commentMark: "//",
    loadLine: /^import "\.\/[\w-]+(\.js)?";$/,
    loadLineFor: (path, isModule) => `import "./${path}${isModule ? ".js" : ""}";`,
  },
  projectFiles: ({ name, range }) => {
    const packageJson = json({ name, private: true, main: "index.ts", ...packagesWith(range) });
    return [
      gitIgnore("node_modules/"),
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

/**
 * The dependencies of a project in TypeScript. Without its own compiler, Pulumi would use a
 * compiler that is too old.
 */
export const packagesWith = (range: string) => ({
  dependencies: {
    "@pulumi/pulumi": "^3.216.0",
    [OWN_PACKAGE]: range,
    typescript: ">=5.9.0 <7.0.0",
  },
  devDependencies: { "@types/node": "^24.0.0" },
});

/** Files that contain the settings of TypeScript, or show that the project does not need them. */
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
  readsConfigByVariable: true,
  // The user moves the content of a file beside a program into the program.
  pathOfStem: (stem, isBeside) => (isBeside ? `${stem}.yaml` : "Main.yaml"),
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
      : nullProblem(name, value),
};

const python: Layout = {
  runtimes: ["python"],
  runtimeOptions: pythonOptions,
  syntax: pythonSyntax,
  isOneFile: false,
  hasLoops: true,
  hasConfigObjects: true,
  takesRoute: false,
  pathOfStem: (stem) => `${stem.replaceAll("-", "_")}.py`,
  // A folder without an extension is a package, too.
  conflictingExtensions: ["", ".py", ".pyi"],
  programFiles: (parts, { sdk }) =>
    writeParts(parts, python, (program) => writePython(program, sdk)),
  entryFile: {
    path: "__main__.py",
    commentMark: "#",
    loadLine: /^import \w+$/,
    loadLineFor: (path) => `import ${path}`,
  },
  projectFiles: () => [
    gitIgnore("__pycache__/", "venv/", ".venv/"),
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
  // Hyphens stay: with underscores, a name could end with `_test`, or with the name of an operating system.
  pathOfStem: (stem) => `${stem}.go`,
  conflictingExtensions: [".go"],
  programFiles: (parts, { sdk }) => {
    const mainFile = (program: string) => ({ path: "main.go", text: `${program}\n` });
    if (parts.length < 2) return parts.map(({ program }) => mainFile(writeGo(program, sdk)));
    const files = writeParts(parts, go, (program) => writeGo(program, sdk, functionOf(program)));
    const functionNames = parts.map(({ program }) => functionOf(program));
    return [...files, mainFile(writeGoMain(functionNames))];
  },
  projectFiles: ({ name }) => [
    gitIgnore(name),
    {
      path: "go.mod",
      unless: ["go.mod"],
      text: `module ${name}\n\ngo 1.25\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.259.0\n`,
    },
  ],
  commands: ["pulumi package add edge-ingress", "go mod tidy"],
  lockFile: "go.sum",
  whyNotExpressible: nullProblem,
};

/** The function that declares the resources of a file in Go. */
function functionOf({ symbols }: Program): string {
  if (symbols?.functionName === undefined) throw new Error("a file in Go has no function");
  return symbols.functionName;
}

export const layouts: Readonly<Record<Language, Layout>> = { typescript, yaml, python, go };

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
