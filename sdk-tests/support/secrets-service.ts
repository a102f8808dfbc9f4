import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const SECRETS_PROVIDER = "hashivault://tests";

/** The settings of a stack's secrets. The service decrypts any encrypted key as the same key. */
export const SECRETS_SETTINGS = { secretsProvider: SECRETS_PROVIDER, encryptedKey: "YW55" };

let environment: Promise<Record<string, string>> | undefined;

/**
 * Starts a replacement for HashiCorp's Vault that decrypts the key of a stack: the CLI would need half of its time to
 * derive a key from a passphrase.
 * @returns The environment of a CLI that uses the service, which ends with this process.
 */
export function secretsService(): Promise<Record<string, string>> {
  environment ??= start();
  return environment;
}

async function start(): Promise<Record<string, string>> {
  const plaintext = Buffer.alloc(32, "key").toString("base64");
  const answer = JSON.stringify({ data: { plaintext, ciphertext: "any" } });
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "application/json").end(answer),
  );
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "none" };
}
