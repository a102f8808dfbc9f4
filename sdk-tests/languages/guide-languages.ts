import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Example } from "../support/example";
import { root, textOf } from "../support/files";
import { useGoSdk, withOwnConfig } from "../support/go-module";
import { useVenv } from "../support/python-venv";

/** The languages in which the guides show programs, and what a project of each language contains. */

export interface GuideLanguage {
  readonly name: string;
  /** The word after the fence of the language's blocks. */
  readonly fence: string;
  /** The file of the program. */
  readonly file: string;
  /** The files of a new project, without the program. */
  readonly files: Readonly<Record<string, string>>;
  /** Adds a listing that continues a program, as the pages describe it. */
  readonly extended: (program: string, listing: string) => string;
  /** Changes a program, or a listing, as the tests need it. */
  readonly adapted: (program: string) => string;
  /** Adds the packages of the program to a project. */
  readonly prepare: (example: Example, venvFolder: string) => Promise<void>;
}

const appended = (program: string, listing: string): string => `${program}\n${listing}`;

const typescript: GuideLanguage = {
  name: "TypeScript",
  fence: "ts",
  file: "index.ts",
  files: {
    "Pulumi.yaml": "name: ingress\nruntime: nodejs\n",
    "package.json": '{ "main": "index.ts" }',
    "tsconfig.json": textOf("examples/accounts/tsconfig.json"),
  },
  extended: appended,
  adapted: (program) => program,
  prepare: ({ program }) =>
    symlink(join(root, "node_modules"), join(program, "node_modules"), "junction"),
};

const python: GuideLanguage = {
  name: "Python",
  fence: "python",
  file: "__main__.py",
  files: {
    "Pulumi.yaml":
      "name: ingress\nruntime: { name: python, options: { toolchain: pip, virtualenv: venv } }\n",
  },
  extended: appended,
  adapted: (program) => program,
  prepare: async (example, venvFolder) => useVenv(venvFolder, example),
};

const MODULE = "ingress";

/** The end of the function that declares the resources. */
const END = "\t\treturn nil\n";

const go: GuideLanguage = {
  name: "Go",
  fence: "go",
  file: "main.go",
  files: {
    "Pulumi.yaml": "name: ingress\nruntime: go\n",
    "go.mod": textOf("examples/go/go.mod").replace("go-example", MODULE),
    "config/config.go": textOf("sdk-tests/languages/config.go"),
  },
  extended: (program, listing) => {
    const end = program.lastIndexOf(END);
    if (end < 0) throw new Error("the program does not end with return nil");
    return program.slice(0, end) + listing + program.slice(end);
  },
  adapted: (program) => withOwnConfig(program, MODULE),
  prepare: useGoSdk,
};

export const yaml: GuideLanguage = {
  name: "YAML",
  fence: "yaml",
  file: "Pulumi.yaml",
  files: {},
  extended: (program, listing) => {
    const project = parse(program);
    for (const [name, entries] of Object.entries<object>(parse(listing)))
      project[name] = { ...project[name], ...entries };
    return stringify(project);
  },
  adapted: (program) => program,
  prepare: async () => undefined,
};

export const languages: readonly GuideLanguage[] = [typescript, python, go, yaml];
