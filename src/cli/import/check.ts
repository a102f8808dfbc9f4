import { basename, join, resolve } from "node:path";
import {
  distinctNamedObjects,
  type IdEntry,
  type NamedObject,
} from "../../account/ids/named-objects";
import { sshCertificateAuthority } from "../../core/definitions/ssh-certificate-authority";
import type { Names } from "../../importing/naming";
import type { Language } from "../../importing/project";
import { accountReader, completeConfig, hasAccountSettings, readEntries } from "../account";
import { errorMessage } from "../input";
import type { PulumiOptions } from "../pulumi";
import { untilAborted } from "../session";
import { readStack, type StackConfig, type TargetStack } from "../stack";
import { type ProjectFolder, readFolder } from "./folder";
import type { ImportStart } from "./job";
import { type Journal, readJournal, unfinishedNamedObjects } from "./journal";
import { readNames } from "./names-file";
import { optionProblems } from "./option-problems";
import { stackProblems } from "./stack-problems";

/** An import into a project, with the state of the project and its stack before the import. */
export interface CheckedJob extends ImportStart {
  /** Objects that options and files name. */
  readonly ids: readonly IdEntry[];
  /** Named objects that the API does not list. */
  readonly named: readonly NamedObject[];
  /** Names in the file of `--names`, by the keys of objects and ids. */
  readonly namesInFile: Names;
  readonly folder: ProjectFolder;
  readonly language: Language;
  readonly stack: TargetStack | undefined;
  /** Options for commands of the Pulumi CLI in the project. */
  readonly at: Required<Pick<PulumiOptions, "cwd" | "signal">>;
  /** The config of the stack. */
  readonly config: StackConfig;
  /** The settings with which the account is read: the config of the stack, completed by that of the stack that is selected. */
  readonly settings: StackConfig;
  /** The journal of an earlier run that was interrupted. */
  readonly earlier: Journal | undefined;
}

/**
 * Checks a project, its stack, and all other requirements of an import. Writes nothing.
 *
 * @throws {AggregateError} with all problems that it finds.
 */
export async function check(start: ImportStart): Promise<CheckedJob> {
  const { root, part, isFirst, flags, signal } = start;
  const problems = new Problems(signal);
  const ids = await problems.attempt(() => readEntries(flags));
  const namesInFile = await problems.attempt(() => readNames(flags));
  const unfinished = await problems.attempt(() => unfinishedNamedObjects(resolve(root), flags));
  const folder = await problems.attempt(() =>
    readFolder(join(root, part ?? ""), projectName(start)),
  );
  const earlier = folder && (await problems.attempt(() => readJournal(folder.folder)));
  const language = earlier?.language ?? folder?.language ?? flags.language ?? "typescript";
  const stack = folder && (await problems.attempt(() => readTargetStack(folder, language, start)));
  const settings = await problems.attempt(() => readAccountSettings(start, folder, stack));
  if (isFirst && settings) await problems.attempt(() => requireAccount(settings, start));
  problems.add(optionProblems(start, { language, folder, stack, ids }));
  if (!problems.isEmpty || !ids || !namesInFile || !unfinished || !folder || !settings)
    throw problems.toError();
  const named = ids.map((entry) => entry.named).filter((object) => object !== undefined);
  return {
    ...start,
    ids,
    named: distinctNamedObjects([...named, ...unfinished]),
    namesInFile,
    folder,
    language,
    stack,
    at: { cwd: folder.folder, signal },
    config: stack?.config ?? new Map(),
    settings,
    earlier,
  };
}

/** Collects the problems of several checks. Two checks may find the same problem, such as a file that is not valid. */
class Problems {
  private readonly byMessage = new Map<string, unknown>();

  constructor(private readonly signal: AbortSignal) {}

  get isEmpty(): boolean {
    return this.byMessage.size === 0;
  }

  add(problems: Iterable<unknown>): void {
    for (const problem of problems) this.byMessage.set(errorMessage(problem), problem);
  }

  /** Runs a check. If it throws, the error is a problem, and the result is undefined. */
  async attempt<T>(run: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      this.signal.throwIfAborted();
      this.add(error instanceof AggregateError ? error.errors : [error]);
      return undefined;
    }
  }

  toError(): AggregateError {
    return new AggregateError(this.byMessage.values());
  }
}

const ADVICE = "or select a stack that has it with `pulumi stack select`";

/**
 * The name of a new project. With `--split`, it begins with the name of the whole account's project, because the names of the parts are
 * the same for every account.
 */
function projectName({ root, part, flags }: ImportStart): string {
  const { project = basename(resolve(root)) } = flags;
  return part === undefined ? project : `${project}-${part}`;
}

/**
 * The folder whose selected stack completes the config: the current folder, or the project if the
 * command names no stack.
 */
const selectedStackFolder = ({ flags }: ImportStart, folder: ProjectFolder | undefined): string =>
  flags.stack === undefined && folder?.isProject ? folder.folder : ".";

async function readTargetStack(
  folder: ProjectFolder,
  language: Language,
  { flags: { stack }, signal }: ImportStart,
): Promise<TargetStack | undefined> {
  if (stack === undefined) return undefined;
  const problems = await stackProblems(folder, language, stack, signal);
  if (problems.length > 0) throw new AggregateError(problems);
  return readStack(stack, { cwd: folder.folder, signal }, folder.isProject);
}

/**
 * Reads the settings of the account. Undefined if the stack has a problem that makes its config unknown, or the CLI unusable: a
 * setting that is then missing would be a consequence.
 */
async function readAccountSettings(
  start: ImportStart,
  folder: ProjectFolder | undefined,
  stack: TargetStack | undefined,
): Promise<StackConfig | undefined> {
  const isStackRead = start.flags.stack === undefined || stack !== undefined;
  // The stack of a new project has no config.
  const needsNoStack = folder?.isProject === false && hasAccountSettings();
  if (!isStackRead && !needsNoStack) return undefined;
  const at = { signal: start.signal, cwd: selectedStackFolder(start, folder) };
  return completeConfig(stack?.config ?? new Map(), ADVICE, at);
}

/** Reads a list with few retries, so that a wrong address or key is reported at once. */
async function requireAccount(
  config: StackConfig,
  { signal, progress }: ImportStart,
): Promise<void> {
  const reader = accountReader(
    new Map([...config, ["edge-ingress:maxRetries", "2"]]),
    progress.print,
  );
  const request = { onUnreadable: () => undefined };
  await untilAborted(reader.list(sshCertificateAuthority, request), signal);
}
