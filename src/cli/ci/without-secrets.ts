import { createHash } from "node:crypto";
import { isMap, isScalar, parseDocument } from "yaml";
import { startEmulator } from "../../emulator/index";
import type { PulumiResult } from "../pulumi";
import { TemporaryBackend } from "./temporary-stack";

/**
 * Previews the change of a stack between two checkouts without any secret: deploys the program of the base to a local server, with a
 * state in a temporary folder, and previews the program of the current folder on that state.
 *
 * @param base The folder of the Pulumi project in the checkout of the base.
 */
export async function previewFromBase(
  base: string,
  stack: string,
  previewArguments: readonly string[],
): Promise<PulumiResult> {
  await using server = await startEmulator();
  using backend = new TemporaryBackend(stack, {
    PULUMI_CONFIG_PASSPHRASE: "",
    EDGE_INGRESS_BASE_URL: server.url,
    EDGE_INGRESS_API_KEY: server.apiKey,
  });
  const created = await backend.create(base);
  if (created.code !== 0) return created;
  const deployed = await backend.run(["up", "--yes", "--skip-preview"], base, plainSettings);
  if (deployed.code !== 0) return deployed;
  return await backend.run(["preview", ...previewArguments], ".", plainSettings);
}

/** Members of the settings by which the CLI would decrypt values, or open an environment of Pulumi ESC. */
const PRIVATE_MEMBERS = ["encryptionsalt", "encryptedkey", "secretsprovider", "environment"];

/** Settings of the provider that the local server replaces. */
const SERVER_SETTINGS = ["edge-ingress:apiKey", "edge-ingress:baseUrl"];

/** The settings of a stack with a placeholder for each secret. A secret that changes has another placeholder. */
function plainSettings(text: string): string {
  const document = parseDocument(text);
  for (const member of PRIVATE_MEMBERS) document.delete(member);
  const config = document.get("config");
  if (!isMap(config)) return document.toString();
  for (const setting of SERVER_SETTINGS) config.delete(setting);
  for (const pair of config.items) {
    const encrypted = isMap(pair.value) ? pair.value.get("secure", true) : undefined;
    if (isScalar(encrypted)) pair.value = document.createNode(placeholderOf(`${encrypted.value}`));
  }
  return document.toString();
}

const placeholderOf = (encrypted: string): string =>
  `placeholder-${createHash("sha256").update(encrypted).digest("hex").slice(0, 16)}`;
