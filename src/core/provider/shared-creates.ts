import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type CreateRecords, NO_OTHERS, type OpenCreate } from "../lifecycle/create-records";
import type { Log } from "../schema/problem";
import { digestOf, folderOfUser, isAlive, openFolder } from "./user-folder";

/** How long a claim, or a create without an end, counts. No create that could still meet it takes longer. */
const KEPT_MS = 3_600_000;

/** How much older a claim may be than the create that meets it: as much as the clocks of service and machine may differ. */
const EARLIER_MS = 10_000;

/** How long the service may be at work on a request whose process is gone, or has given it up, with a margin. */
const AT_WORK_MS = 120_000;

const POLL_MS = 200;

type Outcome = "sent" | "lost";

let instances = 0;

/**
 * What the provider processes of a user on this machine share of their creates: empty files in a folder that only the user can
 * read, whose names say everything. To make one is to claim it: of two processes, one does. Files outlive their processes,
 * for an hour: an object that a process has made stays made when that process is gone. Names have digests, since ids may be
 * secrets.
 *
 * An object is known by its id and the port of its service, so that another key of its account and another name of its host
 * are no other object, but servers on one machine that count their ids are. Creates are compared within one base URL.
 */
export class SharedCreates implements CreateRecords {
  private isUsable: boolean | undefined;
  /** A process may have several providers, whose creates do not know of each other otherwise. */
  private readonly instance = ++instances;
  private count = 0;

  /** @param baseUrl Read when a create begins, which is after the provider was configured. */
  constructor(
    private readonly baseUrl: () => string | undefined,
    private readonly log: Log,
    private readonly folder = join(folderOfUser(), "creates"),
  ) {}

  claim(id: string, sinceMs: number): boolean {
    return this.attempt(() => {
      const file = this.claimOf(id);
      const atMs = timeOf(file);
      if (atMs === GONE || atMs >= sinceMs - EARLIER_MS) return take(file);
      // Of those that find the claim old, one replaces it: the others could remove the new one.
      if (!take(`${file}.${atMs}`)) return false;
      rmSync(file, { force: true });
      return take(file);
    }, true);
  }

  isClaimed(id: string, sinceMs: number): boolean {
    return this.attempt(() => timeOf(this.claimOf(id)) >= sinceMs - EARLIER_MS, false);
  }

  release(id: string): void {
    this.attempt(() => rmSync(this.claimOf(id), { force: true }), undefined);
  }

  begin(collection: string, body: string): OpenCreate {
    const place = `open.${digestOf(hostname())}.${digestOf(this.baseUrl() ?? "", collection)}.`;
    const own = `${place}${digestOf(body)}.${process.pid}.${this.instance}-${this.count++}`;
    const fileOf = (outcome: Outcome) => join(this.folder, `${own}.${outcome}`);
    const others = () =>
      this.attempt(() => readdirSync(this.folder), [])
        .filter((name) => name.startsWith(place))
        .map((name) => openIn(this.folder, name))
        .filter(({ pid, instance }) => pid !== process.pid || instance !== this.instance);
    const isUnderWay = () => others().some(({ outcome, pid }) => outcome === "sent" && isAlive(pid));
    return {
      sent: () => this.attempt(() => this.move(fileOf("lost"), fileOf("sent")), undefined),
      lost: () => this.attempt(() => this.move(fileOf("sent"), fileOf("lost")), undefined),
      end: () =>
        this.attempt(() => {
          for (const outcome of ["sent", "lost"] as const) rmSync(fileOf(outcome), { force: true });
        }, undefined),
      othersAnswered: () => (isUnderWay() ? untilFalse(isUnderWay) : undefined),
      othersLost: (sinceMs) =>
        others().filter(({ body: asked, atMs }) => asked === digestOf(body) && atMs + AT_WORK_MS >= sinceMs).length,
    };
  }

  private claimOf(id: string): string {
    const port = URL.parse(this.baseUrl() ?? "")?.port ?? "";
    return join(this.folder, `id.${digestOf(port, id)}`);
  }

  private move(from: string, to: string): void {
    if (!existsSync(from)) return void take(to);
    renameSync(from, to);
    utimesSync(to, new Date(), new Date());
  }

  /** Does something with the files. A failure ends the sharing, with a warning; no operation fails because of it. */
  private attempt<T>(action: () => T, otherwise: T): T {
    if (this.isUsable === false) return otherwise;
    try {
      if (this.isUsable === undefined) this.prepare();
      this.isUsable = true;
      return action();
    } catch (error) {
      this.isUsable = false;
      const text =
        `the provider processes of this machine cannot share which objects they have made (${(error as Error).message}): ` +
        "do not let two of them create equal objects at the same time";
      this.log({ severity: "warning", text });
      return otherwise;
    }
  }

  private prepare(): void {
    openFolder(this.folder);
    for (const name of readdirSync(this.folder)) {
      const file = join(this.folder, name);
      if (timeOf(file) + KEPT_MS < Date.now()) rmSync(file, { force: true });
    }
  }
}

/** For the provider of an engine; no other one creates anything. */
export const createRecordsOf = (isOfEngine: boolean, baseUrl: () => string | undefined, log: Log): CreateRecords =>
  isOfEngine ? new SharedCreates(baseUrl, log) : NO_OTHERS;

/** Makes a file; false if it is there. */
function take(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A create without an end, by the name of its file. */
function openIn(folder: string, name: string) {
  const [, , , body, pid, number, outcome] = name.split(".");
  return {
    body,
    pid: Number(pid),
    instance: Number.parseInt(number ?? "", 10),
    outcome,
    atMs: timeOf(join(folder, name)),
  };
}

async function untilFalse(condition: () => boolean): Promise<void> {
  while (condition()) await sleep(POLL_MS, undefined, { ref: false });
}

/** The time of a file that is not there: long ago. */
const GONE = 0;

/** When a file was last changed. */
const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? GONE;
