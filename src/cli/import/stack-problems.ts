import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { isObject, jsonObject } from "../../core/schema/values";
import { type Language, layouts } from "../../importing/project";
import { errorSummary, type PulumiOptions, pulumi } from "../pulumi";
import { stackSettingsFile } from "../stack";
import { WorkFolder } from "../work-folder";
import type { ProjectFolder } from "./folder";

/**
 * Finds the problems that prevent the Pulumi CLI from importing into a stack. Runs the CLI in an
 * empty copy of the project.
 */
export async function stackProblems(
  project: ProjectFolder,
  language: Language,
  stack: string,
  signal: AbortSignal,
): Promise<string[]> {
  using folder = new WorkFolder();
  const { name, backend } = project;
  const runtime = layouts[language].runtimes[0];
  writeFileSync(join(folder.path, "Pulumi.yaml"), stringify({ name, runtime, backend }));
  const at = { cwd: folder.path, signal };
  const about = jsonObject((await pulumi(["about", "--json"], at)).stdout);
  if (!about) return [];
  const errors = Array.isArray(about.errors) ? about.errors.map(String) : [];
  const problems: string[] = [];
  if (errors.some((error) => /no language plugin/.test(error)))
    problems.push(
      `the Pulumi CLI has no language host for ${language}: install the whole CLI (https://www.pulumi.com/docs/install)`,
    );
  if (!isObject(about.backend)) return [...problems, backendProblem(errors)];
  if (!canEncrypt(project, stack, String(about.backend.url)))
    problems.push(
      "the stack's secrets need a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE",
    );
  // A stack of an existing project may exist.
  if (!project.isProject) problems.push(...(await newStackProblems(project, stack, at)));
  return problems;
}

function backendProblem(errors: readonly string[]): string {
  const reason = errors.find((error) => error.startsWith("Could not access the backend"));
  return reason
    ? `${reason}; see \`pulumi login\``
    : "the Pulumi CLI is not logged in: run `pulumi login`";
}

/**
 * Checks whether the CLI can encrypt secrets. A service encrypts; another backend needs a
 * passphrase, unless the stack has settings, which may name a secrets provider.
 */
function canEncrypt({ settingsFolder }: ProjectFolder, stack: string, backendUrl: string): boolean {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  if ((PULUMI_CONFIG_PASSPHRASE ?? PULUMI_CONFIG_PASSPHRASE_FILE) !== undefined) return true;
  return /^https?:/.test(backendUrl) || existsSync(join(settingsFolder, stackSettingsFile(stack)));
}

/** Finds out whether a stack of a new project can be created. */
async function newStackProblems(
  { name, folder }: ProjectFolder,
  stack: string,
  at: PulumiOptions,
): Promise<string[]> {
  const { code, stderr } = await pulumi(["stack", "export", "--stack", stack], at);
  if (/no stack named/.test(stderr)) return [];
  if (code !== 0) return [`stack ${stack} cannot be created: ${errorSummary(stderr)}`];
  return [
    `stack ${stack} of project ${name} exists, and ${folder} does not contain that project: name its folder`,
  ];
}
