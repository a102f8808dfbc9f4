import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import type { IdEntry } from "../../account/ids";
import { distinct } from "../../account/named";
import { sshCertificateAuthority } from "../../core/definitions/ssh-certificate-authority";
import { isObject, jsonObject } from "../../core/schema/values";
import { type Language, layouts } from "../../importing/project";
import { accountReader, entriesIn } from "../account";
import { gistOf, type PulumiOptions, pulumi } from "../pulumi";
import { untilAborted } from "../session";
import type { StackConfig } from "../stack";
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

/**
 * What keeps the CLI from importing into a stack, looked at in an empty project: the login, the backend, the language host, the
 * passphrase, and a stack of that name in a project elsewhere.
 *
 * @throws {Error} if there is no CLI.
 */
async function cliProblems(folder: ProjectFolder, language: Language, stack: string, signal: AbortSignal) {
  const cwd = mkdtempSync(join(tmpdir(), "edge-ingress-"));
  try {
    const { name, backend } = folder;
    writeFileSync(join(cwd, "Pulumi.yaml"), stringify({ name, runtime: layouts[language].runtimes[0], backend }));
    const about = jsonObject((await pulumi(["about", "--json"], { cwd, signal })).stdout);
    if (!about) return [];
    const errors = Array.isArray(about.errors) ? about.errors.map(String) : [];
    const problems = errors.some((each) => /no language plugin/.test(each)) ? [noHostText(language)] : [];
    if (!isObject(about.backend)) return [...problems, loginProblem(errors)];
    const settings = join(folder.folder, `Pulumi.${stack}.yaml`);
    if (needsPassphrase(String(about.backend.url)) && !existsSync(settings)) problems.push(NO_PASSPHRASE);
    // Of a project that exists, the stack may exist, too.
    return folder.isProject ? problems : [...problems, ...(await stackProblems(folder, stack, { cwd, signal }))];
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const noHostText = (language: Language): string =>
  `the Pulumi CLI has no language host for ${language}: install the whole CLI (https://www.pulumi.com/docs/install)`;

function loginProblem(errors: readonly string[]): string {
  const reason = errors.find((each) => each.startsWith("Could not access the backend"));
  return reason === undefined
    ? "the Pulumi CLI is not logged in: run `pulumi login`"
    : `${reason}; see \`pulumi login\``;
}

const NO_PASSPHRASE =
  "the stack's secrets need a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE";

/** A service encrypts; other backends need a passphrase, unless the stack's settings name another provider. */
function needsPassphrase(backend: string): boolean {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  return !/^https?:/.test(backend) && (PULUMI_CONFIG_PASSPHRASE ?? PULUMI_CONFIG_PASSPHRASE_FILE) === undefined;
}

/** What is wrong with the name of the stack, for a project that does not exist yet. */
async function stackProblems({ name, folder }: ProjectFolder, stack: string, at: PulumiOptions): Promise<string[]> {
  const ended = await pulumi(["stack", "export", "--stack", stack], at);
  if (/no stack named/.test(ended.stderr)) return [];
  if (ended.code !== 0) return [`stack ${stack} cannot be created: ${gistOf(ended.stderr)}`];
  return [`stack ${stack} of project ${name} exists, and ${folder} does not contain that project: name its folder`];
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
async function requireAccount(config: StackConfig, { signal, progress }: Start): Promise<void> {
  const reader = accountReader(new Map([...config, ["edge-ingress:maxRetries", "2"]]), progress.print);
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
