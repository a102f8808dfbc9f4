import { linkSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CreateRecords, OpenCreate } from "../lifecycle/create-records";
import type { Log } from "../schema/problem";
import { digestOf, folderOfUser, isAlive, SharedFolder } from "./shared-folder";

/** How long a claim, or a create without an end, counts. No create that could still meet it takes longer. */
const KEPT_MS = 3_600_000;

/** How much older a claim may be than the create that meets it: as much as the clocks of service and machine may differ, and more. */
const EARLIER_MS = 10_500;

/** How long the service may be at work on a request whose process is gone, or has given it up, with a margin. */
const AT_WORK_MS = 120_000;

const POLL_MS = 200;

/** How much older than its making the time of a file may be. */
const LINKED_MS = 500;

type Outcome = "sent" | "lost";

let instances = 0;

/**
 * What the provider processes of a user on this machine share of their creates: empty files in a folder that only the user can
 * read, whose names say everything, in digests, since ids may be secrets. To make one is to claim it: of two processes, one
 * does. Files outlive their processes, for an hour: an object that a process has made stays made when that process is gone.
 *
 * An object is known by its id and the port of its service, so that another key of its account and another name of its host
 * are no other object, but servers on one machine that count their ids are. Creates are compared within one base URL.
 */
export class SharedCreates implements CreateRecords {
  private readonly folder: SharedFolder;
  /** A process may have several providers, whose creates do not know of each other otherwise. */
  private readonly instance = ++instances;
  private readonly host = digestOf(hostname());
  private count = 0;
  private port: string | undefined;
  /** The last claim that this instance has made as a new file. */
  private newest = { file: "", atMs: GONE };

  /** @param baseUrl Read when a create begins, which is after the provider was configured. */
  constructor(
    private readonly baseUrl: () => string | undefined,
    log: Log,
    folder = join(folderOfUser(), "creates"),
  ) {
    const warn = (cause: string) =>
      `the provider processes of this machine cannot share which objects they have made (${cause}): ` +
      "do not let two of them create equal objects at the same time";
    this.folder = new SharedFolder(folder, () => removeOld(folder), warn, log);
  }

  claim(id: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const file = this.claimOf(id);
      if (this.take(file, "claim")) return true;
      const atMs = timeOf(file);
      if (atMs === GONE) return this.take(file, "claim");
      // Of those that find the claim old, one replaces it: the others could remove the new one.
      if (atMs >= sinceMs - EARLIER_MS || !this.take(`${file}.${atMs}`, "claim")) return false;
      remove(file);
      return this.take(file, "claim");
    }, true);
  }

  isClaimed(id: string, sinceMs: number): boolean {
    return this.folder.use(() => timeOf(this.claimOf(id)) >= sinceMs - EARLIER_MS, false);
  }

  release(id: string): void {
    this.folder.use(() => remove(this.claimOf(id)), undefined);
  }

  begin(collection: string, body: string): OpenCreate {
    const place = `open.${this.host}.${digestOf(this.baseUrl() ?? "", collection)}.`;
    const own = `${place}${digestOf(body)}.${process.pid}.${this.instance}-${this.count++}`;
    const { folder } = this;
    const fileOf = (outcome: Outcome) => join(folder.path, `${own}.${outcome}`);
    let recorded: Outcome | undefined;
    const record = (outcome: Outcome | undefined) =>
      folder.use(() => {
        if (outcome === recorded) return;
        // A process of this number that ended without a word may have left the file.
        if (outcome !== undefined && !this.take(fileOf(outcome), "outcome")) {
          remove(fileOf(outcome));
          this.take(fileOf(outcome), "outcome");
        }
        if (recorded !== undefined) remove(fileOf(recorded));
        recorded = outcome;
      }, undefined);
    const others = () =>
      folder
        .use(() => readdirSync(folder.path), [])
        .filter((name) => name.startsWith(place))
        .map((name) => openIn(folder.path, name))
        .filter(({ pid, instance }) => pid !== process.pid || instance !== this.instance);
    const isUnderWay = () => others().some(({ outcome, pid }) => outcome === "sent" && isAlive(pid));
    return {
      sent: () => record("sent"),
      lost: () => record("lost"),
      end: () => record(undefined),
      othersAnswered: () => (isUnderWay() ? untilFalse(isUnderWay) : undefined),
      othersLost: (sinceMs) => {
        const equal = others().filter((each) => each.body === digestOf(body) && each.atMs + AT_WORK_MS >= sinceMs);
        // One that is just becoming lost has two files.
        return new Set(equal.map(({ pid, number }) => `${pid}.${number}`)).size;
      },
    };
  }

  /**
   * Makes a file; false if it is there. All files are empty, and those of half a second may have one time: a link to a claim costs
   * a tenth of what a new file does.
   */
  private take(file: string, what: "claim" | "outcome"): boolean {
    const now = Date.now();
    const isRecent = Math.abs(now - this.newest.atMs) < LINKED_MS;
    try {
      if (isRecent && isLinked(this.newest.file, file)) return true;
      writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (isThere(error)) return false;
      throw error;
    }
    // An outcome is removed soon.
    if (what === "claim") this.newest = { file, atMs: now };
    return true;
  }

  private claimOf(id: string): string {
    this.port ??= URL.parse(this.baseUrl() ?? "")?.port;
    return join(this.folder.path, `id.${digestOf(this.port ?? "", id)}`);
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const atMs = timeOf(file);
    // A file that is gone by now may be about to be made again by another process.
    if (atMs !== GONE && atMs + KEPT_MS < Date.now()) remove(file);
  }
}

const remove = (file: string): void => rmSync(file, { force: true });

/** Makes a link, unless the file system has none, or the other file is gone. */
function isLinked(existing: string, file: string): boolean {
  try {
    linkSync(existing, file);
    return true;
  } catch (error) {
    if (isThere(error)) throw error;
    return false;
  }
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

/** A create without an end, by the name of its file. */
function openIn(folder: string, name: string) {
  const [, , , body, pid, number = "", outcome] = name.split(".");
  const instance = Number.parseInt(number, 10);
  return { body, pid: Number(pid), instance, number, outcome, atMs: timeOf(join(folder, name)) };
}

async function untilFalse(condition: () => boolean): Promise<void> {
  while (condition()) await sleep(POLL_MS, undefined, { ref: false });
}

/** The time of a file that is not there: long ago. */
const GONE = 0;

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? GONE;
