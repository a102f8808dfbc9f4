import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir, pathWith, pulumiHome } from "./project.mjs";

const stateDir = join(dataDir, "state");
const tempDir = join(dataDir, "tmp");
const passphraseFile = join(dataDir, "passphrase");

/**
 * The environment that keeps Pulumi, whatever the user's own is logged in to, on this stack and inside `.edge-ingress/`
 * (the stack's config file goes there by `stackConfigDir` in Pulumi.yaml).
 * @param {import("../../toolchain/pulumi-cli.mjs").PulumiCli} cli
 * @param {import("./target.mjs").Target} target
 * @returns {NodeJS.ProcessEnv}
 */
export function pulumiEnvironment(cli, target) {
  for (const dir of [stateDir, pulumiHome, tempDir]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    ...process.env,
    ...passphrase(),
    PATH: pathWith(cli.binDir),
    PULUMI_HOME: pulumiHome,
    PULUMI_CREDENTIALS_PATH: pulumiHome,
    PULUMI_BACKEND_URL: pathToFileURL(stateDir).href,
    PULUMI_STACK: target.stack,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    // Pulumi's TypeScript loader caches what it compiled in the temporary folder.
    TMPDIR: tempDir,
    TMP: tempDir,
    TEMP: tempDir,
    EDGE_INGRESS_BASE_URL: target.baseUrl,
    EDGE_INGRESS_API_KEY: target.apiKey,
  };
}

/**
 * Encrypts the secrets in the stacks: the user's passphrase, else one made for this folder.
 * @returns {NodeJS.ProcessEnv}
 */
function passphrase() {
  const { PULUMI_CONFIG_PASSPHRASE, PULUMI_CONFIG_PASSPHRASE_FILE } = process.env;
  if (PULUMI_CONFIG_PASSPHRASE !== undefined || PULUMI_CONFIG_PASSPHRASE_FILE) return {};
  if (!existsSync(passphraseFile)) {
    writeFileSync(passphraseFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return { PULUMI_CONFIG_PASSPHRASE: readFileSync(passphraseFile, "utf8") };
}
