import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inject } from "vitest";
import { folderOfTest } from "./folders";
import { generateSdk } from "./languages";
import type { PulumiWorkspace } from "./workspace";

/** Environments of Python with the SDK that is made of the schema. */

const windows = process.platform === "win32";

const commandsIn = (folder: string): string => join(folder, "venv", windows ? "Scripts" : "bin");

/** Makes an environment in a folder, without a network. */
export async function makeVenv(folder: string): Promise<void> {
  await generateSdk(folder, "python");
  const offline = ["--no-index", "--find-links", inject("languageHosts").wheelDir];
  execFileSync(windows ? "python" : "python3", ["-m", "venv", "venv"], { cwd: folder });
  execFileSync(join(commandsIn(folder), "pip"), ["install", ...offline, "./sdks/python"], {
    cwd: folder,
  });
}

/** Creates a virtual environment for a program, and lets the program use it. */
export async function useNewVenv(project: PulumiWorkspace): Promise<void> {
  const folder = folderOfTest();
  await makeVenv(folder);
  useVenv(folder, project);
}

/**
 * Lets a program use the virtual environment. A host that is built here uses the Python in PATH; a newer host reads
 * Pulumi.yaml.
 */
export function useVenv(folder: string, { folder: program, environment }: PulumiWorkspace): void {
  symlinkSync(join(folder, "venv"), join(program, "venv"), "junction");
  environment.PATH = `${commandsIn(folder)}${delimiter}${process.env.PATH}`;
}
