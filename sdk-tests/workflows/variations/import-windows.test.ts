import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { newDestination, newIngress } from "../../emulator/client";
import { withImportProject } from "../../support/import-fixtures";
import type { ImportProject } from "../../support/import-project";
import { COMMAND } from "../../support/workspace";

/**
 * Tests of `edge-ingress import` on Windows, as far as Linux can imitate it: Node.js mistakes the system for Windows,
 * and a replacement for cmd.exe passes the command lines on to the CLI.
 */

const it = withImportProject();

const [WINDOWS, CMD] = ["windows.cjs", "cmd-exe.cjs"].map((name) =>
  join(__dirname, "../../support", name),
) as [string, string];

interface Line {
  readonly options: readonly string[];
  readonly command?: string;
  readonly args: readonly string[];
  readonly file?: string;
  readonly modes?: readonly string[];
}

/** Returns a folder next to the project with `pulumi.cmd`, and the environment in which Windows finds it. */
async function windows(project: ImportProject) {
  const folder = join(project.folder, "../bin");
  const [comspec, log] = [join(folder, "cmd.exe"), join(folder, "log")];
  await mkdir(folder);
  await writeFile(join(folder, "pulumi.cmd"), "");
  await writeFile(comspec, `#!${process.execPath}\nrequire(${JSON.stringify(CMD)});\n`, {
    mode: 0o755,
  });
  await writeFile(log, "");
  Object.assign(project.environment, {
    ...{ comspec, PATHEXT: ".com;.exe;.bat;.cmd", CMD_LOG: log, CMD_PATH: process.env.PATH ?? "" },
    PATH: `C:\\Windows;${folder}`,
  });
  const run = (...args: string[]) =>
    project.run(
      process.execPath,
      "--require",
      WINDOWS,
      COMMAND,
      "import",
      ".",
      "--stack",
      "dev",
      "--yes",
      ...args,
    );
  const lines = async (): Promise<Line[]> =>
    (await readFile(log, "utf8"))
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return { run, lines, folder };
}

it.runIf(process.platform === "linux")(
  "an import runs pulumi.cmd alone, with a file for what is secret",
  async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com", { description: "a & b | %PATH%" });
    await newDestination(emulator, "audit", `canary "key" & %PATH% ${"x".repeat(20_000)}`);
    const { run, lines, folder } = await windows(project);
    const { code, text } = await run();
    expect(code, text).toBe(0);
    expect(text).toContain("imported 2 objects into stack dev\n");
    expect(text).toContain("`pulumi preview` shows no change\n");

    const all = await lines();
    for (const { options, command } of all) {
      expect({ options, command }).toEqual({
        options: ["/d", "/s", "/c"],
        command: join(folder, "pulumi.cmd"),
      });
    }
    const commands = all.map(({ args }) =>
      args
        .filter((word) => !word.startsWith("-"))
        .slice(0, 2)
        .join(" "),
    );
    expect(new Set(commands)).toEqual(
      new Set([
        "about",
        "stack export",
        "stack init",
        "stack ls",
        "plugin ls",
        "plugin install",
        "config dev",
        "config set-all",
        "config set",
        "import dev",
        "preview dev",
      ]),
    );
    expect(JSON.stringify(all)).not.toMatch(/canary|\/dev\/stdin/);
    const [{ file = "", modes } = {}] = all.filter((entry) => entry.file !== undefined);
    expect({ modes, isLeft: existsSync(file) }).toEqual({ modes: ["600", "700"], isLeft: false });

    const { PATH: path, ...environment } = project.environment;
    Object.assign(project.environment, environment, { PATH: process.env.PATH });
    expect(path).toContain(folder);
    await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
    expect((await project.written()) + project.printed).not.toContain("canary");
  },
);

it.runIf(process.platform === "linux")(
  "a PATH without pulumi.cmd is reported before anything is written",
  async ({ project }) => {
    const { run } = await windows(project);
    project.environment.PATH = "C:\\Windows";
    expect(await run()).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^error: the Pulumi CLI is not on the PATH/),
    });
    expect(await project.files()).toEqual([]);
  },
);
