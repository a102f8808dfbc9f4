// Writes archives that are the same to the byte in every build: tar and zip of the operating systems record times, owners and the order of the
// folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { create } from "tar";
import { filesBelow } from "../tools/base/project.mjs";

/** As in zip files of Go modules, no file has a time: this is the first day that the format knows. */
const NO_TIME = new Date(1980, 0, 1);

/** Packs a folder into a gzipped tar archive, which depends on the files and the time alone: seconds since 1970. */
export async function tarGz(
  file: string,
  folder: string,
  { time, prefix = "" }: { time: number; prefix?: string },
) {
  const mtime = new Date(time * 1000);
  await create(
    { file, cwd: folder, prefix, mtime, gzip: true, portable: true },
    filesBelow(folder),
  );
}

/** Packs a folder into a zip archive, which depends on the files alone; the prefix precedes each name. */
export const zip = (folder: string, prefix: string): Uint8Array =>
  zipSync(
    Object.fromEntries(
      filesBelow(folder).map((name) => [prefix + name, readFileSync(join(folder, name))]),
    ),
    {
      mtime: NO_TIME,
    },
  );
