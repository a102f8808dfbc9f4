import { objectKey } from "../../account/account";
import { configPath, type SettingValue } from "../../importing/settings";
import { count } from "../../insight/report/text";
import { accountBaseUrl } from "../account";
import { shellWord } from "../command";
import { ensurePlugin } from "../plugin";
import { errorSummary, pulumi, pulumiWithFile, requiredPulumi } from "../pulumi";
import { hasValue, readStack, type TargetStack } from "../stack";
import { type ConfigEntry, setConfig } from "./config";
import { writeFiles } from "./files";
import { removeJournal, writeJournal } from "./journal";
import { canRun } from "./packages";
import type { PlannedJob } from "./plan";

/** An import into a project, with its results. */
export interface CompletedJob extends PlannedJob {
  /** Paths of the written files; undefined after a dry run. */
  readonly written: readonly string[] | undefined;
  /** The number of objects that were imported, or would be. */
  readonly imported: number;
  /** The result of a preview after the import; undefined if the program was not previewed. */
  readonly preview: Preview | undefined;
}

/** The result of a preview. */
export interface Preview {
  readonly isUnchanged: boolean;
  readonly reason?: string;
  /** The lines of the preview that describe changes. */
  readonly changes?: readonly string[];
}

/** Writes the program, and imports the objects into the stack. A dry run does nothing. */
export async function carryOut(job: PlannedJob): Promise<CompletedJob> {
  const { folder, entries, flags } = job;
  const stack = flags.dryRun ? undefined : job.stack;
  const written = flags.dryRun ? undefined : writeProgram(job);
  if (stack) {
    await configure(job, stack);
    await importObjects(job, stack);
    // The state contains all objects of the journal now.
    removeJournal(folder.folder);
  }
  const preview = stack && (await previewProgram(job, stack));
  return { ...job, written, imported: entries.length, preview };
}

/** Writes the journal before the program, so that the next run can finish a run that is killed. */
function writeProgram({ folder, files, projectFiles, journal }: PlannedJob): string[] {
  if (files.length === 0) return [];
  const [description, ...rest] = projectFiles;
  // `Pulumi.yaml` comes first: the journal belongs to the project.
  const written = folder.isProject || !description ? [] : writeFiles(folder.folder, [description]);
  writeJournal(folder.folder, journal);
  return [...written, ...writeFiles(folder.folder, [...files, ...rest])];
}

/** Prepares the stack, the plugin and the config for the import. */
async function configure(job: PlannedJob, stack: TargetStack): Promise<void> {
  const { folder, program, flags, version, progress, at } = job;
  if (program.declared.length === 0) return;
  progress.step(`configuring stack ${stack.name}`);
  // The CLI also selects the stack, so that later commands in the folder need no --stack.
  if (!stack.exists) await requiredPulumi(["stack", "init", stack.name], at);
  if (flags.form === "plugin" && !folder.namesPlugin) await ensurePlugin(version);
  await setConfig(stack.name, [...providerEntries(job), ...programEntries(job)], at);
}

/** The config of the provider that the stack lacks, except the API key: the base URL and, for a program in TypeScript, the plugin. */
function providerEntries({ language, flags, config, settings }: PlannedJob): ConfigEntry[] {
  const usesPlugin = flags.form === "plugin" && language === "typescript";
  const providerValues = {
    "edge-ingress:baseUrl": accountBaseUrl(settings) ?? "",
    "edge-ingress:plugin": usesPlugin ? "true" : "",
  };
  return Object.entries(providerValues)
    .filter(([key, value]) => value !== "" && !hasValue(config, key))
    .map(([key, value]) => ({ key, value, isSecret: false, isPath: false }));
}

/** The config of the program that the stack lacks. */
export function programEntries({
  folder,
  program,
  config,
}: Pick<PlannedJob, "folder" | "program" | "config">): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  for (const [{ name, isSecret, members }, all] of Map.groupBy(
    program.settings,
    ({ setting }) => setting,
  )) {
    const missing = all.filter(isMissingValue);
    const isObject = members !== undefined;
    const key = `${folder.name}:${name}`;
    // An object in the config may have other members, which stay: then each missing member is set by its path.
    if (isObject && missing.length === all.length && !hasValue(config, key)) {
      const object = Object.fromEntries(missing.map(({ member, value }) => [member, value]));
      entries.push({ key, value: JSON.stringify(object), isSecret, isPath: false });
      continue;
    }
    for (const setting of missing) {
      const path = `${folder.name}:${configPath(setting)}`;
      entries.push({ key: path, value: String(setting.value), isSecret, isPath: isObject });
    }
  }
  return entries;
}

const isMissingValue = ({ value, isSet }: SettingValue): boolean => value !== undefined && !isSet;

/**
 * Settings with which the engine writes the state once at its end, and not twice for each object. If a run is interrupted, the next
 * run imports the objects again. A CLI that does not know the settings ignores them.
 */
const ONE_CHECKPOINT = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Imports the objects into the state. The entries contain all values, so the engine sends no request for them. */
async function importObjects(
  { entries, flags, progress, at }: PlannedJob,
  { name }: TargetStack,
): Promise<void> {
  if (entries.length === 0) return;
  const step = progress.step(`importing into stack ${name}, objects`, entries.length);
  const options = `--generate-code=false --protect=${flags.protect === true} --skip-preview --yes --suppress-outputs`;
  const args = (file: string) => ["import", "--stack", name, "--file", file, ...options.split(" ")];
  // The CLI prints a line for each imported resource.
  const onOutput = (printed: string) => step(printed.match(/^ = .* imported/gm)?.length ?? 0);
  const input = JSON.stringify({ resources: entries });
  const ended = await pulumiWithFile(args, { ...at, environment: ONE_CHECKPOINT, input, onOutput });
  if (ended.code === 0) return step(entries.length);
  const summary = errorSummary(ended.stderr, ended.stdout);
  if (!/currently locked/.test(summary)) throw new Error(`\`pulumi import\` failed: ${summary}`);
  // A backend in files keeps the lock of a CLI that was killed.
  throw new Error(
    `stack ${name} is locked: another \`pulumi\` command is running, or was killed. If none is running, run ` +
      `\`pulumi -C ${shellWord(at.cwd)} cancel --stack ${name}\`; then run this command again`,
  );
}

/** Previews the program. Undefined if the program cannot run yet, or if the import changed nothing. */
async function previewProgram(
  { folder, entries, program, language, journal, progress, at }: PlannedJob,
  stack: TargetStack,
): Promise<Preview | undefined> {
  const hasAllValues = program.settings.every(({ value }) => value !== undefined);
  const isRunnable = !journal.isBeside && hasAllValues && canRun(folder.folder, language);
  if (entries.length === 0 || !isRunnable) return undefined;
  progress.step(`previewing the program of ${count(program.declared.length, "object")}`);
  const args = ["preview", "--stack", stack.name, "--expect-no-changes"];
  const ended = await pulumi(args, { ...at, isReady: () => true });
  if (ended.code === 0) return { isUnchanged: true };
  // A line about a changed resource has an operation, a type and a name.
  const lines = ended.stdout.match(/^ ?[~+-]{1,2} +\S+:\S+ .*$/gm) ?? [];
  const changes = lines.map((line) => line.trim().replaceAll(/ +/g, " "));
  const reason =
    changes.length > 0 ? "it proposes changes" : errorSummary(ended.stderr, ended.stdout);
  return { isUnchanged: false, reason, changes };
}

/** Counts the objects that an interrupted import has added to the state. Zero if the state cannot be read. */
export async function countRecorded({
  folder,
  stack,
  program,
  entries,
}: PlannedJob): Promise<number> {
  if (!stack || entries.length === 0) return 0;
  const { managed } = await readStack(stack.name, { cwd: folder.folder }, true).catch(() => stack);
  const keys = program.declared.map(({ object }) => objectKey(object));
  return keys.filter((key) => managed.has(key) && !stack.managed.has(key)).length;
}
