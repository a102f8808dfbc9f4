import { createHash } from "node:crypto";

/** A digest of a list of texts, of 32 hexadecimal digits. File names and states contain such digests. */
export const digestTexts = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 32);
