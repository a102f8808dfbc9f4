import { crc32, deflateRawSync } from "node:zlib";

const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;
/** The first day that the format knows: as in zip files of Go modules, no file has a time. */
const DATE = 0x0021;

/**
 * A zip archive that depends on nothing but its entries.
 * @param {readonly import("./files.mjs").Entry[]} entries
 * @returns {Buffer}
 */
export function zip(entries) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const entry of entries) {
    const data = deflateRawSync(entry.content);
    const common = commonFields(entry, data);
    const name = Buffer.from(entry.name);
    const file = [signature(0x04034b50), common, numbers([0, 2]), name, data];
    directory.push(Buffer.concat([signature(0x02014b50), numbers([VERSION, 2]), common, tail(offset), name]));
    files.push(...file);
    offset += Buffer.concat(file).length;
  }
  return Buffer.concat([...files, ...directory, end(entries.length, Buffer.concat(directory).length, offset)]);
}

/**
 * What both headers of a file begin with.
 * @param {import("./files.mjs").Entry} entry
 * @param {Buffer} data
 */
const commonFields = ({ name, content }, data) =>
  numbers(
    [VERSION, 2],
    [UTF8, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [data.length, 4],
    [content.length, 4],
    [Buffer.byteLength(name), 2],
  );

/**
 * The rest of a header in the directory: no extra field, comment, disk or attributes.
 * @param {number} offset of the file
 */
const tail = (offset) => numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);

/**
 * @param {number} count
 * @param {number} size of the directory
 * @param {number} offset of the directory
 */
const end = (count, size, offset) =>
  Buffer.concat([
    signature(0x06054b50),
    numbers([0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]),
  ]);

/** @param {number} value */
const signature = (value) => numbers([value, 4]);

/**
 * Little-endian numbers, one after the other.
 * @param {...[value: number, bytes: number]} values
 */
function numbers(...values) {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
