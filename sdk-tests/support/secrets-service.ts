import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const SECRETS_PROVIDER = "hashivault://tests";

/** What the settings of a stack say of its secrets. Whatever the encrypted key is, the service decrypts it as the same key. */
export const SECRETS_SETTINGS = { secretsProvider: SECRETS_PROVIDER, encryptedKey: "YW55" };

let environment: Promise<Record<string, string>> | undefined;

/**
 * Stands for HashiCorp's Vault, and decrypts the key of a stack: the CLI would need half of its time to make a key of a passphrase.
 *
 * @returns The environment of a CLI that asks it. It ends with this process.
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
