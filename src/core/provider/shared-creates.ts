import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CreateRecords, OpenCreate, OthersUnderWay } from "../lifecycle/create-records";
import { digestOf } from "../schema/digest";
import type { Log } from "../schema/problem";
import {
  type CreateFile,
  claimName,
  createName,
  FileMaker,
  type Outcome,
  parseCreateName,
  removeOldFiles,
} from "./create-files";
import { changedMsOf, removeFile } from "./files";
import { folderOfUser } from "./private-folders";
import { hostDigest, processes } from "./processes";
import { SharedFolder } from "./shared-folder";

/** How much older a claim may be than the create that meets it: as much as the clocks of service and machine may differ, and more. */
const EARLIER_MS = 10_500;

/** How long the service may be at work on a request whose process is gone, or has given it up, with a margin. */
const AT_WORK_MS = 120_000;

const POLL_MS = 200;

let instances = 0;

/**
 * What the provider processes of a user on this machine share of their creates: empty files in a folder that only the user can
 * access, whose names say everything, in digests, since ids may be secrets. To make one is to claim it: of two processes, one
 * does. Files outlive their processes, for an hour: an object that a process has made stays made when that process is gone.
 *
 * An object is known by its id and the port of its service, so that another key of its account and another name of its host
 * are no other object, but servers on one machine that count their ids are. Creates are compared within one base URL.
 */
export class SharedCreates implements CreateRecords {
  private readonly folder: SharedFolder;
  private readonly files = new FileMaker();
  /** A process may have several providers, whose creates do not know of each other otherwise. */
  private readonly instance = ++instances;
  private readonly host = hostDigest();
  private count = 0;
  private port: string | undefined;

  /** @param baseUrl Read when a create begins, which is after the provider was configured. */
  constructor(
    private readonly baseUrl: () => string | undefined,
    log: Log,
    folder = join(folderOfUser(), "creates"),
  ) {
    const warn = (cause: string) =>
      `the provider processes of this machine cannot share which objects they have made (${cause}): ` +
      "do not let two of them create equal objects at the same time";
    this.folder = new SharedFolder(folder, () => removeOldFiles(folder), warn, log);
  }

  claim(id: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const file = this.claimOf(id);
      if (this.files.claim(file)) return true;
      const changedMs = changedMsOf(file);
      if (changedMs === undefined) return this.files.claim(file);
      return !isRecent(changedMs, sinceMs) && this.replaceClaim(file, changedMs);
    }, true);
  }

  /** Of the processes that find a claim old, one replaces it: the others could remove the new one. */
  private replaceClaim(file: string, changedMs: number): boolean {
    if (!this.files.claim(`${file}.${changedMs}`)) return false;
    removeFile(file);
    return this.files.claim(file);
  }

  isClaimed(id: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const changedMs = changedMsOf(this.claimOf(id));
      return changedMs !== undefined && isRecent(changedMs, sinceMs);
    }, false);
  }

  release(id: string): void {
    this.folder.use(() => removeFile(this.claimOf(id)), undefined);
  }

  begin(collection: string, body: string): OpenCreate {
    const create = {
      host: this.host,
      collection: digestOf(this.baseUrl() ?? "", collection),
      body: digestOf(body),
      process: processes.own,
      instance: this.instance,
      number: this.count++,
    };
    const fileOf = (outcome: Outcome) => join(this.folder.path, createName({ ...create, outcome }));
    let recorded: Outcome | undefined;
    const record = (outcome: Outcome | undefined) =>
      this.folder.use(() => {
        if (outcome === recorded) return;
        if (outcome !== undefined) this.files.record(fileOf(outcome));
        if (recorded !== undefined) removeFile(fileOf(recorded));
        recorded = outcome;
      }, undefined);
    return {
      sent: () => record("sent"),
      lost: () => record("lost"),
      end: () => record(undefined),
      othersUnderWay: (signal) => this.othersUnderWay(create, signal),
      othersLost: (sinceMs) => this.countLost(create, sinceMs),
    };
  }

  private othersUnderWay(own: OwnCreate, signal: AbortSignal): OthersUnderWay | undefined {
    const underWay = () =>
      this.others(own).filter(
        ({ outcome, process }) => outcome === "sent" && processes.isRunning(process),
      );
    const pids = new Set(underWay().map(({ process }) => process.pid));
    if (pids.size === 0) return undefined;
    return { pids: [...pids], ended: untilFalse(() => underWay().length > 0, signal) };
  }

  private countLost(own: OwnCreate, sinceMs: number): number {
    const equal = this.others(own).filter(
      ({ body, atMs }) => body === own.body && atMs + AT_WORK_MS >= sinceMs,
    );
    // One that is just becoming lost has two files.
    return new Set(
      equal.map(
        ({ process, instance, number }) => `${process.pid}-${process.start}.${instance}.${number}`,
      ),
    ).size;
  }

  /** The creates of the collection that other providers have begun. */
  private others({ collection, instance }: OwnCreate): (CreateFile & { readonly atMs: number })[] {
    const { path } = this.folder;
    return this.folder
      .use(() => readdirSync(path), [])
      .flatMap((name) => {
        const create = parseCreateName(name);
        if (create?.host !== this.host || create.collection !== collection) return [];
        const isOwn = processes.isOwn(create.process) && create.instance === instance;
        return isOwn ? [] : [{ ...create, atMs: changedMsOf(join(path, name)) ?? 0 }];
      });
  }

  private claimOf(id: string): string {
    this.port ??= URL.parse(this.baseUrl() ?? "")?.port;
    return join(this.folder.path, claimName(digestOf(this.port ?? "", id)));
  }
}

type OwnCreate = Omit<CreateFile, "outcome">;

/** Whether a claim can be about the object of a create, and is not about an earlier object of the same id. */
const isRecent = (claimedMs: number, sinceMs: number): boolean => claimedMs >= sinceMs - EARLIER_MS;

/** @param signal Ends the wait without an error: nobody waits for its end then. */
async function untilFalse(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && condition()) await sleep(POLL_MS, undefined, { ref: false });
}
