import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { isObject, jsonObject } from "../../core/schema/values";
import { type Language, layouts } from "../../importing/project";
import { gistOf, pulumi } from "../pulumi";
import type { ProjectFolder } from "./folder";

/** What the CLI has to be able to do. */
interface Wanted {
  readonly folder: ProjectFolder;
  readonly language: Language;
  readonly stack: string;
  readonly signal: AbortSignal;
}

/**
 * What keeps the CLI from importing into a stack, looked at in an empty project: the login, the backend, the language host, the
 * passphrase, and a stack of that name in a project elsewhere.
 *
 * @throws {Error} if there is no CLI.
 */
export async function cliProblems(wanted: Wanted): Promise<string[]> {
  const { folder, language, signal } = wanted;
  const cwd = mkdtempSync(join(tmpdir(), "edge-ingress-"));
  try {
    const { name, backend } = folder;
    const project = { name, runtime: layouts[language].runtimes[0], ...(backend !== undefined && { backend }) };
    writeFileSync(join(cwd, "Pulumi.yaml"), stringify(project));
    const about = jsonObject((await pulumi(["about", "--json"], { cwd, signal })).stdout);
    if (!about) return [];
    const errors = Array.isArray(about.errors) ? about.errors.map(String) : [];
    const host = errors.some((each) => /no language plugin/.test(each)) ? [noHostText(language)] : [];
    if (!isObject(about.backend)) return [...host, loginProblem(errors)];
    return [...host, ...passphraseProblems(String(about.backend.url), wanted), ...(await stackProblems(wanted, cwd))];
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

/** A service encrypts; other backends need a passphrase, unless the stack's settings name another provider. */
function passphraseProblems(backend: string, { folder, stack }: Wanted): string[] {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  const isSet = PULUMI_CONFIG_PASSPHRASE !== undefined || PULUMI_CONFIG_PASSPHRASE_FILE !== undefined;
  if (isSet || /^https?:/.test(backend) || existsSync(join(folder.folder, `Pulumi.${stack}.yaml`))) return [];
  return ["the stack's secrets need a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE"];
}

/** What is wrong with the name of the stack, for a project that does not exist yet. */
async function stackProblems({ folder, stack, signal }: Wanted, cwd: string): Promise<string[]> {
  if (folder.isProject) return [];
  const ended = await pulumi(["stack", "export", "--stack", stack], { cwd, signal });
  if (/no stack named/.test(ended.stderr)) return [];
  if (ended.code !== 0) return [`stack ${stack} cannot be created: ${gistOf(ended.stderr)}`];
  const { name, folder: path } = folder;
  return [`stack ${stack} of project ${name} exists, and ${path} does not contain that project: name its folder`];
}
