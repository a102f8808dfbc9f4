import { basename, join, resolve } from "node:path";
import {
  distinctNamedObjects,
  type IdEntry,
  type NamedObject,
} from "../../account/ids/named-objects";
import { sshCertificateAuthority } from "../../core/definitions/ssh-certificate-authority";
import type { Names } from "../../importing/naming";
import type { Language } from "../../importing/project";
import { accountReader, completeConfig, readEntries } from "../account";
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
  readonly givenNames: Names;
  readonly folder: ProjectFolder;
  readonly language: Language;
  readonly stack: TargetStack | undefined;
  /** Options for commands of the Pulumi CLI in the project. */
  readonly at: Required<Pick<PulumiOptions, "cwd" | "signal">>;
  /** The config of the stack. */
  readonly config: StackConfig;
  /** The settings with which the account is read: those of the stack, or those of the stack that is selected. */
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
  const givenNames = await problems.attempt(() => readNames(flags));
  const unfinished = await problems.attempt(() => unfinishedNamedObjects(root, flags));
  const folder = await problems.attempt(() =>
    readFolder(join(root, part ?? ""), projectName(start)),
  );
  const earlier = folder && (await problems.attempt(() => readJournal(folder.folder)));
  const language = earlier?.language ?? folder?.language ?? flags.language ?? "typescript";
  const stack = folder && (await problems.attempt(() => readTargetStack(folder, language, start)));
  const config: StackConfig = stack?.config ?? new Map();
  const settings = await problems.attempt(() =>
    completeConfig(config, ADVICE, { signal, cwd: selectedStackFolder(start, folder) }),
  );
  if (isFirst && settings) await problems.attempt(() => requireAccount(settings, start));
  problems.add(optionProblems(start, { language, folder, stack, ids }));
  if (!problems.isEmpty || !ids || !givenNames || !unfinished || !folder || !settings)
    throw problems.toError();
  const named = ids.map((entry) => entry.named).filter((object) => object !== undefined);
  return {
    ...start,
    ids,
    named: distinctNamedObjects([...named, ...unfinished]),
    givenNames,
    folder,
    language,
    stack,
    at: { cwd: folder.folder, signal },
    config,
    settings,
    earlier,
  };
}

/** Collects the problems of several checks. */
class Problems {
  private readonly found: unknown[] = [];

  constructor(private readonly signal: AbortSignal) {}

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  add(problems: Iterable<unknown>): void {
    this.found.push(...problems);
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
    return new AggregateError(this.found);
  }
}

const ADVICE = "or select a stack that has it with `pulumi stack select`";

/**
 * The name of a new project. It does not contain the folder of `--split` alone, which is the same
 * for every account.
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
