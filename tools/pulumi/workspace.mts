import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir, pathWith, pulumiHome } from "../base/project.mjs";
import type { PulumiCli } from "./pulumi-cli.mts";

const stateDir = join(dataDir, "state");
const tempDir = join(dataDir, "tmp");
const passphraseFile = join(dataDir, "passphrase");

interface Workspace {
  home: string; // of Pulumi's own files, apart from the CLI
  state: string;
  temp?: string; // where Pulumi's TypeScript loader caches what it compiled
  baseUrl: string; // of the API
  apiKey: string;
}

/** The environment that keeps Pulumi inside some folders, whatever backend the user is logged in to. */
export const engineEnvironment = (
  cli: PulumiCli,
  { home, state, temp, baseUrl, apiKey }: Workspace,
): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: pathWith(cli.binDir, dirname(process.execPath)),
  PULUMI_HOME: home,
  PULUMI_CREDENTIALS_PATH: home,
  PULUMI_BACKEND_URL: pathToFileURL(state).href,
  PULUMI_SKIP_UPDATE_CHECK: "1",
  ...(temp && { TMPDIR: temp, TMP: temp, TEMP: temp }),
  EDGE_INGRESS_BASE_URL: baseUrl,
  EDGE_INGRESS_API_KEY: apiKey,
});

/**
 * The environment that keeps Pulumi on this stack and inside `.edge-ingress/`; the stack's config file goes there by
 * `stackConfigDir` in Pulumi.yaml.
 */
export function pulumiEnvironment(
  cli: PulumiCli,
  { stack, ...api }: Pick<Workspace, "baseUrl" | "apiKey"> & { stack: string },
): NodeJS.ProcessEnv {
  for (const dir of [stateDir, pulumiHome, tempDir])
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  const env = engineEnvironment(cli, { home: pulumiHome, state: stateDir, temp: tempDir, ...api });
  return { ...env, ...passphrase(), PULUMI_STACK: stack };
}

/**
 * Returns the passphrase that encrypts the secrets of the stacks: the user's passphrase, or a generated passphrase for
 * this folder.
 */
function passphrase(): NodeJS.ProcessEnv {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  if (PULUMI_CONFIG_PASSPHRASE !== undefined || PULUMI_CONFIG_PASSPHRASE_FILE) return {};
  if (!existsSync(passphraseFile)) {
    writeFileSync(passphraseFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return { PULUMI_CONFIG_PASSPHRASE: readFileSync(passphraseFile, "utf8") };
}
