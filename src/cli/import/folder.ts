import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { NAMESPACE } from "../../core/definitions/settings";
import { isObject, type Values } from "../../core/schema/values";
import { type Language, languages, layouts } from "../../importing/project";
import { foldersUpward, listFolder, readJson } from "./files";

/** The folder of a Pulumi project, or of a new project. */
export interface ProjectFolder {
  readonly folder: string;
  /** The folder with the settings of stacks. */
  readonly settingsFolder: string;
  /** The name of the project. */
  readonly name: string;
  /** True if the project exists. */
  readonly isProject: boolean;
  /** The language of an existing project. */
  readonly language: Language | undefined;
  /** The backend in `Pulumi.yaml`. */
  readonly backend: unknown;
  /** True if `Pulumi.yaml` names the plugin. */
  readonly namesPlugin: boolean;
  /** Checks whether the folder contains a program in a language, which the import does not change. */
  hasProgram(language: Language): boolean;
}

/**
 * Reads the folder of a project.
 *
 * @param newName The name of a new project.
 * @throws {Error} if the import cannot write a program into the folder.
 */
export function readFolder(path: string, newName: string): ProjectFolder {
  const folder = resolve(path);
  requireFolder(folder);
  const file = ["Pulumi.yaml", "Pulumi.yml"]
    .map((name) => join(folder, name))
    .find((candidate) => existsSync(candidate));
  const project: Values = file === undefined ? {} : readProject(file);
  const { stackConfigDir, backend } = project;
  const name = typeof project.name === "string" ? project.name : legalProjectName(newName);
  requireOtherNamespace(name, file);
  return {
    folder,
    settingsFolder: typeof stackConfigDir === "string" ? join(folder, stackConfigDir) : folder,
    name,
    isProject: file !== undefined,
    language: file === undefined ? undefined : requireLanguage(file, project),
    backend,
    namesPlugin: readsPlugin(project),
    hasProgram: (language) => containsProgram(folder, project, language),
  };
}

/** @throws {Error} if the path, or a part of it, is a file. */
function requireFolder(folder: string): void {
  const file = foldersUpward(folder).find(
    (path) => existsSync(path) && !statSync(path).isDirectory(),
  );
  if (file !== undefined) throw new Error(`${file} is not a folder: name another one`);
}

function readProject(file: string): Values {
  const document = parseDocument(readFileSync(file, "utf8"));
  const [error] = document.errors;
  const content: unknown = error ? undefined : document.toJS();
  if (!isObject(content))
    throw new Error(`${file}: ${error?.message.split("\n")[0] ?? "it must be a project"}`);
  return content;
}

/** @throws {Error} if the import cannot write a program for the runtime of the project. */
function requireLanguage(file: string, { runtime, main }: Values): Language {
  const name = String(isObject(runtime) ? runtime.name : runtime);
  const language = languages.find((candidate) => layouts[candidate].runtimes.includes(name));
  if (!language)
    throw new Error(
      `${file}: the runtime must be nodejs, yaml, python or go; in other languages, \`pulumi import\` imports single objects`,
    );
  if (main !== undefined) throw new Error(`${file}: a project with \`main\` is not supported`);
  return language;
}

/** A name that Pulumi accepts for a project. */
const legalProjectName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "-") || "ingress";

/** @throws {Error} if the config of a project would be in the namespace of the provider, which refuses unknown settings. */
function requireOtherNamespace(name: string, file: string | undefined): void {
  if (name !== NAMESPACE) return;
  const problem = `a project cannot have the name ${NAMESPACE}, which is the namespace of the provider's settings`;
  throw new Error(
    file === undefined ? `${problem}: choose another name with --project` : `${file}: ${problem}`,
  );
}

function readsPlugin({ plugins }: Values): boolean {
  const providers = isObject(plugins) ? plugins.providers : undefined;
  if (!Array.isArray(providers)) return false;
  return providers.some((provider) => isObject(provider) && provider.name === NAMESPACE);
}

/** Names of the files that contain a program. */
const programFiles: Readonly<Record<Language, RegExp>> = {
  typescript: /^index\.m?[jt]s$/,
  yaml: /^Main\.yaml$/,
  python: /^__main__\.py$/,
  go: /\.go$/,
};

function containsProgram(folder: string, project: Values, language: Language): boolean {
  if (listFolder(folder).some((name) => programFiles[language].test(name))) return true;
  if (language === "yaml") return project.resources !== undefined;
  if (language !== "typescript") return false;
  const main = readJson(join(folder, "package.json"))?.main;
  if (typeof main !== "string" || main === "") return false;
  // A program may not be compiled yet. `npm init` names an index file that does not exist.
  return existsSync(join(folder, main)) || !/^(\.\/)?index(\.\w+)?$/.test(main);
}
