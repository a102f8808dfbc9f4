import { hash } from "node:crypto";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { unzipSync } from "fflate";
import { extract } from "tar";
import { root } from "../tools/base/project.mjs";
import { run } from "../tools/base/run.mjs";
import { Problem, remark } from "../tools/base/say.mjs";

/** Archives of the Node.js project, checked by its sums, whose signature is checked by the keys of its releasers. */

/** Fails if the host cannot be reached, or lacks the version. */
export class Unreachable extends Error {}

const SUMS = "SHASUMS256.txt";

/** The lists are small; an archive has 60 MB. */
const LIST_MS = 20_000;
const ARCHIVE_MS = 600_000;

/** The variable is that of other tools that download Node.js. */
const baseUrl = (): string => process.env.NODEJS_ORG_MIRROR ?? "https://nodejs.org/dist";

/** The keys of the releasers, from the repository nodejs/release-keys. */
export const KEYRING = join(root, "release", "node", "keys", "pubring.kbx");

/** An archive as the Node.js project names it, such as `linux-x64.tar.gz`. */
export interface NodeArchive {
  version: string;
  archive: string;
}

interface SignatureOptions {
  keyring?: string; // default: the keys of the releasers
  needsSignature?: boolean; // fail if gpgv is not installed
}

/**
 * Downloads an archive, and unpacks `node` and its licence into a folder.
 * @returns the address and the sum of the archive
 */
export async function downloadNode(
  { version, archive }: NodeArchive,
  folder: string,
  { keyring = KEYRING, needsSignature = false }: SignatureOptions = {},
): Promise<string> {
  const release = `${baseUrl().replace(/\/$/, "")}/v${version}`;
  const name = `node-v${version}-${archive}`;
  const sums = await fileAt(`${release}/${SUMS}`);
  const signature = await fileAt(`${release}/${SUMS}.sig`);
  const isChecked = await checkSignature({ sums, signature, folder, keyring });
  if (!isChecked) reportMissingGpgv(needsSignature);
  const content = await fileAt(`${release}/${name}`, ARCHIVE_MS);
  const sum = hash("sha256", content);
  if (sum !== sumOf(name, sums.toString()))
    throw new Problem(`${release}/${name} has the sum ${sum}, which is not that of ${SUMS}.`);
  await unpack(content, name, folder);
  return `${release}/${name}, SHA-256 ${sum}`;
}

/** The sum of a file in the list of a release, which has a line for each file. */
export function sumOf(name: string, sums: string): string {
  const line = sums.split("\n").find((candidate) => candidate.endsWith(`  ${name}`));
  if (line === undefined) throw new Problem(`${SUMS} of Node.js has no ${name}.`);
  return line.slice(0, line.indexOf(" "));
}

async function fileAt(url: string, timeoutMs = LIST_MS): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw new Unreachable(`${url} cannot be reached (${error.cause?.code ?? error.name}).`);
  });
  if (!response.ok) throw new Unreachable(`${url} responds with ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** Without gpgv, only HTTPS protects the sums. */
function reportMissingGpgv(needsSignature: boolean) {
  const message = `gpgv is not installed: the signature of ${SUMS} is not checked.`;
  if (needsSignature) throw new Problem(`${message} Install gpgv, then run this again.`);
  remark(message);
}

interface SignedSums {
  sums: Buffer;
  signature: Buffer;
  folder: string;
  keyring: string;
}

/** @returns false if gpgv is not installed */
async function checkSignature({ sums, signature, folder, keyring }: SignedSums): Promise<boolean> {
  const signed = join(folder, SUMS);
  const file = join(folder, `${SUMS}.sig`);
  const keys = join(folder, "keyring");
  await writeFile(signed, sums);
  await writeFile(file, signature);
  await copyFile(keyring, keys);
  // The gpgv of Git for Windows takes a path with a drive for an address, so all paths are relative.
  const args = ["--keyring", "./keyring", `${SUMS}.sig`, SUMS];
  const { code, output } = await run("gpgv", args, { capture: true, cwd: folder });
  await Promise.all([file, signed, keys].map((path) => rm(path)));
  if (code === 127) return false;
  if (code === 0) return true;
  throw new Problem(`No releaser of Node.js in release/node/keys has signed ${SUMS}:\n${output}`);
}

/** Unpacks into `bin` and LICENSE, where the archives for Linux and macOS have them. */
async function unpack(content: Buffer, name: string, folder: string) {
  if (name.endsWith(".zip")) return unpackZip(content, folder);
  const archive = join(folder, name);
  await writeFile(archive, content);
  const filter = (path: string) => /^[^/]+\/(bin\/node|LICENSE)$/.test(path);
  await extract({ file: archive, cwd: folder, strip: 1, filter });
  await rm(archive);
}

async function unpackZip(content: Buffer, folder: string) {
  const files = unzipSync(content, {
    filter: ({ name }) => /^[^/]+\/(node\.exe|LICENSE)$/.test(name),
  });
  await mkdir(join(folder, "bin"), { recursive: true });
  for (const [name, bytes] of Object.entries(files))
    await writeFile(join(folder, name.endsWith(".exe") ? "bin" : "", basename(name)), bytes);
}
