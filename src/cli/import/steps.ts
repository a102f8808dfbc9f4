import { objectKey } from "../../account/account";
import { jsonObject } from "../../core/schema/values";
import { configPath } from "../../importing/settings";
import { count } from "../../insight/report/text";
import { accountBaseUrl } from "../account";
import { shellWord } from "../command";
import { ensurePlugin } from "../plugin";
import { errorSummary, type PulumiOptions, pulumi, pulumiWithFile } from "../pulumi";
import { readStack, type TargetStack } from "../stack";
import { canRun, writeFiles } from "./folder";
import { removeJournal, writeJournal } from "./journal";
import type { PlannedJob } from "./plan";

/** What was planned, with what was done. */
export type CompletedJob = Awaited<ReturnType<typeof carryOut>>;

/** Does what is planned for a project, step by step; a dry run does nothing. */
export async function carryOut(job: PlannedJob) {
  const { folder, entries, flags } = job;
  const stack = flags.dryRun ? undefined : job.stack;
  const written = flags.dryRun ? undefined : write(job);
  if (stack) {
    await configure(job, stack);
    await record(job, stack);
    // All that the journal lists is in the state now.
    removeJournal(folder.folder);
  }
  return {
    ...job,
    written,
    /** Objects that were imported, or would be. */
    imported: entries.length,
    /** What a preview shows after the import. */
    proof: stack && (await prove(job, stack)),
  };
}

/** Writes the program; the journal before it, so that a run that is killed can be finished. */
function write({ folder, files, others, journal }: PlannedJob): string[] {
  if (files.length === 0) return [];
  // The first of the others is Pulumi.yaml.
  const written = folder.isProject ? [] : writeFiles(folder.folder, others.slice(0, 1));
  writeJournal(folder.folder, journal);
  return [...written, ...writeFiles(folder.folder, [...files, ...others.slice(1)])];
}

/** Brings the stack, the plugin and the config to where the import needs them. */
async function configure(job: PlannedJob, stack: TargetStack): Promise<void> {
  const { folder, plan, flags, version, progress, at } = job;
  if (plan.declared.length === 0) return;
  progress.step(`configuring stack ${stack.name}`);
  // The CLI also selects the stack: the commands that follow in the folder need no --stack.
  if (!stack.exists) await required(["stack", "init", stack.name], at);
  if (flags.form === "plugin" && !folder.namesPlugin) await ensurePlugin(version);
  await setConfig(stack.name, [...ownSettings(job), ...programSettings(job)], at);
}

/** A value that the config is to have, by its whole key. The key of a path ends with the name of a member of an object. */
type ConfigEntry = ReturnType<typeof programSettings>[number];

/** What ties the stack to its account and, for a program in TypeScript, to the plugin. */
function ownSettings({ language, flags, config, settings }: PlannedJob): ConfigEntry[] {
  const plugin = flags.form === "plugin" && language === "typescript" ? "true" : "";
  const wanted = {
    "edge-ingress:baseUrl": accountBaseUrl(settings) ?? "",
    "edge-ingress:plugin": plugin,
  };
  return Object.entries(wanted).flatMap(([key, value]) =>
    value === "" || (config.get(key) ?? "") !== ""
      ? []
      : [{ key, value, isSecret: false, isPath: false }],
  );
}

/** What the program reads, and the config lacks. */
const programSettings = ({ folder, plan }: PlannedJob) =>
  [...Map.groupBy(plan.settings, ({ setting }) => setting)].flatMap(
    ([{ name, isSecret, members }, all]) => {
      const open = all.filter(({ value, isSet }) => value !== undefined && !isSet);
      const isObject = members !== undefined;
      if (isObject && open.length === all.length) {
        const value = JSON.stringify(
          Object.fromEntries(open.map(({ member, value }) => [member, value])),
        );
        return [{ key: `${folder.name}:${name}`, value, isSecret, isPath: false }];
      }
      return open.map((each) => {
        return {
          key: `${folder.name}:${configPath(each)}`,
          value: String(each.value),
          isSecret,
          isPath: isObject,
        };
      });
    },
  );

/** Half of what fits into one variable of the environment, on Windows too. */
const HALF = 15_000;

/**
 * Sets values in few runs of the CLI, which reads options from the environment. Arguments would show secrets to other users. A
 * value that is too long, or that an older CLI has not set, reaches the CLI by its standard input.
 */
async function setConfig(
  stack: string,
  entries: readonly ConfigEntry[],
  at: PulumiOptions,
): Promise<void> {
  if (entries.length === 0) return;
  const lengthOf = (entry: ConfigEntry) => JSON.stringify(entry).length;
  let length = 0;
  const short = entries.filter((each) => !each.isPath && lengthOf(each) < HALF);
  const runs = Map.groupBy(short, (each) => {
    length += lengthOf(each);
    return Math.floor(length / HALF);
  });
  for (const run of runs.values()) {
    const json = Object.fromEntries(
      run.map(({ key, value, isSecret }) => [key, { value, secret: isSecret }]),
    );
    const environment = { PULUMI_OPTION_JSON: JSON.stringify(json) };
    await required(["config", "set-all", "--stack", stack], { ...at, environment });
  }
  const set = jsonObject((await pulumi(["config", "--json", "--stack", stack], at)).stdout) ?? {};
  for (const { key, value, isSecret, isPath } of entries.filter((each) => !(each.key in set))) {
    const kind = [isSecret ? "--secret" : "--plaintext", ...(isPath ? ["--path"] : [])];
    // The CLI takes one line break off the end.
    await required(["config", "set", ...kind, key, "--stack", stack], {
      ...at,
      input: `${value}\n`,
    });
  }
}

/**
 * The engine then writes the state once, at its end, and not twice for each object. If a run breaks off, the service has lost
 * nothing, and the next run records the objects. A CLI that does not know the settings ignores them.
 */
const ONE_CHECKPOINT = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Records objects in the state; the engine sends nothing for what comes with its values. */
async function record(
  { entries, flags, progress, at }: PlannedJob,
  { name }: TargetStack,
): Promise<void> {
  if (entries.length === 0) return;
  const step = progress.step(`importing into stack ${name}, objects`, entries.length);
  const options = `--generate-code=false --protect=${flags.protect === true} --skip-preview --yes --suppress-outputs`;
  const args = (file: string) => ["import", "--stack", name, "--file", file, ...options.split(" ")];
  // The CLI prints a line for each resource of the plugin, or of the host of dynamic resources, that it has recorded.
  const onOutput = (printed: string) => step(printed.match(/^ = .* imported/gm)?.length ?? 0);
  const input = JSON.stringify({ resources: entries });
  const ended = await pulumiWithFile(args, { ...at, environment: ONE_CHECKPOINT, input, onOutput });
  if (ended.code === 0) return step(entries.length);
  const gist = errorSummary(ended.stderr, ended.stdout);
  if (!/currently locked/.test(gist)) throw new Error(`\`pulumi import\` failed: ${gist}`);
  // A backend in files keeps the lock of a CLI that was killed.
  throw new Error(
    `stack ${name} is locked: another \`pulumi\` command is running, or was killed. If none is running, run ` +
      `\`pulumi -C ${shellWord(at.cwd)} cancel --stack ${name}\`; then run this command again`,
  );
}

async function required(args: readonly string[], at: PulumiOptions): Promise<void> {
  const ended = await pulumi(args, at);
  if (ended.code !== 0)
    throw new Error(
      `\`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${errorSummary(ended.stderr, ended.stdout)}`,
    );
}

/** Previews the program, if it can run as it is. */
async function prove(
  { folder, entries, plan, language, journal, progress, at }: PlannedJob,
  stack: TargetStack,
) {
  const isWhole = plan.settings.every(({ value }) => value !== undefined);
  if (entries.length === 0 || journal.isBeside || !isWhole || !canRun(folder.folder, language))
    return undefined;
  progress.step(`previewing the program of ${count(plan.declared.length, "object")}`);
  const args = ["preview", "--stack", stack.name, "--expect-no-changes"];
  const ended = await pulumi(args, { ...at, isReady: () => true });
  if (ended.code === 0) return { isUnchanged: true };
  // The lines on resources that are not the same: an operation, a type and a name.
  const lines = [...ended.stdout.matchAll(/^ ?[~+-]{1,2} +\S+:\S+ .*$/gm)];
  const changes = lines.map(([line]) => line.trim().replaceAll(/ +/g, " "));
  const reason =
    changes.length > 0 ? "it proposes changes" : errorSummary(ended.stderr, ended.stdout);
  return { isUnchanged: false, reason, changes };
}

/** How many of the objects that were to be imported the state has. */
export async function countRecorded({ folder, stack, plan, entries }: PlannedJob): Promise<number> {
  if (!stack || entries.length === 0) return 0;
  const { managed } = await readStack(stack.name, { cwd: folder.folder }, true).catch(() => stack);
  const isRecorded = (key: string) => managed.has(key) && !stack.managed.has(key);
  return plan.declared.filter(({ object }) => isRecorded(objectKey(object))).length;
}
