import { keyOf } from "../../account/listing";
import { pathOf } from "../../importing/settings";
import { baseUrlOf } from "../account";
import { ensurePlugin } from "../plugin";
import { gistOf, pulumi } from "../pulumi";
import { writeFiles } from "./folder";
import { removeJournal, writeJournal } from "./journal";
import { canRun } from "./packages";
import type { Planned } from "./plan";
import type { Ended, Proof } from "./report";
import { type ConfigEntry, createStack, importAll, readStack, setConfig, type TargetStack } from "./stack";

/** Does what is planned for a project, step by step. */
export async function carryOut(job: Planned): Promise<Ended> {
  const { folder, stack, entries } = job;
  const written = write(job);
  if (!stack) return { ...job, written, imported: 0 };
  await configure(job, stack);
  await importInto(job, stack);
  removeJournal(folder.folder);
  return { ...job, written, imported: entries.length, proof: await prove(job, stack) };
}

/** Writes the program; the journal before it, so that a run that is killed can be finished. */
function write({ folder, files, others, journal }: Planned): string[] {
  if (files.length === 0) return [];
  const [project, rest] = [others.filter(isProject), others.filter((each) => !isProject(each))];
  const written = folder.isProject ? [] : writeFiles(folder.folder, project);
  writeJournal(folder.folder, journal);
  return [...written, ...writeFiles(folder.folder, [...files, ...rest])];
}

const isProject = ({ path }: { readonly path: string }): boolean => path === "Pulumi.yaml";

/** Brings the stack, the plugin and the config to where the import needs them. */
async function configure(job: Planned, stack: TargetStack): Promise<void> {
  const { folder, plan, flags, version, progress, at } = job;
  if (plan.declared.length === 0) return;
  progress.step(`configuring stack ${stack.name}`);
  if (!stack.exists) await createStack(stack.name, at);
  if (flags.form === "plugin" && !folder.namesPlugin) await ensurePlugin(version);
  await setConfig(stack.name, [...ownSettings(job), ...programSettings(job)], at);
}

/** What ties the stack to its account and, for a program in TypeScript, to the plugin. */
function ownSettings({ language, flags, config }: Planned): ConfigEntry[] {
  const plugin = flags.form === "plugin" && language === "typescript" ? "true" : "";
  const wanted = { "edge-ingress:baseUrl": baseUrlOf(config) ?? "", "edge-ingress:plugin": plugin };
  return Object.entries(wanted).flatMap(([key, value]) =>
    value === "" || (config.get(key) ?? "") !== "" ? [] : [{ key, value, isSecret: false }],
  );
}

/** What the program reads, and the config lacks. */
const programSettings = ({ folder, plan }: Planned): ConfigEntry[] =>
  [...Map.groupBy(plan.settings, ({ setting }) => setting)].flatMap(([{ name, isSecret, members }, all]) => {
    const isWhole = members !== undefined && all.every(({ value, isSet }) => value !== undefined && !isSet);
    if (isWhole) {
      const object = Object.fromEntries(all.map(({ member, value }) => [member, value]));
      return [{ key: `${folder.name}:${name}`, value: JSON.stringify(object), isSecret }];
    }
    return all.flatMap((each) => {
      const { value, isSet, member } = each;
      if (value === undefined || isSet) return [];
      return [{ key: `${folder.name}:${pathOf(each)}`, value, isSecret, isPath: member !== undefined }];
    });
  });

/** Records the objects in the state, which ends what the journal is for. */
async function importInto({ entries, flags, progress, at }: Planned, stack: TargetStack): Promise<void> {
  if (entries.length === 0) return;
  const step = progress.step(`importing into stack ${stack.name}, objects`, entries.length);
  await importAll(stack.name, entries, { ...at, protects: flags.protect === true }, step);
}

/** Previews the program, if it can run as it is. */
async function prove(job: Planned, stack: TargetStack): Promise<Proof | undefined> {
  const { folder, entries, plan, language, journal, progress, at } = job;
  const isWhole = plan.settings.every(({ value }) => value !== undefined);
  if (entries.length === 0 || journal.isBeside || !isWhole || !canRun(folder.folder, language)) return undefined;
  progress.step("previewing the program");
  const args = ["preview", "--stack", stack.name, "--expect-no-changes"];
  const ended = await pulumi(args, { ...at, isInterruptible: true });
  if (ended.code === 0) return { isUnchanged: true };
  const changes = changesIn(ended.stdout);
  const reason = changes.length > 0 ? "it proposes changes" : gistOf(ended.stderr, ended.stdout);
  return { isUnchanged: false, reason, changes };
}

/** The lines on resources that are not the same: an operation, a type and a name. */
const changesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^ ?[~+-]{1,2} +\S+:\S+ .*$/gm)].map(([line]) => line.trim().replaceAll(/ +/g, " "));

/** How many of the objects that were to be imported the state has. */
export async function recordedOf({ folder, stack, plan, entries }: Planned): Promise<number> {
  if (!stack || entries.length === 0) return 0;
  const { managed } = await readStack(stack.name, { cwd: folder.folder }, true).catch(() => stack);
  const keys = plan.declared.map(({ object }) => keyOf(object));
  return keys.filter((key) => managed.has(key) && !stack.managed.has(key)).length;
}
