import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claims } from "../lifecycle/claims";
import { digestTexts } from "../schema/digest";
import type { Log } from "../schema/problem";
import { isAlreadyExists, modifiedAtMs, removeFile } from "./files";
import { userFolder } from "./private-folders";
import { SharedFolder } from "./shared-folder";

/**
 * The retention of a claim. No create that could still find the object is older, unless `customTimeouts` of the resource exceed a day,
 * the longest `operationTimeoutSeconds`.
 */
const RETENTION_MS = 25 * 3_600_000;

/** The tolerated difference between clocks. A claim that is older than a create by no more than this may be about the same object. */
const CLOCK_TOLERANCE_MS = 10_500;

/** Matches the name of a claim, and of the right to replace a claim. */
const FILE_NAME = /^id\.[0-9a-f]{32}(\.[0-9.]+)?$/;

/**
 * Claims as empty files, which ./shared-folder.ts describes. If several processes create a file, one succeeds.
 *
 * The path and the port of the service identify an object. The account and the host do not, because the same object may have
 * several keys and host names. The port does, because servers on one machine may use the same ids.
 */
export class SharedClaims implements Claims {
  private readonly folder: SharedFolder;
  private port: string | undefined;

  /** @param baseUrl Called at the first use of a claim, which is after the provider was configured. */
  constructor(
    private readonly baseUrl: () => string | undefined,
    log: Log,
    folder = join(userFolder(), "creates"),
  ) {
    const warningFor = (cause: string) =>
      `the provider processes of this machine cannot share which objects they have made (${cause}): ` +
      "do not let two of them create equal objects at the same time";
    this.folder = new SharedFolder(folder, () => removeOldClaims(folder), warningFor, log);
  }

  claim(path: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const file = this.claimFile(path);
      if (createFile(file)) return true;
      const claimedMs = modifiedAtMs(file);
      if (claimedMs === undefined) return createFile(file);
      return !isRecent(claimedMs, sinceMs) && replaceClaim(file, claimedMs);
    }, true);
  }

  isClaimed(path: string, sinceMs: number): boolean {
    return this.folder.use(() => {
      const claimedMs = modifiedAtMs(this.claimFile(path));
      return claimedMs !== undefined && isRecent(claimedMs, sinceMs);
    }, false);
  }

  release(path: string): void {
    this.folder.use(() => removeFile(this.claimFile(path)), undefined);
  }

  private claimFile(path: string): string {
    this.port ??= URL.parse(this.baseUrl() ?? "")?.port;
    return join(this.folder.path, `id.${digestTexts(this.port ?? "", path)}`);
  }
}

/** A claim that is not recent belongs to an earlier object with the same id. */
const isRecent = (claimedMs: number, sinceMs: number): boolean =>
  claimedMs >= sinceMs - CLOCK_TOLERANCE_MS;

/** Replaces an old claim. The process that creates the file of the right replaces it, because a second process would remove the new claim. */
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
    if (isAlreadyExists(error)) return false;
    throw error;
  }
}

/** Removes claims that no create needs any more. Files with other names stay. */
function removeOldClaims(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => FILE_NAME.test(name))) {
    const file = join(folder, name);
    const claimedMs = modifiedAtMs(file);
    // If another process has removed the file, it may be about to create it again.
    if (claimedMs !== undefined && claimedMs + RETENTION_MS < Date.now()) removeFile(file);
  }
}
