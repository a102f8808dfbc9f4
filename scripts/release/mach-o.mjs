import { createHash } from "node:crypto";

/*
 * An ad-hoc signature of a macOS executable, as linkers write it. An executable for Apple silicon starts only with a
 * signature, and building a single executable removes the signature of `node`. No certificate is involved: a signature that
 * macOS trusts after a download needs one, and a Mac.
 */

const MAGIC_64 = 0xfeedfacf;
const HEADER_BYTES = 32;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const SIGNATURE_COMMAND_BYTES = 16;
const SIGNATURE_ALIGNMENT = 16;
const MEMORY_PAGE = 0x4000;

const HASHED_PAGE_BITS = 12;
const HASHED_PAGE = 1 << HASHED_PAGE_BITS;
const SHA256 = { type: 2, bytes: 32 };

const EMBEDDED_SIGNATURE = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const CODE_DIRECTORY_VERSION = 0x20400;
const CODE_DIRECTORY_BYTES = 88;
/** The directory is the only blob, after the head of the signature. */
const DIRECTORY_OFFSET = 20;
/** `codesign` replaces a signature of a linker without being forced to. */
const ADHOC_BY_LINKER = 0x20002;
const MAIN_BINARY = 1;

/**
 * @param {Buffer} executable without a signature
 * @param {string} identifier
 * @returns {Buffer}
 */
export function signAdHoc(executable, identifier) {
  const { commands, end } = loadCommands(executable);
  const text = segment(executable, commands, "__TEXT");
  const linkEdit = segment(executable, commands, "__LINKEDIT");
  if (commands.some(({ type }) => type === CODE_SIGNATURE)) throw new Error("the executable has a signature already");
  const signed = Buffer.concat([executable, Buffer.alloc(gap(executable.length, SIGNATURE_ALIGNMENT))]);
  const dataOffset = signed.length;
  const dataSize = signatureBytes(dataOffset, identifier);
  addCommand(signed, end, [CODE_SIGNATURE, SIGNATURE_COMMAND_BYTES, dataOffset, dataSize]);
  const fileSize = dataOffset + dataSize - linkEdit.fileOffset;
  signed.writeBigUInt64LE(BigInt(fileSize + gap(fileSize, MEMORY_PAGE)), linkEdit.at + 32);
  signed.writeBigUInt64LE(BigInt(fileSize), linkEdit.at + 48);
  return Buffer.concat([signed, signature(signed, identifier, text)]);
}

/** @param {Buffer} executable */
function loadCommands(executable) {
  if (executable.readUInt32LE(0) !== MAGIC_64) throw new Error("this is not a 64-bit executable of macOS");
  let at = HEADER_BYTES;
  const commands = Array.from({ length: executable.readUInt32LE(16) }, () => {
    const command = { at, type: executable.readUInt32LE(at) };
    at += executable.readUInt32LE(at + 4);
    return command;
  });
  return { commands, end: at };
}

/**
 * @param {Buffer} executable
 * @param {readonly { at: number, type: number }[]} commands
 * @param {string} name
 */
function segment(executable, commands, name) {
  const named = ({ at = 0 }) => executable.toString("latin1", at + 8, at + 24).replace(/\0+$/, "") === name;
  const found = commands.find((command) => command.type === SEGMENT_64 && named(command));
  if (!found) throw new Error(`the executable has no segment ${name}`);
  const number = (/** @type {number} */ offset) => Number(executable.readBigUInt64LE(found.at + offset));
  return { at: found.at, fileOffset: number(40), fileSize: number(48) };
}

/**
 * @param {Buffer} executable
 * @param {number} end of the commands that there are
 * @param {readonly number[]} words
 */
function addCommand(executable, end, words) {
  const free = executable.subarray(end, end + SIGNATURE_COMMAND_BYTES);
  if (free.some((byte) => byte !== 0)) throw new Error("the executable has no room for the command of a signature");
  words.forEach((word, index) => {
    executable.writeUInt32LE(word, end + 4 * index);
  });
  executable.writeUInt32LE(executable.readUInt32LE(16) + 1, 16);
  executable.writeUInt32LE(executable.readUInt32LE(20) + SIGNATURE_COMMAND_BYTES, 20);
}

/** @param {string} identifier */
const hashesOffset = (identifier) => CODE_DIRECTORY_BYTES + Buffer.byteLength(identifier) + 1;

/**
 * @param {number} codeBytes
 * @param {string} identifier
 */
const signatureBytes = (codeBytes, identifier) =>
  DIRECTORY_OFFSET + hashesOffset(identifier) + Math.ceil(codeBytes / HASHED_PAGE) * SHA256.bytes;

/**
 * @param {Buffer} code all that precedes the signature
 * @param {string} identifier
 * @param {{ fileOffset: number, fileSize: number }} text
 */
function signature(code, identifier, text) {
  const pages = Math.ceil(code.length / HASHED_PAGE);
  const hashes = Array.from({ length: pages }, (_, index) =>
    createHash("sha256")
      .update(code.subarray(index * HASHED_PAGE, (index + 1) * HASHED_PAGE))
      .digest(),
  );
  const size = signatureBytes(code.length, identifier);
  return Buffer.concat([
    words(EMBEDDED_SIGNATURE, size, 1, 0, DIRECTORY_OFFSET),
    words(CODE_DIRECTORY, size - DIRECTORY_OFFSET, CODE_DIRECTORY_VERSION, ADHOC_BY_LINKER),
    words(hashesOffset(identifier), CODE_DIRECTORY_BYTES, 0, pages, code.length),
    Buffer.from([SHA256.bytes, SHA256.type, 0, HASHED_PAGE_BITS]),
    // No scattered code, no team, and a size that fits into 32 bits.
    words(0, 0, 0, 0, 0, 0),
    words(0, text.fileOffset, 0, text.fileSize, 0, MAIN_BINARY),
    Buffer.from(`${identifier}\0`),
    ...hashes,
  ]);
}

/** @param {...number} values big-endian, of 32 bits each */
function words(...values) {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    buffer.writeUInt32BE(value, 4 * index);
  });
  return buffer;
}

/**
 * @param {number} size
 * @param {number} unit
 */
const gap = (size, unit) => (unit - (size % unit)) % unit;
