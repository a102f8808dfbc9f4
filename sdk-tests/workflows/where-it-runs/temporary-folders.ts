import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { containerDigest } from "../../../src/core/processes/identity";
import type { Emulator } from "../../../src/emulator";
import { makeFolder } from "../../support/folders";
import { fill, lacksMounts, withMount } from "../../support/mounts";
import { Place } from "../../support/place";
import { lacks } from "../../support/system";
import { type Row, shortLife } from "../../support/where-it-runs";

const CANNOT_SHARE = /warning: the provider processes of this (run|machine) cannot share/;

/** Creates a project with a separate temporary folder. */
async function inOwn(
  emulator: Emulator,
  action: (place: Place, temporary: string) => Promise<unknown>,
): Promise<void> {
  await using place = await Place.create(emulator);
  const temporary = join(place.project.folder, "tmp");
  place.project.environment.TMPDIR = temporary;
  await action(place, temporary);
}

/** The folder of the running user. */
const userFolder = (temporary: string) =>
  join(temporary, `pulumi-edge-ingress-${process.geteuid?.()}`);

export const temporaryFolders: readonly Row[] = [
  {
    place: "A temporary folder on a full disk",
    life: "short",
    lacks: lacksMounts,
    run: (emulator) =>
      inOwn(emulator, (place, temporary) =>
        withMount(temporary, async () => {
          fill(temporary);
          await place.live();
        }),
      ),
  },
  {
    place: "A temporary folder that is read-only: `pulumi refresh` and `pulumi destroy`",
    life: "other",
    lacks: lacksMounts,
    run: (emulator) =>
      inOwn(emulator, async (place, temporary) => {
        makeFolder(temporary, 0o700);
        await place.begin();
        await withMount(temporary, async () => {
          execFileSync("mount", ["-o", "remount,ro", temporary]);
          await place.pulumi(["refresh", "--yes", "--skip-preview"]);
          expect(await place.end()).toMatch(/cannot share .*\/tmp is on a read-only file system/);
        });
      }),
  },
  {
    place: "A temporary folder that does not exist: `pulumi refresh` and `pulumi destroy`",
    life: "other",
    run: (emulator) =>
      inOwn(emulator, async (place) => {
        makeFolder(join(place.project.folder, "tmp"), 0o700);
        await place.begin();
        place.project.environment.TMPDIR = join(place.project.folder, "missing/tmp");
        await place.pulumi(["refresh", "--yes", "--skip-preview"]);
        expect(await place.end()).toMatch(/cannot share .*missing\/tmp does not exist/);
        expect(existsSync(join(place.project.folder, "missing"))).toBe(false);
      }),
  },
  {
    place: "A temporary folder in which others can write to the provider's folder",
    life: "short",
    lacks: () => lacks.modes,
    run: (emulator) =>
      inOwn(emulator, async (place, temporary) => {
        makeFolder(temporary, 0o700);
        makeFolder(userFolder(temporary), 0o777);
        const printed = await place.live();
        expect(printed.match(new RegExp(CANNOT_SHARE, "g"))?.length).toBeGreaterThanOrEqual(2);
        expect(readdirSync(userFolder(temporary))).toEqual([]);
      }),
  },
  {
    place: "A temporary folder that a killed run has used",
    life: "short",
    run: (emulator) =>
      inOwn(emulator, async (place, temporary) => {
        makeFolder(temporary, 0o700);
        makeFolder(userFolder(temporary), 0o700);
        const { pid } = spawnSync(process.execPath, ["--version"]);
        const ofEnded = `${containerDigest()}.${"b".repeat(32)}.${pid}-0123456789abcdef`;
        const ofOther = `${"a".repeat(32)}.${"b".repeat(32)}.1-0123456789abcdef`;
        for (const name of [ofEnded, ofOther]) writeFileSync(join(userFolder(temporary), name), "");
        expect(await place.live()).not.toMatch(CANNOT_SHARE);
        // The file of another container goes after a day. Claims of objects stay for an hour.
        expect(readdirSync(userFolder(temporary)).toSorted()).toEqual([ofOther, "creates"]);
      }),
  },
  {
    place: "A temporary folder in which nothing can be executed (`noexec`)",
    life: "short",
    lacks: lacksMounts,
    run: (emulator) =>
      inOwn(emulator, (place, temporary) =>
        withMount(temporary, async () => {
          execFileSync("mount", ["-o", "remount,noexec", temporary]);
          expect(await place.live()).not.toMatch(/warning:/);
        }),
      ),
  },
  {
    place: "A temporary folder with a path of 230 characters",
    life: "short",
    lacks: () => process.platform === "win32" && "Windows limits the length of paths",
    run: async (emulator) => {
      await using place = await Place.create(emulator);
      const { folder, environment } = place.project;
      const temporary = join(folder, "t".repeat(229 - folder.length));
      expect(temporary).toHaveLength(230);
      makeFolder(temporary, 0o700);
      environment.TMPDIR = temporary;
      expect(await place.live()).not.toMatch(/warning:/);
    },
  },
  shortLife("A relative `TMPDIR`", { environment: { TMPDIR: "tmp" } }, ({ project }) =>
    makeFolder(join(project.folder, "tmp"), 0o700),
  ),
];
