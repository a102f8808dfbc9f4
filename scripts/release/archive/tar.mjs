import { promisify } from "node:util";
import { gzip } from "node:zlib";

const BLOCK = 512;
const NAME_BYTES = 100;
/** Of the header, apart from which the checksum is computed as if it were spaces. */
const CHECKSUM = { offset: 148, length: 8 };

/**
 * A gzipped tar archive that depends on nothing but its entries: no owner, one time, and files in the order of their names.
 * @param {readonly import("./files.mjs").Entry[]} entries
 * @param {number} time of each file, in seconds since 1970
 * @returns {Promise<Buffer>}
 */
export async function tarGz(entries, time) {
  const blocks = entries.flatMap((entry) => [header(entry, time), entry.content, padding(entry.content.length)]);
  // Node.js writes no time and no system into the header of gzip.
  return promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/**
 * @param {import("./files.mjs").Entry} entry
 * @param {number} time
 */
function header({ name, content, executable }, time) {
  const block = Buffer.alloc(BLOCK);
  const { prefix, rest } = split(name);
  block.write(rest, 0);
  /** @type {[offset: number, digits: number, value: number][]} */
  const numbers = [
    [100, 7, executable ? 0o755 : 0o644],
    [108, 7, 0],
    [116, 7, 0],
    [124, 11, content.length],
    [136, 11, time],
  ];
  for (const [offset, digits, value] of numbers) block.write(value.toString(8).padStart(digits, "0"), offset);
  block.fill(" ", CHECKSUM.offset, CHECKSUM.offset + CHECKSUM.length);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, CHECKSUM.offset);
  return block;
}

/**
 * A long name is in two fields, divided at a slash.
 * @param {string} name
 */
function split(name) {
  if (Buffer.byteLength(name) <= NAME_BYTES) return { prefix: "", rest: name };
  const slash = name.indexOf("/", name.length - NAME_BYTES - 1);
  return { prefix: name.slice(0, slash), rest: name.slice(slash + 1) };
}

/** @param {number} length */
const padding = (length) => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
