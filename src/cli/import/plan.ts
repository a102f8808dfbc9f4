import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountObject, keyOf } from "../../account/account";
import { packages, type Sdk } from "../../codegen/sdk";
import { NAMESPACE, parsePlaintextNames } from "../../core/definitions/settings";
import { providerText } from "../../fronts/program/registration";
import { namesIn } from "../../importing/choice";
import { type Declared, entryOf } from "../../importing/declared";
import type { Origin, PlanOptions } from "../../importing/options";
import { type Plan, planOf } from "../../importing/plan";
import { type FileText, type Layout, layouts, OWN_PACKAGE } from "../../importing/project";
import {
  entryWith,
  lackingIn,
  loadLines,
  ownLines,
  projectFiles,
} from "../../importing/project-files";
import { baseUrlOf } from "../account";
import { isOtherFile, jsonIn, nearestFile, ownRange, stemExists, textIn } from "./folder";
import { changedSince, journalOf } from "./journal";
import { type Read, selected } from "./selection";

/** An account that was read, with all that is to be done. */
export type Planned = ReturnType<typeof plan>;

/** Plans an import. Writes nothing. */
export function plan(job: Read) {
  const { language, objects, stack, elsewhere, earlier, flags } = job;
  const modules = earlier?.modules ?? flags.modules;
  const isManaged = (object: AccountObject) => stack?.managed.has(keyOf(object)) ?? false;
  const { open, leftOut } = selected(job, modules);
  if (open.length > 0) requireFolderForGo(job);
  const place = placeOf(job);
  const { layout, isBeside } = place;
  const made = planOf(open, planOptions(job, place));
  const added = made.declared.filter(({ object }) => !isManaged(object));
  requireOwnNames(added, stack?.names ?? []);
  if (stack && language !== "yaml") requireSmallConfig(job, made);
  return {
    ...job,
    ...filesToWrite(job, place, made),
    plan: made,
    layout,
    journal: journalOf(
      made,
      { language, modules, named: job.named, isBeside },
      earlier?.digests ?? {},
    ),
    /** The objects that differ from what an earlier run has declared. */
    changed: earlier ? changedSince(earlier, made.declared) : [],
    /** The objects that are left to the stacks that manage them. */
    leftOut,
    /** The objects that two stacks manage after the import. */
    shared: added.flatMap(({ object }) => (elsewhere.managers.has(keyOf(object)) ? [object] : [])),
    /** The number of objects that the stack manages already. */
    managed: objects.filter(isManaged).length,
    /** The entries of the import file: objects that the state does not have. */
    entries: (stack ? added : []).map((declared) => {
      return entryOf(declared, flags.form, providerText(declared.object.definition));
    }),
  };
}

/** @throws {Error} if the folder has a program in Go, which consists of all files of its folder. */
function requireFolderForGo({ folder, language, earlier }: Read): void {
  if (language !== "go" || earlier || !folder.hasProgram(language)) return;
  throw new Error(
    `${folder.folder} has a program in Go, beside which none can be written: name a new folder`,
  );
}

/** The place of the files that an import writes. */
interface Place {
  readonly layout: Layout;
  readonly entryText: string | undefined;
  /** The lines of the entry file, if the command wrote all of them. */
  readonly entryLines: readonly string[] | undefined;
  /** Whether the files are in a folder of their own, beside a program that the command did not write. */
  readonly isBeside: boolean;
  readonly origin: Origin | undefined;
}

function placeOf({ folder, language, settings, earlier }: Read): Place {
  const layout = layouts[language];
  const { entryText, entryLines } = entryOfFolder(folder.folder, layout);
  const url = baseUrlOf(settings);
  return {
    layout,
    entryText,
    entryLines,
    isBeside: earlier?.isBeside ?? (entryLines === undefined && folder.hasProgram(language)),
    origin: url === undefined ? undefined : { url, date: new Date().toISOString().slice(0, 10) },
  };
}

function planOptions(job: Read, { layout, isBeside, origin }: Place): PlanOptions {
  const { folder, stack, config, earlier, flags } = job;
  const subjects = new Map(Object.entries({ ...earlier?.parts }));
  const declaredEarlier = new Set(subjects.values());
  return {
    ...layout,
    groups: flags.group && layout.hasLoops,
    ...(origin && { origin }),
    ...(earlier && { subjects }),
    isTaken: (subject) =>
      !declaredEarlier.has(subject) &&
      stemExists(folder.folder, layout.fileOf(subject, isBeside), layout.endings),
    // The program of an earlier run reads the files that this run has written.
    isOther: (path, text) => !earlier && isOtherFile(folder.folder, { path, text }),
    wished: namesIn(job.ids),
    known: new Map([...job.given, ...Object.entries({ ...earlier?.settings, ...earlier?.names })]),
    protects: flags.protect === true,
    taken: stack?.names ?? [],
    configured: ownConfig(job),
    plaintextNames: parsePlaintextNames(config.get(`${NAMESPACE}:plaintextNames`)),
  };
}

/** The files of the program and of its project, and the lines that a program lacks. */
function filesToWrite({ folder, stack }: Read, place: Place, made: Plan) {
  const { layout, entryText, entryLines, isBeside, origin } = place;
  const project = { name: folder.name, sdk: sdkOf(), range: ownRange(folder.folder), isBeside };
  const options = { ...project, ...(origin && { origin }), ...(stack && { stack: stack.name }) };
  const files = layout.files(made.parts, options);
  const nearest = (name: string) => nearestFile(folder.folder, name, isBeside);
  const lines = loadLines(layout, files, jsonIn(nearest("package.json") ?? "")?.type === "module");
  // Somebody may have edited the entry since an earlier run wrote it.
  const isOwnEntry = !isBeside && (entryText === undefined || entryLines !== undefined);
  const entry =
    isOwnEntry && layout.entry ? [entryWith(layout.entry, [...(entryLines ?? []), ...lines])] : [];
  const hasFile = (name: string) => nearest(name) !== undefined;
  const ofProject = lackingIn(projectFiles(options, layout, hasFile), hasFile);
  const others: FileText[] = files.length === 0 ? [] : [...ofProject, ...made.values, ...entry];
  return {
    /** The files of the program. */
    files,
    /** Files of a project that does not exist yet, and the entry that runs the program if nothing else does. */
    others,
    /** The lines that a program lacks that the command has not written. */
    lines: isOwnEntry ? [] : lines.filter((line) => !entryText?.split(/\r?\n/).includes(line)),
  };
}

/** The file of a folder that loads the others, and its lines if the command wrote all of them. */
function entryOfFolder(folder: string, { entry }: Layout) {
  const entryText = entry && textIn(join(folder, entry.path));
  return { entryText, entryLines: entry && ownLines(entry, entryText ?? "") };
}

/** @throws {Error} if two resources of a project would have the same name, which a file can give. */
function requireOwnNames(added: readonly Declared[], taken: readonly string[]): void {
  const used = new Set(taken);
  for (const { object, resource } of added) {
    if (used.has(resource.name))
      throw new Error(`--names: ${keyOf(object)}: another resource is called ${resource.name}`);
    used.add(resource.name);
  }
}

/** What Linux accepts as one variable of the environment, by which the CLI passes the config to a program, in bytes. */
const MOST_CONFIG = 128 * 1_024;

/** @throws {Error} if the program could never run, because the stack's config would be too large. */
function requireSmallConfig({ config, folder, stack }: Read, { settings }: Plan): void {
  const open = settings.filter(({ isSet }) => !isSet);
  const own = Map.groupBy(open, ({ setting }) => `${folder.name}:${setting.name}`);
  const values = [...own].map(([key, all]) => {
    const members = all.map(({ member = "", value }) => [member, value] as const);
    return [
      key,
      members[0]?.[0] === "" ? members[0][1] : JSON.stringify(Object.fromEntries(members)),
    ] as const;
  });
  const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries([...config, ...values])));
  if (bytes < MOST_CONFIG) return;
  throw new Error(
    `the config of stack ${stack?.name} would have ${Math.ceil(bytes / 1_024)} KiB, and Pulumi can pass 128 KiB to a program: ` +
      "divide the account with --split",
  );
}

/** The values of the project's own namespace. If an import is killed, the CLI may set an empty one, which is none. */
function ownConfig({ folder, config }: Read): ReadonlyMap<string, string> {
  const prefix = `${folder.name}:`;
  const own = [...config].filter(([key, value]) => key.startsWith(prefix) && value !== "");
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** In TypeScript, programs use this package; in other languages, SDKs that are made of its schema. */
function sdkOf(): Sdk {
  const schema = JSON.parse(
    readFileSync(join(__dirname, "../../fronts/plugin/schema.json"), "utf8"),
  ) as Sdk;
  return { ...schema, packages: { ...packages, typescript: OWN_PACKAGE } };
}
