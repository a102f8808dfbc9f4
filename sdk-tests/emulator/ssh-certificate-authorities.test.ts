import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { withApi } from "./api";

const test = withApi();
const path = "/ssh_certificate_authorities";

test.for([
  [{}, "ed25519", "ssh-ed25519", 256],
  [{ private_key_type: "ed25519" }, "ed25519", "ssh-ed25519", 256],
  [{ private_key_type: "rsa" }, "rsa", "ssh-rsa", 2048],
  [{ private_key_type: "rsa", key_size: 4096 }, "rsa", "ssh-rsa", 4096],
  [{ private_key_type: "ecdsa" }, "ecdsa", "ecdsa-sha2-nistp256", 256],
  [{ private_key_type: "ecdsa", elliptic_curve: "nistp384" }, "ecdsa", "ecdsa-sha2-nistp384", 384],
  [{ private_key_type: "ecdsa", elliptic_curve: "nistp521" }, "ecdsa", "ecdsa-sha2-nistp521", 521],
] as const)(
  "an authority made from %j has a valid public key",
  async ([input, type, algorithm, bits], { emulator, api }) => {
    const created = await api.members("POST", path, { ...input, description: "d" });
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

test("an authority's texts are updated, its key is not", async ({ api }) => {
  const created = await api.members("POST", path, {});
  const one = `${path}/${created.id}`;
  const updated = { ...created, description: "new", metadata: "{}" };
  expect(await api.members("PATCH", one, { description: "new", metadata: "{}" })).toEqual(updated);
  expect(await api.members("GET", one)).toEqual(updated);
  expect(await api.status("DELETE", one)).toBe(204);
  expect(await api.status("GET", one)).toBe(404);
});

/** What ssh-keygen says of a key; undefined where it is not installed. */
function fingerprintOf(publicKey: string): string | undefined {
  try {
    return execFileSync("ssh-keygen", ["-l", "-f", "-"], { encoding: "utf8", input: publicKey });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
