import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { IdEntry } from "../../account/ids";
import { distinct } from "../../account/named";
import { sshCertificateAuthority } from "../../core/definitions/ssh-certificate-authority";
import type { Language } from "../../importing/project";
import { accountReader, entriesIn } from "../account";
import { type Session, untilAborted } from "../session";
import type { StackConfig } from "../stack";
import { cliProblems } from "./cli-checks";
import { type ProjectFolder, readFolder } from "./folder";
import type { ImportFlags, Start } from "./job";
import { type Journal, namedBefore, readJournal } from "./journal";
import { readNames } from "./names";
import { installCommands, lackingPackages } from "./packages";
import { readStack, type TargetStack } from "./stack";

/** What an import starts from, with the project and its stack as they are before. */
export type Checked = Awaited<ReturnType<typeof check>>;

/**
 * Looks at a project, its stack, and all that the import needs. Writes nothing.
 *
 * @throws {AggregateError} with everything that is in the way.
 */
export async function check(start: Start) {
  const { root, part, isFirst, flags, signal } = start;
  const problems: unknown[] = [];
  const tried = async <T>(look: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await look();
    } catch (error) {
      signal.throwIfAborted();
      problems.push(...(error instanceof AggregateError ? error.errors : [error]));
      return undefined;
    }
  };
  const ids = await tried(() => namedEntries(flags));
  const given = await tried(() => readNames(flags));
  const before = await tried(() => namedBefore(root, flags));
  const folder = await tried(() => readFolder(part === undefined ? root : join(root, part), nameOf(start)));
  const earlier = folder && (await tried(() => readJournal(folder.folder)));
  const language = folder && (await tried(() => languageOf(folder, flags, earlier)));
  const stack = folder && language && (await tried(() => checkedStack(folder, language, start)));
  const config: StackConfig = stack?.config ?? new Map();
  await tried(() => requireForm(stack, flags));
  if (folder && language) await tried(() => requirePackages(folder.folder, language, flags));
  if (isFirst) await tried(() => requireAccount(config, start));
  await tried(() => requireReport(flags));
  await tried(() => requireAnswer(flags));
  if (problems.length > 0 || !ids || !given || !before || !folder || !language) throw new AggregateError(problems);
  return {
    ...start,
    /** What the options name. */
    ids,
    /** What is looked for beside the lists. */
    named: distinct([...ids.flatMap((each) => each.named ?? []), ...before]),
    /** Names that a file gives, by the keys of objects and ids. */
    given,
    folder,
    language,
    stack,
    /** How the CLI runs in the project. */
    at: { cwd: folder.folder, signal },
    /** That of the stack, if there is a stack. */
    config,
    /** What an earlier run has left to be done. */
    earlier,
  };
}

function namedEntries(flags: ImportFlags): IdEntry[] {
  const ids = entriesIn(flags);
  if (flags.onlyIds && ids.length === 0) throw new Error("--only-ids: name a file with --ids, or edges and routes");
  return ids;
}

/** The name that a new project gets: two accounts in two folders then have two names for the same part. */
const nameOf = ({ root, part, flags: { project = basename(resolve(root)) } }: Start): string =>
  part === undefined ? project : `${project}-${part}`;

function languageOf(folder: ProjectFolder, flags: ImportFlags, earlier: Journal | undefined): Language {
  const known = earlier?.language ?? folder.language;
  if (flags.language && known && flags.language !== known) {
    throw new Error(`--language ${flags.language}: the project in ${folder.folder} is in ${known}`);
  }
  const language = known ?? flags.language ?? "typescript";
  if (flags.form === "dynamic" && language !== "typescript") throw new Error("--form dynamic is for TypeScript alone");
  return language;
}

async function checkedStack(folder: ProjectFolder, language: Language, { flags, signal }: Start) {
  if (flags.stack === undefined) return undefined;
  const problems = await cliProblems(folder, language, flags.stack, signal);
  if (problems.length > 0) throw new AggregateError(problems.map((each) => new Error(each)));
  return readStack(flags.stack, { cwd: folder.folder, signal }, folder.isProject);
}

function requireForm(stack: TargetStack | undefined, { form }: ImportFlags): void {
  const usesPlugin = stack?.config.get("edge-ingress:plugin") === "true";
  if (form === "plugin" && stack?.hasDynamic) {
    throw new Error(`stack ${stack.name} has dynamic resources: use --form dynamic, or set edge-ingress:plugin first`);
  }
  if (form === "dynamic" && usesPlugin)
    throw new Error(`stack ${stack?.name} uses the plugin: leave out --form dynamic`);
}

/** What `package.json` has to name; the host of dynamic resources also runs in the project, with what is installed there. */
function requirePackages(folder: string, language: Language, { stack, form, dryRun }: ImportFlags): void {
  const lacking = lackingPackages(folder).map(([name]) => name);
  const isNeeded = lacking.length > 0 || (stack !== undefined && form === "dynamic");
  const [command] = installCommands(folder);
  if (language !== "typescript" || dryRun || !isNeeded || command === undefined) return;
  const reason =
    lacking.length > 0 ? `package.json lacks ${lacking.join(", ")}` : "dynamic resources need the packages";
  throw new Error(`${reason}: run \`${command}\` in ${folder}, then this command again`);
}

/** One list, with few retries: what is wrong with the address or the key shows at once. */
async function requireAccount(config: StackConfig, { signal, progress }: Session): Promise<void> {
  const reader = accountReader(config, progress.print, { "edge-ingress:maxRetries": "2" });
  await untilAborted(reader.list(sshCertificateAuthority, { onUnreadable: () => undefined }), signal);
}

function requireReport({ report }: ImportFlags): void {
  const folder = report === undefined ? "." : dirname(report);
  if (!existsSync(folder)) throw new Error(`--report ${report}: the folder ${folder} does not exist`);
}

function requireAnswer({ stack, yes, dryRun }: ImportFlags): void {
  if (stack === undefined || yes || dryRun || process.stdin.isTTY) return;
  throw new Error("without a terminal, --yes is required to import into a stack");
}
