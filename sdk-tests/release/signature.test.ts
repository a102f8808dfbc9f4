import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signAdHoc } from "../../scripts/release/mach-o.mjs";

/** The ad-hoc signature of an executable for macOS, beside that of Go's linker. */

const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const PAGE = 4096;
/** Where the hashes of the pages begin: after the head of the signature, the code directory and the identifier. */
const HASHES = 20 + 88 + "a.out\0".length;

let folder: string;
let signed: Buffer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signature-"));
  writeFileSync(join(folder, "go.mod"), "module hello\n\ngo 1.25\n");
  writeFileSync(join(folder, "main.go"), 'package main\n\nfunc main() { println("hello") }\n');
  const env = { ...process.env, GOOS: "darwin", GOARCH: "arm64", CGO_ENABLED: "0", GOFLAGS: "" };
  execFileSync("go", ["build", "-o", "hello", "."], { cwd: folder, env });
  signed = readFileSync(join(folder, "hello"));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of an executable, each with its place. */
function commandsOf(executable: Buffer): { at: number; type: number }[] {
  let at = 32;
  return Array.from({ length: executable.readUInt32LE(16) }, () => {
    const command = { at, type: executable.readUInt32LE(at) };
    at += executable.readUInt32LE(at + 4);
    return command;
  });
}

const placeOf = (executable: Buffer, isMeant: (command: { at: number; type: number }) => boolean): number => {
  const found = commandsOf(executable).find(isMeant);
  if (!found) throw new Error("the executable has no such command");
  return found.at;
};

/** Takes the signature away, as building a single executable does. */
function unsigned(executable: Buffer): Buffer {
  const copy = Buffer.from(executable);
  const at = placeOf(copy, ({ type }) => type === CODE_SIGNATURE);
  const size = copy.readUInt32LE(at + 8);
  copy.fill(0, at, at + 16);
  copy.writeUInt32LE(copy.readUInt32LE(16) - 1, 16);
  copy.writeUInt32LE(copy.readUInt32LE(20) - 16, 20);
  return copy.subarray(0, size);
}

/** Go's linker does not round the size of the last segment in memory, as Apple's does: the field, and the hash of its page. */
function withRoundedSegment(executable: Buffer): Buffer {
  const copy = Buffer.from(executable);
  const at = placeOf(copy, (command) => {
    const name = copy.toString("latin1", command.at + 8, command.at + 18);
    return command.type === SEGMENT_64 && name === "__LINKEDIT";
  });
  copy.writeBigUInt64LE(BigInt(Math.ceil(Number(copy.readBigUInt64LE(at + 48)) / 0x4000) * 0x4000), at + 32);
  const signature = copy.readUInt32LE(placeOf(copy, ({ type }) => type === CODE_SIGNATURE) + 8);
  createHash("sha256")
    .update(copy.subarray(0, PAGE))
    .digest()
    .copy(copy, signature + HASHES);
  return copy;
}

describe("the ad-hoc signature", () => {
  it("is that of Go's linker, to the byte", () => {
    expect(signAdHoc(unsigned(signed), "a.out").equals(withRoundedSegment(signed))).toBe(true);
  });

  it("is refused if there is a signature already, and for what is not an executable of macOS", () => {
    expect(() => signAdHoc(signed, "a.out")).toThrow("has a signature already");
    expect(() => signAdHoc(Buffer.alloc(64), "a.out")).toThrow("not a 64-bit executable of macOS");
  });

  it("is refused if the executable has no room for its command", () => {
    const full = unsigned(signed);
    full.fill(1, 32 + full.readUInt32LE(20), 48 + full.readUInt32LE(20));
    expect(() => signAdHoc(full, "a.out")).toThrow("no room for the command");
  });
});
