import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claims } from "../lifecycle/claims";
import { digestTexts } from "../schema/digest";
import type { Log } from "../schema/problem";
import { changedMsOf, isPresent, removeFile } from "./files";
import { folderOfUser } from "./private-folders";
import { SharedFolder } from "./shared-folder";

/** How long a claim counts. No create that could still find the object takes longer. */
const KEPT_MS = 3_600_000;

/** How much older than a create the claim on its object may be: more than the clocks of service and machine may differ. */
const EARLIER_MS = 10_500;

/** A claim, or the right to replace it once it is old. */
const CLAIM = /^id\.[0-9a-f]{32}(\.[0-9.]+)?$/;

/**
 * Claims as empty files in a folder that only the user can access. Their names contain digests, because ids may be secrets. Of
 * several processes that create a file, one succeeds. A claim outlives its process.
 *
 * An object is known by its id and the port of its service: another key of the account, or another name of the host, shows the
 * same object, but servers on one machine may use the same ids.
 */
export class SharedClaims implements Claims {
  private readonly folder: SharedFolder;
  private port: string | undefined;

  /** @param baseUrl Read at the first claim, which is after the provider was configured. */
  constructor(
    private readonly baseUrl: () => string | undefined,
    log: Log,
    folder = join(folderOfUser(), "creates"),
  ) {
    const warn = (cause: string) =>
      `the provider processes of this machine cannot share which objects they have made (${cause}): ` +
      "do not let two of them create equal objects at the same time";
    this.folder = new SharedFolder(folder, () => removeOldClaims(folder), warn, log);
  }

  claim(id: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const file = this.fileOf(id);
      if (createFile(file)) return true;
      const claimedMs = changedMsOf(file);
      if (claimedMs === undefined) return createFile(file);
      return !isRecent(claimedMs, sinceMs) && replaceClaim(file, claimedMs);
    }, true);
  }

  isClaimed(id: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const claimedMs = changedMsOf(this.fileOf(id));
      return claimedMs !== undefined && isRecent(claimedMs, sinceMs);
    }, false);
  }

  release(id: string): void {
    this.folder.use(() => removeFile(this.fileOf(id)), undefined);
  }

  private fileOf(id: string): string {
    this.port ??= URL.parse(this.baseUrl() ?? "")?.port;
    return join(this.folder.path, `id.${digestTexts(this.port ?? "", id)}`);
  }
}

/** A claim that is not recent belongs to an earlier object with the same id. */
const isRecent = (claimedMs: number, sinceMs: number): boolean => claimedMs >= sinceMs - EARLIER_MS;

/** Of the processes that find a claim old, one may replace it: a second process would remove the new claim. */
function replaceClaim(file: string, claimedMs: number): boolean {
  if (!createFile(`${file}.${claimedMs}`)) return false;
  removeFile(file);
  return createFile(file);
}

/** False if the file exists. */
function createFile(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (isPresent(error)) return false;
    throw error;
  }
}

/** Leaves files of other names alone. */
function removeOldClaims(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => CLAIM.test(name))) {
    const file = join(folder, name);
    const claimedMs = changedMsOf(file);
    // If the file has just gone, another process may be about to create it again.
    if (claimedMs !== undefined && claimedMs + KEPT_MS < Date.now()) removeFile(file);
  }
}
