import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountObject, objectKey } from "../../account/account";
import { packages, type Sdk } from "../../codegen/sdk";
import { NAMESPACE, parsePlaintextNames } from "../../core/definitions/settings";
import { providerText } from "../../fronts/program/registration";
import type { Declared } from "../../importing/declaration";
import { type ImportEntry, importEntry } from "../../importing/import-entry";
import { type ImportedProgram, importedProgram } from "../../importing/imported-program";
import type { Origin, ProgramOptions } from "../../importing/options";
import { documentNames } from "../../importing/patterns";
import { type FileText, type Layout, layouts, OWN_PACKAGE } from "../../importing/project";
import {
  generatedLines,
  loadLines,
  neededFiles,
  projectFiles,
  writeEntryFile,
} from "../../importing/project-files";
import { accountBaseUrl } from "../account";
import { PACKAGE_FOLDER } from "../package-folder";
import { hasValue } from "../stack";
import { isOtherFile, nearestFile, readJson, readText, stemExists } from "./files";
import { changeNotes, createJournal, type Journal } from "./journal";
import { managerOf } from "./other-stacks";
import { ownRange } from "./packages";
import { type ReadJob, selectObjects } from "./selection";

/** An import into a project with everything that it will write and import. */
export interface PlannedJob extends ReadJob, PlannedFiles {
  readonly program: ImportedProgram;
  readonly layout: Layout;
  readonly journal: Journal;
  /** Notes about objects that changed after an earlier run declared them. */
  readonly changed: readonly string[];
  /** Objects that other stacks manage, and that the import leaves out. */
  readonly leftOut: readonly AccountObject[];
  /** Objects that two stacks manage after the import. */
  readonly shared: readonly AccountObject[];
  /** The number of objects that the stack manages already. */
  readonly managed: number;
  /** The entries of the import file: objects that the state does not contain. */
  readonly entries: readonly ImportEntry[];
}

/** The files that an import writes. */
interface PlannedFiles {
  /** The files of the program. */
  readonly files: readonly FileText[];
  /** The files of a new project, `Pulumi.yaml` first, and the entry file. */
  readonly projectFiles: readonly FileText[];
  /** Lines that the user must add to a program that the command did not write. */
  readonly lines: readonly string[];
}

/** Plans an import. Writes nothing. */
export function plan(job: ReadJob): PlannedJob {
  const { language, objects, stack, otherStacks, earlier, flags } = job;
  const modules = earlier?.modules ?? flags.modules;
  const { selected, leftOut } = selectObjects(job, modules);
  if (selected.length > 0) requireFolderForGo(job);
  const target = findTarget(job);
  const { layout, isBeside } = target;
  const program = importedProgram(selected, programOptions(job, target));
  const isManaged = (object: AccountObject) => stack?.managed.has(objectKey(object)) ?? false;
  const added = program.declared.filter(({ object }) => !isManaged(object));
  requireUniqueNames(added, stack?.names ?? []);
  if (stack && language !== "yaml") requireSmallConfig(job, program);
  const choices = { language, modules, named: job.named, isBeside };
  return {
    ...job,
    ...planFiles(job, target, program),
    program,
    layout,
    journal: createJournal(program, choices, earlier?.digests ?? {}),
    changed: earlier ? changeNotes(earlier, program.declared) : [],
    leftOut,
    shared: added
      .map(({ object }) => object)
      .filter((object) => managerOf(object, otherStacks) !== undefined),
    managed: objects.filter(isManaged).length,
    entries: (stack ? added : []).map((declared) =>
      importEntry(declared, flags.form, providerText(declared.object.definition)),
    ),
  };
}

/** @throws {Error} if the folder contains a program in Go, which consists of all files of its folder. */
function requireFolderForGo({ folder, language, earlier }: ReadJob): void {
  if (language !== "go" || earlier || !folder.hasProgram(language)) return;
  throw new Error(
    `${folder.folder} has a program in Go, beside which none can be written: name a new folder`,
  );
}

/** The program that an import writes or extends. */
interface TargetProgram {
  readonly layout: Layout;
  /** The text of the entry file; undefined if the file does not exist, or the language does not need it. */
  readonly entryText: string | undefined;
  /** The lines of the entry file, if the command wrote all of them. */
  readonly entryLines: readonly string[] | undefined;
  /** True if the files are beside a program that the command did not write. */
  readonly isBeside: boolean;
  readonly origin: Origin | undefined;
}

function findTarget({ folder, language, settings, earlier }: ReadJob): TargetProgram {
  const layout = layouts[language];
  const { entryFile } = layout;
  const entryText = entryFile && readText(join(folder.folder, entryFile.path));
  const entryLines = entryFile && generatedLines(entryFile, entryText ?? "");
  const url = accountBaseUrl(settings);
  return {
    layout,
    entryText,
    entryLines,
    isBeside: earlier?.isBeside ?? (entryLines === undefined && folder.hasProgram(language)),
    origin: url === undefined ? undefined : { url, date: new Date().toISOString().slice(0, 10) },
  };
}

function programOptions(job: ReadJob, { layout, isBeside, origin }: TargetProgram): ProgramOptions {
  const { folder, stack, config, earlier, flags } = job;
  const fileStems = new Map(Object.entries(earlier?.parts ?? {}));
  const earlierStems = new Set(fileStems.values());
  const earlierNames = { ...earlier?.settings, ...earlier?.names };
  return {
    ...layout,
    usesTables: flags.group && layout.hasLoops,
    ...(origin && { origin }),
    ...(earlier && { fileStems }),
    isStemTaken: (stem) =>
      !earlierStems.has(stem) &&
      stemExists(folder.folder, layout.pathOfStem(stem, isBeside), layout.conflictingExtensions),
    // The program of an earlier run reads the files that the earlier run wrote.
    isOtherFile: (path, text) => !earlier && isOtherFile(folder.folder, { path, text }),
    preferredNames: documentNames(job.ids),
    // The names of an earlier run win, because its program has them.
    existingNames: new Map([...job.namesInFile, ...Object.entries(earlierNames)]),
    protects: flags.protect === true,
    takenNames: stack?.names ?? [],
    configValues: projectConfig(job),
    plaintextNames: parsePlaintextNames(config.get(`${NAMESPACE}:plaintextNames`)),
  };
}

/** The values in the namespace of the project. */
function projectConfig({ folder, config }: ReadJob): ReadonlyMap<string, string> {
  const prefix = `${folder.name}:`;
  const values = new Map<string, string>();
  for (const [key, value] of config) {
    if (key.startsWith(prefix) && hasValue(config, key))
      values.set(key.slice(prefix.length), value);
  }
  return values;
}

function planFiles(
  { folder, stack }: ReadJob,
  target: TargetProgram,
  program: ImportedProgram,
): PlannedFiles {
  const { layout, entryText, entryLines, isBeside, origin } = target;
  const options = {
    name: folder.name,
    sdk: loadSdk(),
    range: ownRange(folder.folder),
    isBeside,
    ...(origin && { origin }),
    ...(stack && { stack: stack.name }),
  };
  const files = layout.programFiles(program.parts, options);
  const nearest = (name: string) => nearestFile(folder.folder, name, isBeside);
  const isModule = readJson(nearest("package.json") ?? "")?.type === "module";
  const lines = loadLines(layout, files, isModule);
  // The user may have edited an entry file that an earlier run wrote.
  const canWriteEntry = !isBeside && (entryText === undefined || entryLines !== undefined);
  const missingLines = lines.filter((line) => !entryText?.split(/\r?\n/).includes(line));
  const linesToAdd = canWriteEntry ? [] : missingLines;
  if (files.length === 0) return { files, projectFiles: [], lines: linesToAdd };
  const hasFile = (name: string) => nearest(name) !== undefined;
  const project = neededFiles(projectFiles(options, layout, hasFile), hasFile);
  project.push(...program.values);
  if (canWriteEntry && layout.entryFile)
    project.push(writeEntryFile(layout.entryFile, [...(entryLines ?? []), ...lines]));
  return { files, projectFiles: project, lines: linesToAdd };
}

/** The SDK of a program. A program in TypeScript uses this package; other languages use generated SDKs. */
function loadSdk(): Sdk {
  const path = join(PACKAGE_FOLDER, "plugin/schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8")) as Sdk;
  return { ...schema, packages: { ...packages, typescript: OWN_PACKAGE } };
}

/** @throws {Error} if two resources would have the same name, which the file of `--names` can cause. */
function requireUniqueNames(added: readonly Declared[], takenNames: readonly string[]): void {
  const used = new Set(takenNames);
  for (const { object, resource } of added) {
    if (used.has(resource.name))
      throw new Error(`--names: ${objectKey(object)}: another resource is called ${resource.name}`);
    used.add(resource.name);
  }
}

/** The most bytes of an environment variable in Linux, less those of its name. The CLI passes the config to a program in a variable. */
const MAX_CONFIG_BYTES = 128 * 1_024 - 64;

/** The length of JSON as a program in Go writes it: with an escape of six bytes for each of these characters. */
const bytesInGo = (values: object): number =>
  Buffer.byteLength(JSON.stringify(values).replaceAll(/[<>&\u2028\u2029]/g, "\\u0000"));

/** @throws {Error} if the program could never run, because the stack's config would be too large. */
function requireSmallConfig({ config, folder, stack }: ReadJob, program: ImportedProgram): void {
  const values = new Map<string, string | undefined>(config);
  const missing = program.settings.filter(({ isSet }) => !isSet);
  for (const [{ name }, parts] of Map.groupBy(missing, ({ setting }) => setting)) {
    const key = `${folder.name}:${name}`;
    const [first] = parts;
    const isObject = first?.member !== undefined;
    const members = parts.map(({ member, value }) => [member, value]);
    values.set(key, isObject ? JSON.stringify(Object.fromEntries(members)) : first?.value);
  }
  const bytes = bytesInGo(Object.fromEntries(values));
  if (bytes < MAX_CONFIG_BYTES) return;
  throw new Error(
    `the config of stack ${stack?.name} would have ${Math.ceil(bytes / 1_024)} KiB, and Pulumi can pass 128 KiB to a program: ` +
      "divide the account with --split",
  );
}
