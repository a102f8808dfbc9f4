import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { distinctNamedObjects } from "../../account/ids/named-objects";
import { sshCertificateAuthority } from "../../core/definitions/ssh-certificate-authority";
import { isObject, jsonObject } from "../../core/schema/values";
import { type Language, layouts } from "../../importing/project";
import { accountReader, completeConfig, readEntries } from "../account";
import { errorSummary, type PulumiOptions, pulumi } from "../pulumi";
import { untilAborted } from "../session";
import { readStack, type StackConfig, stackSettingsFile, type TargetStack } from "../stack";
import { WorkFolder } from "../work-folder";
import { type ProjectFolder, readFolder, readPackages } from "./folder";
import type { ImportStart } from "./job";
import { readJournal, readNames, unfinishedNamedObjects } from "./journal";

/** What an import starts from, with the project and its stack as they are before. */
export type CheckedJob = Awaited<ReturnType<typeof check>>;

/** Looks at a project, its stack, and all that the import needs. Writes nothing; fails with everything that is in the way. */
export async function check(start: ImportStart) {
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
  const ids = await tried(() => readEntries(flags));
  const given = await tried(() => readNames(flags));
  const before = await tried(() => unfinishedNamedObjects(root, flags));
  // Two accounts in two folders have two names for the same part.
  const { project = basename(resolve(root)) } = flags;
  const name = part === undefined ? project : `${project}-${part}`;
  const folder = await tried(() => readFolder(join(root, part ?? ""), name));
  const earlier = folder && (await tried(() => readJournal(folder.folder)));
  const language = earlier?.language ?? folder?.language ?? flags.language ?? "typescript";
  const stack = folder && (await tried(() => checkedStack(folder, language, start)));
  const config: StackConfig = stack?.config ?? new Map();
  const settings = await tried(() =>
    completeConfig(config, ADVICE, { signal, cwd: placeOf(start, folder) }),
  );
  if (isFirst && settings) await tried(() => requireAccount(settings, start));
  problems.push(...refusals(start, language, folder, stack));
  if (flags.onlyIds && ids?.length === 0)
    problems.push("--only-ids: name a file with --ids, or edges and routes");
  if (problems.length > 0 || !ids || !given || !before || !folder || !settings)
    throw new AggregateError(problems);
  return {
    ...start,
    ids,
    /** What is looked for beside the lists. */
    named: distinctNamedObjects([...ids.flatMap((each) => each.named ?? []), ...before]),
    /** Names that a file gives, by the keys of objects and ids. */
    given,
    folder,
    language,
    stack,
    at: { cwd: folder.folder, signal },
    /** The config of the stack. */
    config,
    /** The settings by which the account is read: those of the stack, or of the stack that is selected. */
    settings,
    earlier,
  };
}

const ADVICE = "or select a stack that has it with `pulumi stack select`";

/** Where the stack is selected whose settings count if the target has none: where the command is typed, if it names a stack. */
const placeOf = ({ flags }: ImportStart, folder: ProjectFolder | undefined): string =>
  flags.stack === undefined && folder?.isProject ? folder.folder : ".";

async function checkedStack(
  folder: ProjectFolder,
  language: Language,
  { flags: { stack }, signal }: ImportStart,
) {
  if (stack === undefined) return undefined;
  const problems = await stackProblemsIn(folder, language, stack, signal);
  if (problems.length > 0) throw new AggregateError(problems);
  return readStack(stack, { cwd: folder.folder, signal }, folder.isProject);
}

async function stackProblemsIn(
  project: ProjectFolder,
  language: Language,
  stack: string,
  signal: AbortSignal,
) {
  using empty = new WorkFolder();
  const { name, backend } = project;
  writeFileSync(
    join(empty.path, "Pulumi.yaml"),
    stringify({ name, runtime: layouts[language].runtimes[0], backend }),
  );
  const problems: string[] = [];
  for await (const each of stackProblems(project, language, stack, { cwd: empty.path, signal }))
    problems.push(each);
  return problems;
}

/** The problems that keep the CLI from importing into a stack, found in an empty project. */
async function* stackProblems(
  project: ProjectFolder,
  language: Language,
  stack: string,
  at: PulumiOptions,
): AsyncGenerator<string> {
  const about = jsonObject((await pulumi(["about", "--json"], at)).stdout);
  if (!about) return;
  const errors = Array.isArray(about.errors) ? about.errors.map(String) : [];
  if (errors.some((error) => /no language plugin/.test(error)))
    yield `the Pulumi CLI has no language host for ${language}: install the whole CLI (https://www.pulumi.com/docs/install)`;
  if (!isObject(about.backend)) return yield backendProblem(errors);
  if (!hasEncryption(project, stack, String(about.backend.url)))
    yield "the stack's secrets need a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE";
  // The stack of a project that exists may exist, too.
  if (!project.isProject) yield* newStackProblems(project, stack, at);
}

function backendProblem(errors: readonly string[]): string {
  const reason = errors.find((error) => error.startsWith("Could not access the backend"));
  return reason
    ? `${reason}; see \`pulumi login\``
    : "the Pulumi CLI is not logged in: run `pulumi login`";
}

/** A service encrypts; other backends need a passphrase, unless the stack's settings name another provider. */
function hasEncryption(
  { settingsFolder }: ProjectFolder,
  stack: string,
  backendUrl: string,
): boolean {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  if ((PULUMI_CONFIG_PASSPHRASE ?? PULUMI_CONFIG_PASSPHRASE_FILE) !== undefined) return true;
  return /^https?:/.test(backendUrl) || existsSync(join(settingsFolder, stackSettingsFile(stack)));
}

async function* newStackProblems(
  { name, folder }: ProjectFolder,
  stack: string,
  at: PulumiOptions,
) {
  const ended = await pulumi(["stack", "export", "--stack", stack], at);
  if (/no stack named/.test(ended.stderr)) return;
  yield ended.code === 0
    ? `stack ${stack} of project ${name} exists, and ${folder} does not contain that project: name its folder`
    : `stack ${stack} cannot be created: ${errorSummary(ended.stderr)}`;
}

/** The reasons why the options do not suit the project, its stack, or each other. */
function* refusals(
  { flags }: ImportStart,
  language: Language,
  project?: ProjectFolder,
  target?: TargetStack,
) {
  const { stack, report, yes, dryRun } = flags;
  if (flags.language && flags.language !== language)
    yield `--language ${flags.language}: the project in ${project?.folder} is in ${language}`;
  yield* formRefusals(flags, language, target);
  if (project && language === "typescript" && !dryRun) yield* packageRefusals(flags, project);
  if (report !== undefined && !existsSync(dirname(report)))
    yield `--report ${report}: the folder ${dirname(report)} does not exist`;
  if (stack !== undefined && !yes && !dryRun && !process.stdin.isTTY)
    yield "without a terminal, --yes is required to import into a stack";
}

function* formRefusals(
  { form, stack }: ImportStart["flags"],
  language: Language,
  target: TargetStack | undefined,
) {
  if (form === "dynamic" && language !== "typescript")
    yield "--form dynamic is for TypeScript alone";
  if (form === "plugin" && target?.hasDynamic)
    yield `stack ${stack} has dynamic resources: use --form dynamic, or set edge-ingress:plugin first`;
  if (form === "dynamic" && target?.config.get("edge-ingress:plugin") === "true")
    yield `stack ${stack} uses the plugin: leave out --form dynamic`;
}

function* packageRefusals({ form, stack }: ImportStart["flags"], { folder }: ProjectFolder) {
  const { lacking, commands } = readPackages(folder);
  // The host of dynamic resources runs in the project, with the packages that are installed there.
  const needsAll =
    stack !== undefined && form === "dynamic" ? ["dynamic resources need the packages"] : [];
  const [reason] = lacking.length > 0 ? [`package.json lacks ${lacking.join(", ")}`] : needsAll;
  if (reason && commands.length > 0)
    yield `${reason}: run \`${commands.join()}\` in ${folder}, then this command again`;
}

/** One list, with few retries: what is wrong with the address or the key shows at once. */
async function requireAccount(
  config: StackConfig,
  { signal, progress }: ImportStart,
): Promise<void> {
  const reader = accountReader(
    new Map([...config, ["edge-ingress:maxRetries", "2"]]),
    progress.print,
  );
  await untilAborted(
    reader.list(sshCertificateAuthority, { onUnreadable: () => undefined }),
    signal,
  );
}
