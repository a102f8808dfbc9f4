import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { withApi } from "./api";
import type { Members } from "./client";

const test = withApi();
const path = "/ssh_certificate_authorities";

/** The body that creates an authority, the type of its key, and the algorithm and the bits of its public key. */
const authorities: readonly { body: Members; type: string; algorithm: string; bits: number }[] = [
  { body: {}, type: "ed25519", algorithm: "ssh-ed25519", bits: 256 },
  { body: { private_key_type: "ed25519" }, type: "ed25519", algorithm: "ssh-ed25519", bits: 256 },
  { body: { private_key_type: "rsa" }, type: "rsa", algorithm: "ssh-rsa", bits: 2048 },
  {
    body: { private_key_type: "rsa", key_size: 4096 },
    type: "rsa",
    algorithm: "ssh-rsa",
    bits: 4096,
  },
  {
    body: { private_key_type: "ecdsa" },
    type: "ecdsa",
    algorithm: "ecdsa-sha2-nistp256",
    bits: 256,
  },
  {
    body: { private_key_type: "ecdsa", elliptic_curve: "nistp384" },
    type: "ecdsa",
    algorithm: "ecdsa-sha2-nistp384",
    bits: 384,
  },
  {
    body: { private_key_type: "ecdsa", elliptic_curve: "nistp521" },
    type: "ecdsa",
    algorithm: "ecdsa-sha2-nistp521",
    bits: 521,
  },
];

test.for(authorities)(
  "an authority that is created by $body has a valid public key",
  async ({ body, type, algorithm, bits }, { emulator, api }) => {
    const created = await api.members("POST", path, { ...body, description: "d" });
    expect(created).toEqual({
      id: expect.stringMatching(/^sshca_[0-9A-Za-z]{27}$/),
      uri: `${emulator.url}${path}/${created.id}`,
      created_at: expect.any(String),
      description: "d",
      metadata: null,
      public_key: expect.stringMatching(new RegExp(`^${algorithm} [A-Za-z0-9+/]+=*$`)),
      key_type: type,
    });
    const listed = fingerprintOf(String(created.public_key));
    expect(listed === undefined || listed.startsWith(`${bits} SHA256:`)).toBe(true);
  },
);

/** Returns the output of ssh-keygen for a key; undefined if ssh-keygen is not installed. */
function fingerprintOf(publicKey: string): string | undefined {
  try {
    return execFileSync("ssh-keygen", ["-l", "-f", "-"], { encoding: "utf8", input: publicKey });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
