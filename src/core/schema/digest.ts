import { createHash } from "node:crypto";

/** A digest of texts, for use in file names. */
export const digestTexts = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 32);
