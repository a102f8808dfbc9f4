import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { isObject, jsonObject } from "../../core/schema/values";
import { type Language, layouts } from "../../importing/project";
import { gistOf, type PulumiOptions, pulumi } from "../pulumi";
import type { ProjectFolder } from "./folder";

/**
 * What keeps the CLI from importing into a stack, looked at in an empty project: the login, the backend, the language host, the
 * passphrase, and a stack of that name in a project elsewhere.
 *
 * @throws {Error} if there is no CLI.
 */
export async function cliProblems(
  folder: ProjectFolder,
  language: Language,
  stack: string,
  signal: AbortSignal,
): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "edge-ingress-"));
  try {
    const { name, backend } = folder;
    const project = { name, runtime: layouts[language].runtimes[0], ...(backend !== undefined && { backend }) };
    writeFileSync(join(cwd, "Pulumi.yaml"), stringify(project));
    const about = jsonObject((await pulumi(["about", "--json"], { cwd, signal })).stdout);
    if (!about) return [];
    const errors = Array.isArray(about.errors) ? about.errors.map(String) : [];
    const problems = errors.some((each) => /no language plugin/.test(each)) ? [noHostText(language)] : [];
    if (!isObject(about.backend)) return [...problems, loginProblem(errors)];
    const settings = join(folder.folder, `Pulumi.${stack}.yaml`);
    if (needsPassphrase(String(about.backend.url)) && !existsSync(settings)) problems.push(NO_PASSPHRASE);
    // Of a project that exists, the stack may exist, too.
    return folder.isProject ? problems : [...problems, ...(await stackProblems(folder, stack, { cwd, signal }))];
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const noHostText = (language: Language): string =>
  `the Pulumi CLI has no language host for ${language}: install the whole CLI (https://www.pulumi.com/docs/install)`;

function loginProblem(errors: readonly string[]): string {
  const reason = errors.find((each) => each.startsWith("Could not access the backend"));
  return reason === undefined
    ? "the Pulumi CLI is not logged in: run `pulumi login`"
    : `${reason}; see \`pulumi login\``;
}

const NO_PASSPHRASE =
  "the stack's secrets need a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE";

/** A service encrypts; other backends need a passphrase, unless the stack's settings name another provider. */
function needsPassphrase(backend: string): boolean {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  return !/^https?:/.test(backend) && (PULUMI_CONFIG_PASSPHRASE ?? PULUMI_CONFIG_PASSPHRASE_FILE) === undefined;
}

/** What is wrong with the name of the stack, for a project that does not exist yet. */
async function stackProblems({ name, folder }: ProjectFolder, stack: string, at: PulumiOptions): Promise<string[]> {
  const ended = await pulumi(["stack", "export", "--stack", stack], at);
  if (/no stack named/.test(ended.stderr)) return [];
  if (ended.code !== 0) return [`stack ${stack} cannot be created: ${gistOf(ended.stderr)}`];
  return [`stack ${stack} of project ${name} exists, and ${folder} does not contain that project: name its folder`];
}
