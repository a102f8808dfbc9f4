import {
  edgeWithoutModulesNote,
  keyOf,
  objectKey,
  type SkippedObject,
  skippedText,
} from "../../account/account";
import { unlistedNote } from "../../account/ids/named-objects";
import { uncapitalized } from "../../core/schema/case";
import { importCommand, NOT_IMPORTED } from "../../importing/project-files";
import { configPath } from "../../importing/settings";
import { count, jsonReport, printable } from "../../insight/report/text";
import { writeOutput } from "../input";
import { hasValue } from "../stack";
import { filesToWrite } from "./files";
import type { ImportFlags } from "./job";
import { managerOf, stackLines } from "./other-stacks";
import { readPackages } from "./packages";
import type { PlannedJob } from "./plan";
import type { CompletedJob, Preview } from "./steps";

/** Prints the results of all projects, and returns the exit code. */
export function printResults(
  jobs: readonly CompletedJob[],
  { json, split, report }: ImportFlags,
): number {
  const results = jobs.map(importResult);
  const document = jsonReport(1, split ? { parts: results } : { ...results[0] });
  const lines = results.flatMap(resultLines).map(printable);
  console.log(json ? document : lines.join("\n"));
  if (report !== undefined) writeOutput(report, `${document}\n`);
  return jobs.some(needsAttention) ? 1 : 0;
}

/**
 * Checks whether the user has to act: an object is not imported, the program does not load the
 * files, or a preview shows a change.
 */
function needsAttention(job: CompletedJob): boolean {
  const { written, journal, lines, program, preview } = job;
  const isIncomplete = journal.isBeside || lines.length > 0;
  const isUnloaded = written !== undefined && isIncomplete && program.declared.length > 0;
  return problemNotes(job).length > 0 || preview?.isUnchanged === false || isUnloaded;
}

/** The result of an import into a project, as `--json` prints it. */
interface ImportResult {
  readonly part?: string;
  readonly stack: string | undefined;
  readonly objects: readonly {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly missingSecrets: readonly string[];
  }[];
  readonly skipped: readonly SkippedObject[];
  readonly leftOut: readonly {
    readonly type: string;
    readonly id: string;
    readonly stack: string | undefined;
  }[];
  readonly files: readonly string[];
  readonly isDryRun: boolean;
  readonly imported: number;
  readonly managed: number;
  readonly preview: Preview | undefined;
  readonly notes: readonly string[];
  readonly lines: readonly string[];
  readonly commands: readonly string[];
}

function importResult(job: CompletedJob): ImportResult {
  const { folder, stack, part, program, files, projectFiles, written, otherStacks } = job;
  const unwritten = () => filesToWrite(folder.folder, [...projectFiles, ...files]);
  return {
    ...(part !== undefined && { part }),
    stack: stack?.name,
    objects: program.declared.map(({ object, resource: { type, name }, missing }) => {
      return { type, name, id: object.id, missingSecrets: missing };
    }),
    skipped: skippedObjects(job),
    leftOut: job.leftOut.map((object) => {
      const stack = managerOf(object, otherStacks);
      return { type: object.definition.type, id: object.id, stack };
    }),
    files: written ?? unwritten().map(({ path }) => path),
    isDryRun: written === undefined,
    imported: job.imported,
    managed: job.managed,
    preview: job.preview,
    notes: resultNotes(job),
    lines: job.lines,
    commands: nextCommands(job),
  };
}

/** The result as text. */
function resultLines(result: ImportResult): string[] {
  const { part, stack, objects, files, isDryRun, imported, managed, preview } = result;
  const text: string[] = part === undefined ? [] : ["", `${part}:`];
  for (const path of files) text.push(`${isDryRun ? "would write" : "wrote"} ${path}`);
  if (isDryRun)
    text.push(...objects.map(({ type, name, id }) => `would declare ${type} ${name} (${id})`));
  if (managed > 0)
    text.push(`${count(managed, "object")} managed by the stack already: left alone`);
  if (stack !== undefined) {
    const verb = isDryRun ? "would import" : "imported";
    text.push(`${verb} ${count(imported, "object")} into stack ${stack}`);
  }
  if (objects.length === 0) text.push("nothing new to import");
  if (preview) text.push(...previewLines(preview));
  text.push(...result.notes.map((note) => `note: ${note}`));
  text.push(...section(`Add to the program${beforeDeletion(imported)}:`, result.lines));
  text.push(...section("Next:", result.commands));
  return text;
}

/** The most changes of a preview that the text contains. The text counts the rest. */
const MAX_CHANGES = 10;

function previewLines({ isUnchanged, reason, changes = [] }: Preview): string[] {
  if (isUnchanged) return ["`pulumi preview` shows no change"];
  const lines = changes.slice(0, MAX_CHANGES).map((line) => `  ${line}`);
  if (changes.length > MAX_CHANGES) lines.push(`  and ${changes.length - MAX_CHANGES} more`);
  return [`look at \`pulumi preview\` before the next \`pulumi up\`: ${reason}`, ...lines];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/**
 * A phrase with a blank before it: the time until which the user must complete the program, if the state contains objects that it
 * does not declare yet. Empty otherwise.
 */
const beforeDeletion = (imported: number): string =>
  imported > 0
    ? " before the next `pulumi up`, which deletes what the program does not declare"
    : "";

const GO_WITH_ROUTES =
  "the import cannot record that a module is deleted with its route: `pulumi up` records it, and changes nothing else. A " +
  "`pulumi destroy` before that may delete a module first, and the route serves without it until it is deleted too";

/** Checks whether this run has imported modules of declared routes as resources. */
const hasNewModules = ({ stack, imported, program }: CompletedJob): boolean =>
  stack !== undefined && imported > 0 && program.declared.some(({ route }) => route !== undefined);

const FINISHED = "finished what an earlier run began: run the command again for what is new since";

/** The most objects of a stack whose updates are fast. */
const MAX_FAST_OBJECTS = 500;

const SLOW_STACK =
  "objects are in one stack: each change of an object then takes longer than in a small stack; --split divides the account into " +
  "several stacks";

const MOVE_YAML = "a program in YAML is one file: move what the new file contains into it";

/** The notes of a result, in the order in which they are printed. */
function resultNotes(job: CompletedJob): string[] {
  const { earlier, isFirst, program, journal, part, stack, language } = job;
  const declaredCount = program.declared.length;
  const isLarge = declaredCount > MAX_FAST_OBJECTS && part === undefined;
  const isBesideYaml = journal.isBeside && language === "yaml" && declaredCount > 0;
  return [
    ...problemNotes(job),
    ...program.renamed,
    ...missingObjectNotes(job),
    ...managerNotes(job),
    ...(isFirst ? accountNotes(job) : []),
    ...noteIf(stack === undefined && declaredCount > 0, uncapitalized(NOT_IMPORTED)),
    ...noteIf(hasNewModules(job), GO_WITH_ROUTES),
    ...noteIf(earlier !== undefined, FINISHED),
    ...(isFirst ? unlistedNote(job.named) : []),
    ...noteIf(isLarge, `${declaredCount} ${SLOW_STACK}`),
    ...noteIf(isBesideYaml, `${MOVE_YAML}${beforeDeletion(job.imported)}`),
  ];
}

const noteIf = (condition: boolean, note: string): string[] => (condition ? [note] : []);

/** Notes about objects that other stacks manage. */
const managerNotes = ({ leftOut, shared, otherStacks }: CompletedJob): string[] => [
  ...stackLines(leftOut, otherStacks, (stack) => `left out, because stack ${stack} manages them`),
  ...stackLines(shared, otherStacks, (stack) => `stack ${stack} manages these objects, too`),
];

/** Notes that do not depend on the project. */
const accountNotes = ({ otherStacks, account }: CompletedJob): string[] => [
  ...otherStacks.notes,
  ...account.edgesWithoutModules.map(edgeWithoutModulesNote),
];

/** Notes about objects that are not imported as they are. */
const problemNotes = (job: PlannedJob): string[] => [
  ...skippedObjects(job).map(skippedText),
  ...job.program.notes,
  ...job.absent,
  ...job.changed,
];

const skippedObjects = ({ unreadable, program }: PlannedJob): SkippedObject[] => [
  ...unreadable,
  ...program.skipped,
];

/** Notes about objects that an earlier run declared, and that the account does not contain any more. */
function missingObjectNotes(job: CompletedJob): string[] {
  const { earlier, program } = job;
  const found = new Set([
    ...program.declared.map(({ object }) => objectKey(object)),
    ...skippedObjects(job).map(({ type, id }) => keyOf(type, id)),
  ]);
  const missing = Object.entries(earlier?.names ?? {}).filter(([key]) => !found.has(key));
  return missing.map(
    ([key, name]) => `${name} (${key}) is not in the account any more: remove it from the program`,
  );
}

const API_KEY = "edge-ingress:apiKey";

/** The commands that the user runs after the import. */
function nextCommands(job: CompletedJob): string[] {
  const { stack, flags, program, layout, config, settings } = job;
  if (program.declared.length === 0) return [];
  const commands = [...installCommands(job)];
  if (stack === undefined) return [...commands, importCommand(layout)];
  const option = ` --stack ${flags.stack}`;
  // The stack does not get the key of another stack with which the account was read.
  if (hasValue(settings, API_KEY) && !hasValue(config, API_KEY))
    commands.push(`pulumi config set --secret ${API_KEY}${option}`);
  // The import has set all values that are known. Only secrets can be unknown.
  for (const setting of program.settings) {
    if (setting.isSet || setting.value !== undefined) continue;
    const flag = setting.member === undefined ? "--secret" : "--secret --path";
    commands.push(`pulumi config set ${flag} ${configPath(setting)}${option}`);
  }
  const hasMissingSecret = program.declared.some(({ missing }) => missing.length > 0);
  if (hasMissingSecret || hasNewModules(job)) commands.push(`pulumi up${option}`);
  return commands;
}

/** The commands that install the packages of the program. An existing project has its SDK. */
function installCommands({ folder, language, layout }: CompletedJob): readonly string[] {
  if (language === "typescript") return readPackages(folder.folder).commands;
  return folder.isProject ? [] : layout.commands;
}
