import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { newIngress } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { fill, lacksMounts, withMount } from "../support/mounts";
import { COMMAND } from "../support/workspace";

/** `edge-ingress list` and `import` on a full disk: exit code 2, with a message. */

const it = withImportProject();

const FULL = "/dev/full";

it
  .runIf(existsSync(FULL))
  .for([
    "list",
    "list --json",
    "list --format junit",
    "import . --dry-run",
    "import . --dry-run --json",
    "import . --dry-run --split kind",
  ])(
  "%s reports standard output that cannot be written",
  async (command, { emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    const { code, text } = await project.run(
      "sh",
      "-c",
      `"$0" "$1" ${command} > ${FULL}`,
      process.execPath,
      COMMAND,
    );
    expect({ code, text }).toEqual({
      code: 2,
      text: expect.stringContaining("error: cannot write standard output: the disk is full;"),
    });
  },
);

it.runIf(existsSync(FULL))(
  "--report that cannot be written is an error",
  async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    expect(await project.import("--dry-run", "--report", FULL)).toMatchObject({
      code: 2,
      text: expect.stringContaining(`error: cannot write ${FULL}: the disk is full;`),
    });
  },
);

it.skipIf(lacksMounts())(
  "an import into a full disk leaves no half of a file, and is finished by the next run",
  async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    const folder = join(project.folder, "full");
    await mkdir(folder);
    await withMount(folder, async () => {
      fill(folder);
      const run = () => project.run(process.execPath, COMMAND, "import", "full");
      expect(await run()).toMatchObject({
        code: 2,
        text: expect.stringMatching(/^error: cannot write .*: the disk is full; free some space/m),
      });
      expect(
        await project.import("--dry-run", "--names", join(folder, "names.yaml")),
      ).toMatchObject({
        code: 2,
        text: expect.stringMatching(/^error: cannot write .*names.yaml: the disk is full;/m),
      });
      await rm(join(folder, "names.yaml"), { force: true });
      expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
      await rm(join(folder, "large"));
      expect(await run()).toMatchObject({
        code: 0,
        text: expect.stringContaining("wrote ingress.ts\n"),
      });
    });
  },
);

it.runIf(existsSync("/proc/self"))(
  "a folder in a file system without folders of users is an error",
  async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    const outcome = await project.run(process.execPath, COMMAND, "import", "/proc/missing/infra");
    expect(outcome).toMatchObject({
      code: 2,
      text: expect.stringContaining("error: cannot write /proc/missing"),
    });
  },
);
