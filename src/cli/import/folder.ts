import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { isObject, jsonObject, type Values } from "../../core/schema/values";
import { type FileText, type Language, languages, layouts } from "../../importing/project";

/** A folder that a program is written into. */
export interface ProjectFolder {
  /** Where `Pulumi.yaml` is, or will be. */
  readonly folder: string;
  readonly name: string;
  readonly isProject: boolean;
  /** Of an existing project. */
  readonly language?: Language;
  /** Where an existing project keeps its stacks, if `Pulumi.yaml` says so. */
  readonly backend?: unknown;
  /** Whether there is a program of a language, which stays as it is. */
  readonly hasProgram: (language: Language) => boolean;
  /** `Pulumi.yaml` says where the plugin is. */
  readonly namesPlugin: boolean;
}

/**
 * Looks at a folder; writes nothing.
 *
 * @param wanted The name of the project, unless it exists and has another one.
 * @throws {Error} if the folder has a project in a language that no program can be written in.
 */
export function readFolder(given: string, wanted: string): ProjectFolder {
  const folder = resolve(given);
  const file = [folder, ...parents(folder)].find((path) => statSync(path, TOLERANT)?.isDirectory() === false);
  if (file !== undefined) throw new Error(`${file} is not a folder: name another one`);
  const description = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (description === undefined) {
    const hasProgram = (language: Language) => programs[language](folder);
    return { folder, name: projectName(wanted), isProject: false, hasProgram, namesPlugin: false };
  }
  const project = readYaml(description);
  const runtime = isObject(project.runtime) ? project.runtime.name : project.runtime;
  const language = languages.find((each) => layouts[each].runtimes.includes(String(runtime)));
  if (!language) throw new Error(`${description}: the runtime must be nodejs, yaml, python or go`);
  if (project.main !== undefined) throw new Error(`${description}: a project with \`main\` is not supported`);
  return {
    folder,
    name: typeof project.name === "string" ? project.name : projectName(wanted),
    isProject: true,
    language,
    backend: project.backend,
    hasProgram: () => programs[language](folder) || (language === "yaml" && project.resources !== undefined),
    namesPlugin: namesPlugin(project),
  };
}

/** Nothing but an error of the system, such as a folder that is a file. */
const TOLERANT = { throwIfNoEntry: false } as const;

const parents = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parents(parent)];
};

function readYaml(path: string): Values {
  const document = parseDocument(readFileSync(path, "utf8"));
  const [error] = document.errors;
  const content: unknown = error ? undefined : document.toJS();
  if (!isObject(content)) throw new Error(`${path}: ${error?.message.split("\n")[0] ?? "it must be a project"}`);
  return content;
}

const namesPlugin = ({ plugins }: Values): boolean =>
  isObject(plugins) &&
  Array.isArray(plugins.providers) &&
  plugins.providers.some((each) => isObject(each) && each.name === "edge-ingress");

/** Whether a folder has a program of a language. */
const programs: Readonly<Record<Language, (folder: string) => boolean>> = {
  typescript: (folder) => {
    const { main } = (existsSync(join(folder, "package.json")) && readJson(join(folder, "package.json"))) || {};
    const entries = ["index.ts", "index.js", "index.mts", "index.mjs", ...(typeof main === "string" ? [main] : [])];
    return entries.some((name) => existsSync(join(folder, name)));
  },
  yaml: (folder) => existsSync(join(folder, "Main.yaml")),
  python: (folder) => existsSync(join(folder, "__main__.py")),
  go: (folder) => hasFiles(folder, ".go"),
};

const readJson = (path: string) => jsonObject(readFileSync(path, "utf8"));

const hasFiles = (folder: string, suffix: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(suffix));

/** A name that Pulumi takes for a project. */
const projectName = (wanted: string): string => wanted.replaceAll(/[^\w.-]+/g, "-") || "ingress";

/** Whether a file of that name, in whatever letter case, exists. */
export function fileExists(folder: string, path: string): boolean {
  const place = dirname(join(folder, path));
  const name = basename(path).toLowerCase();
  return existsSync(place) && readdirSync(place).some((each) => each.toLowerCase() === name);
}

/** The text of a file, if there is one. */
export const textIn = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

/** Writes files that do not exist, or that replace others, each at once; gives the paths of those that it has written. */
export function writeFiles(folder: string, files: readonly FileText[]): string[] {
  return files.flatMap(({ path, text, replaces = false }) => {
    const target = join(folder, path);
    if (replaces ? textIn(target) === text : fileExists(folder, path)) return [];
    mkdirSync(dirname(target), { recursive: true });
    writeWhole(target, text);
    return [path];
  });
}

/** Writes a file that nobody ever sees half written. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}
