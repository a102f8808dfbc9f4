import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountObject, keyOf } from "../../account/account";
import { packages, type Sdk } from "../../codegen/sdk";
import { NAMESPACE, plaintextNamesIn } from "../../core/definitions/settings";
import { providerText } from "../../fronts/program/form";
import { namesIn } from "../../importing/choice";
import { type Declared, entryOf } from "../../importing/declared";
import { type Plan, planOf } from "../../importing/plan";
import { type FileText, type Layout, layouts, OWN_PACKAGE } from "../../importing/project";
import { entryWith, lackingIn, loadLines, ownLines, projectFiles } from "../../importing/project-files";
import { baseUrlOf } from "../account";
import { isOtherFile, jsonIn, nearestFile, ownRange, stemExists, textIn } from "./folder";
import { changedSince, journalOf } from "./journal";
import { type Read, selected } from "./selection";

/** What was read, with all that is to be done. */
export type Planned = ReturnType<typeof plan>;

/** Plans an import. Writes nothing. */
export function plan(job: Read) {
  const { folder, language, objects, stack, config, settings, elsewhere, earlier, flags } = job;
  const layout = layouts[language];
  const modules = earlier?.modules ?? flags.modules;
  const managed = stack?.managed ?? new Set<string>();
  const taken = stack?.names ?? [];
  const isManaged = (object: AccountObject) => managed.has(keyOf(object));
  const { open, leftOut } = selected(job, modules);
  if (language === "go" && open.length > 0 && !earlier && folder.hasProgram(language))
    throw new Error(`${folder.folder} has a program in Go, beside which none can be written: name a new folder`);
  const url = baseUrlOf(settings);
  const ofAccount = url !== undefined && { origin: { url, date: new Date().toISOString().slice(0, 10) } };
  const { entryText, ownEntry } = entryOfFolder(folder.folder, layout);
  const isBeside = earlier?.isBeside ?? (ownEntry === undefined && folder.hasProgram(language));
  const subjects = new Map(Object.entries({ ...earlier?.parts }));
  const begun = new Set(subjects.values());
  const made = planOf(open, {
    ...layout,
    groups: flags.group && layout.hasLoops,
    ...ofAccount,
    ...(earlier && { subjects }),
    isTaken: (subject) =>
      !begun.has(subject) && stemExists(folder.folder, layout.fileOf(subject, isBeside), layout.endings),
    // What an earlier run has begun reads its own files.
    isOther: (path, text) => !earlier && isOtherFile(folder.folder, { path, text }),
    wished: namesIn(job.ids),
    known: new Map([...job.given, ...Object.entries({ ...earlier?.settings, ...earlier?.names })]),
    protects: flags.protect === true,
    taken,
    configured: ownConfig(job),
    plaintextNames: plaintextNamesIn(config.get(`${NAMESPACE}:plaintextNames`)),
  });
  const { declared, parts } = made;
  const added = declared.filter(({ object }) => !isManaged(object));
  requireOwnNames(added, taken);
  if (stack && language !== "yaml") requireSmallConfig(job, made);
  const project = { name: folder.name, sdk: sdkOf(), range: ownRange(folder.folder), isBeside };
  const options = { ...project, ...ofAccount, ...(stack && { stack: stack.name }) };
  const files = layout.files(parts, options);
  const nearest = (name: string) => nearestFile(folder.folder, name, isBeside);
  const lines = loadLines(layout, files, jsonIn(nearest("package.json") ?? "")?.type === "module");
  // Somebody may have edited it since an earlier run wrote it.
  const isOwn = !isBeside && (entryText === undefined || ownEntry !== undefined);
  const entry = isOwn && layout.entry ? [entryWith(layout.entry, [...(ownEntry ?? []), ...lines])] : [];
  const hasFile = (name: string) => nearest(name) !== undefined;
  const ofProject = lackingIn(projectFiles(options, layout, hasFile), hasFile);
  const others: FileText[] = files.length === 0 ? [] : [...ofProject, ...made.values, ...entry];
  return {
    ...job,
    plan: made,
    layout,
    journal: journalOf(made, { language, modules, named: job.named, isBeside }, earlier?.digests ?? {}),
    /** The program's own files. */
    files,
    /** Files of a project that does not exist yet, and what runs the program if nothing else does. */
    others,
    /** The lines that a program lacks that the command has not written. */
    lines: isOwn ? [] : lines.filter((line) => !entryText?.split(/\r?\n/).includes(line)),
    /** What differs from what an earlier run has declared. */
    changed: earlier ? changedSince(earlier, declared) : [],
    /** What is left to the stacks that manage it. */
    leftOut,
    /** What two stacks manage after the import. */
    shared: added.flatMap(({ object }) => (elsewhere.managers.has(keyOf(object)) ? [object] : [])),
    /** How many objects the stack manages already. */
    managed: objects.filter(isManaged).length,
    /** What the state does not have. */
    entries: (stack ? added : []).map((each) => entryOf(each, flags.form, providerText(each.object.definition))),
  };
}

/** The file of a folder that loads the others, and its lines if the command wrote all of them. */
function entryOfFolder(folder: string, { entry }: Layout) {
  const entryText = entry && textIn(join(folder, entry.path));
  return { entryText, ownEntry: entry && ownLines(entry, entryText ?? "") };
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
    return [key, members[0]?.[0] === "" ? members[0][1] : JSON.stringify(Object.fromEntries(members))] as const;
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
  const schema = JSON.parse(readFileSync(join(__dirname, "../../fronts/plugin/schema.json"), "utf8")) as Sdk;
  return { ...schema, packages: { ...packages, typescript: OWN_PACKAGE } };
}
