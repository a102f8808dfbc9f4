import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { z } from "zod";
import { dataBeside, rows, text, values } from "../support/data";
import { withApi } from "./api";

const test = withApi();
const path = "/ssh_certificate_authorities";

const { authorities } = dataBeside(__filename, {
  authorities: rows(values, text, text, z.number()),
});

test.for(authorities)(
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

/** Returns the output of ssh-keygen for a key; undefined if ssh-keygen is not installed. */
function fingerprintOf(publicKey: string): string | undefined {
  try {
    return execFileSync("ssh-keygen", ["-l", "-f", "-"], { encoding: "utf8", input: publicKey });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
