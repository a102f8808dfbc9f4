import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseDocument } from "yaml";
import { isObject, jsonObject, type Values } from "../../core/schema/values";
import {
  type FileText,
  type Language,
  languages,
  layouts,
  OWN_PACKAGE,
  packagesWith,
} from "../../importing/project";
import { withReason, writing } from "../input";

/** A folder that a program is written into. */
export type ProjectFolder = ReturnType<typeof readFolder>;

/** Looks at a folder, in which a new project gets the wanted name. A project that no program can be written in is an error. */
export function readFolder(given: string, wanted: string) {
  const folder = resolve(given);
  const file = foldersUpward(folder).find(
    (path) => existsSync(path) && !statSync(path).isDirectory(),
  );
  if (file !== undefined) throw new Error(`${file} is not a folder: name another one`);
  const description = ["Pulumi.yaml", "Pulumi.yml"]
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  const project: Values = description === undefined ? {} : readProject(description);
  const runtime = isObject(project.runtime) ? project.runtime.name : project.runtime;
  const language = languages.find((each) => layouts[each].runtimes.includes(String(runtime)));
  if (description !== undefined && !language)
    throw new Error(
      `${description}: the runtime must be nodejs, yaml, python or go; in other languages, \`pulumi import\` imports single objects`,
    );
  if (project.main !== undefined)
    throw new Error(`${description}: a project with \`main\` is not supported`);
  const main = readJson(join(folder, "package.json"))?.main;
  const providers = isObject(project.plugins) ? project.plugins.providers : undefined;
  return {
    /** Where `Pulumi.yaml` is, or will be. */
    folder,
    /** Where the files with the settings of stacks are. */
    settingsFolder: join(
      folder,
      typeof project.stackConfigDir === "string" ? project.stackConfigDir : "",
    ),
    // A name that Pulumi takes for a project.
    name:
      typeof project.name === "string"
        ? project.name
        : wanted.replaceAll(/[^\w.-]+/g, "-") || "ingress",
    isProject: description !== undefined,
    /** Of an existing project. */
    language,
    /** Where an existing project keeps its stacks, if `Pulumi.yaml` says so. */
    backend: project.backend,
    /** Whether there is a program of a language, which stays as it is. */
    hasProgram: (of: Language) =>
      (of === "typescript" && typeof main === "string" && existsSync(join(folder, main))) ||
      (of === "yaml" && project.resources !== undefined) ||
      listFolder(folder).some((name) => programs[of].test(name)),
    namesPlugin:
      Array.isArray(providers) &&
      providers.some((each) => isObject(each) && each.name === "edge-ingress"),
  };
}

/**
 * The path of a file in a folder or, beside a program that exists, in the nearest folder above it in the same repository. A new
 * program has its own files: Pulumi would take the `main` of a `package.json` above it.
 */
export function nearestFile(folder: string, name: string, isBeside: boolean): string | undefined {
  const folders = foldersUpward(folder);
  const root = folders.findIndex((path) => existsSync(join(path, ".git")));
  const searched = isBeside && root > 0 ? folders.slice(0, root + 1) : [folder];
  return searched.map((path) => join(path, name)).find((path) => existsSync(path));
}

/** A folder, and those above it. */
export const foldersUpward = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUpward(dirname(folder))];

function readProject(path: string): Values {
  const document = parseDocument(readFileSync(path, "utf8"));
  const [error] = document.errors;
  const content: unknown = error ? undefined : document.toJS();
  if (!isObject(content))
    throw new Error(`${path}: ${error?.message.split("\n")[0] ?? "it must be a project"}`);
  return content;
}

const programs: Readonly<Record<Language, RegExp>> = {
  typescript: /^index\.m?[jt]s$/,
  yaml: /^Main\.yaml$/,
  python: /^__main__\.py$/,
  go: /\.go$/,
};

export const listFolder = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder) : [];

export const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, "utf8") : undefined;

export const readJson = (path: string): Values | undefined => jsonObject(readText(path) ?? "");

/** Whether a file of that name, in whatever letter case, exists. */
export const fileExists = (folder: string, path: string): boolean =>
  listFolder(dirname(join(folder, path))).some(
    (each) => each.toLowerCase() === basename(path).toLowerCase(),
  );

/** Whether a file, of whatever letter case, has the stem of another file and one of the endings. */
export function stemExists(folder: string, path: string, endings: readonly string[]): boolean {
  const stem = basename(path).replace(/\.\w+$/, "");
  const names = listFolder(folder).map((name) => name.toLowerCase());
  return endings.some((ending) => names.includes(`${stem}${ending}`.toLowerCase()));
}

/** Whether a file stays as it is, in whatever letter case, and is not the file of that name with that text. */
export function isOtherFile(folder: string, { path, text }: FileText): boolean {
  return (
    fileExists(folder, path) &&
    (!listFolder(dirname(join(folder, path))).includes(basename(path)) ||
      readText(join(folder, path)) !== text)
  );
}

/** Those of the files that do not exist, or that replace others. */
export const filesToWrite = (folder: string, files: readonly FileText[]): FileText[] =>
  files.filter(({ path, text, replaces }) =>
    replaces ? readText(join(folder, path)) !== text : !fileExists(folder, path),
  );

/** Writes those files, each at once; gives their paths. */
export const writeFiles = (folder: string, files: readonly FileText[]): string[] =>
  filesToWrite(folder, files).map(({ path, text }) => {
    writeAtomically(join(folder, path), text);
    return path;
  });

/** Makes a folder and those above it. Node.js's own option for that never ends where a file system allows no folders. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Writes a file that nobody ever sees half written. */
export function writeAtomically(path: string, text: string): void {
  const write = () => {
    makeFolder(dirname(path));
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  };
  try {
    withReason(path, write, writing);
  } finally {
    // On a full disk, a part of the text may be there.
    rmSync(`${path}.part`, { force: true });
  }
}

/** Whether a program can run as it is: in TypeScript, with its packages installed; in Python and Go, that is for the user to know. */
export const canRun = (folder: string, language: Language): boolean =>
  language === "yaml" || (language === "typescript" && readPackages(folder).isInstalled);

/** The packages that a program in TypeScript needs, and those that `package.json` names. */
export function readPackages(folder: string) {
  const needed = packagesIn(packagesWith(ownRange(folder)));
  const named = namedIn(folder);
  const lacking = Object.entries(needed).filter(([name]) => named && !(name in named));
  // Packages of a folder above are found, too: those of another project may lack what this one needs.
  const places = createRequire(join(folder, "index.js")).resolve.paths("pulumi") ?? [];
  const hasPackage = (name: string) => places.some((place) => existsSync(join(place, name)));
  const isInstalled = Object.keys({ ...needed, ...named }).every(hasPackage);
  return {
    isInstalled,
    /** Names that `package.json`, if there is one, lacks. */
    lacking: lacking.map(([name]) => name),
    /** What installs them. */
    commands: isInstalled ? [] : [["npm install", ...lacking.map(argumentOf)].join(" ")],
  };
}

/** A name and a range in the quotes that all shells know; npm finds the name of what is in a file on its own. */
function argumentOf([name, range]: readonly [string, string]): string {
  const text = range.startsWith("file:") ? range.slice("file:".length) : `${name}@${range}`;
  return /^[\w@./:~-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The packages that `package.json` names, if there is any. */
function namedIn(folder: string) {
  const text = readText(join(folder, "package.json"));
  return text === undefined ? undefined : packagesIn(jsonObject(text) ?? {});
}

const packagesIn = ({ dependencies, devDependencies }: Values): Readonly<Record<string, string>> =>
  Object.assign({}, dependencies, devDependencies);

/** How a project in a folder can depend on the package that is running: as that was installed. */
export function ownRange(folder: string): string {
  const root = resolve(__dirname, "../../..");
  // A clone, or a link to one, is in no such folder; `npm install --global` leaves no trace of where a package is from.
  const above = basename(dirname(root)) === "node_modules" ? foldersUpward(dirname(root)) : [];
  for (const each of above) {
    const range = namedIn(each)?.[OWN_PACKAGE];
    if (typeof range !== "string") continue;
    const [, path] = /^(?:file|link):(.*)$/.exec(range) ?? [];
    return path === undefined
      ? range
      : fileRange(folder, [resolve(each, path), root].find(existsSync) ?? root);
  }
  return fileRange(folder, root);
}

const fileRange = (from: string, to: string): string =>
  `file:${relative(from, to).replaceAll("\\", "/")}`;
