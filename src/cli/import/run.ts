import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { readAccount } from "../../account/account";
import { keyOf } from "../../account/listing";
import { distinct } from "../../account/named";
import { providerText } from "../../fronts/program/provider-text";
import { entryOf } from "../../importing/import-file";
import { partsOf, SHARED } from "../../importing/split";
import { namedIn } from "../account-options";
import { accountReader, showProgress } from "../account-reader";
import { ensurePlugin } from "../plugin";
import type { ImportFlags } from "./command";
import { readFolder, writeFiles } from "./folder";
import { namedBefore, readJournal, removeJournal, writeJournal } from "./journal";
import { prove } from "./proof";
import { type Result, show } from "./result";
import { createStack, importAll, readStack, setConfig, setPlain, type TargetStack } from "./stack";
import { type Given, type Work, workOf } from "./work";

/** Imports an account; gives the exit code. */
export async function run(path: string, flags: ImportFlags, version: string): Promise<number> {
  const named = distinct([...(await namedIn(flags)), ...namedBefore(path, flags)]);
  const first = await targetIn(flags.split ? join(path, SHARED) : path, flags);
  const account = await readAccount(accountReader(first.stack?.config ?? new Map()), named, showProgress);
  if (!flags.split) return show([await importInto({ ...first, account, named, flags, version })], flags);
  const results: Result[] = [];
  // One after the other: each asks before it imports, and all of them write what the CLI keeps.
  for (const [part, objects] of partsOf(account.objects)) {
    const missing = part === SHARED ? account.missing : [];
    const target = await targetIn(join(path, part), flags);
    results.push(await importInto({ ...target, account: { objects, missing }, named, flags, version, part }));
  }
  return show(results, flags);
}

/** A project, what an earlier run has left to do there, and the stack. */
async function targetIn(path: string, flags: ImportFlags): Promise<Pick<Given, "folder" | "stack" | "earlier">> {
  const folder = readFolder(path);
  const stack = flags.stack === undefined ? undefined : await readStack(flags.stack, folder.folder, folder.isProject);
  return { folder, stack, earlier: readJournal(folder.folder) };
}

/** Imports objects into one project. */
async function importInto(given: Given): Promise<Result> {
  const { stack, flags } = given;
  requireForm(stack, flags);
  const work = workOf(given);
  const entries = stack ? entriesOf(work, stack, flags) : [];
  if (flags.dryRun) return { given, work, imported: entries.length, written: undefined };
  if (stack && entries.length > 0) await confirm(entries.length, stack, flags);
  const written = write(given, work);
  const imported = stack ? await record(given, work, stack, entries) : 0;
  const proof = stack && imported > 0 ? await prove(given, work, stack) : undefined;
  return { given, work, imported, written, ...(proof !== undefined && { proof }) };
}

function requireForm(stack: TargetStack | undefined, { form }: ImportFlags): void {
  const usesPlugin = stack?.config.get("edge-ingress:plugin")?.value === "true";
  if (form === "plugin" && stack?.hasDynamic) {
    throw new Error(`stack ${stack.name} has dynamic resources: use --form dynamic, or set edge-ingress:plugin first`);
  }
  if (form === "dynamic" && usesPlugin)
    throw new Error(`stack ${stack?.name} uses the plugin: leave out --form dynamic`);
}

/** What the state does not have. */
const entriesOf = ({ plan }: Work, stack: TargetStack, { form }: ImportFlags) =>
  plan.declared
    .filter(({ object }) => !stack.managed.has(keyOf(object)))
    .map((each) => entryOf(each, form, providerText(each.object.definition)));

async function confirm(count: number, stack: TargetStack, { yes }: ImportFlags): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Error("without a terminal, --yes is required to import into a stack");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Import ${count} objects into stack ${stack.name}? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("nothing was written and nothing was imported");
}

/** Writes the program; the journal before it, so that a run that is killed can be finished. */
function write({ folder }: Given, { files, others, journal }: Work): string[] {
  if (files.length === 0) return [];
  const project = others.filter(({ path }) => path === "Pulumi.yaml");
  const written = folder.isProject ? [] : writeFiles(folder.folder, project);
  writeJournal(folder.folder, journal);
  return [...written, ...writeFiles(folder.folder, [...files, ...others.filter((each) => !project.includes(each))])];
}

/** Brings config and objects into the stack. */
async function record(
  { folder, flags, version }: Given,
  { plan, journal }: Work,
  stack: TargetStack,
  entries: ReturnType<typeof entriesOf>,
): Promise<number> {
  const cwd = folder.folder;
  if (plan.declared.length === 0) {
    removeJournal(cwd);
    return 0;
  }
  if (!stack.exists) await createStack(stack.name, cwd);
  if (flags.form === "plugin") {
    if (!folder.namesPlugin) await ensurePlugin(version);
    if (journal.language === "typescript" && stack.config.get("edge-ingress:plugin")?.value !== "true") {
      await setPlain(stack.name, "edge-ingress:plugin", "true", cwd);
    }
  }
  await setConfig(stack.name, plan.settings, cwd);
  if (entries.length > 0) await importAll(stack.name, entries, cwd);
  removeJournal(cwd);
  return entries.length;
}
