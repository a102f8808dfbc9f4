import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tarGz, zip } from "../../release/archive.mts";
import { downloadNode, KEYRING, sumOf, Unreachable } from "../../release/node-archives.mts";
import { folderOfTest } from "../support/folders";

/** Downloads of Node.js from the Node.js project, from a server with archives and sums that a test key has signed. */

const VERSION = "1.2.3";

const hasGpg = ["gpg", "gpgv"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

/** The files of a release of Node.js, and the keyring of the key that has signed their sums. */
async function nodeRelease() {
  const folder = folderOfTest();
  const sources = join(folder, "sources");
  for (const [name, text] of Object.entries({
    "bin/node": "node",
    LICENSE: "licence",
    "lib/x": "",
  })) {
    mkdirSync(join(sources, name, ".."), { recursive: true });
    writeFileSync(join(sources, name), text);
  }
  const archive = `node-v${VERSION}-linux-x64.tar.gz`;
  await tarGz(join(folder, archive), sources, { time: 1, prefix: "node" });
  const files: Record<string, Buffer> = { [archive]: readFileSync(join(folder, archive)) };
  const windows = join(folder, "windows");
  mkdirSync(windows);
  for (const name of ["node.exe", "LICENSE", "npm.cmd"]) writeFileSync(join(windows, name), name);
  files[`node-v${VERSION}-win-x64.zip`] = Buffer.from(zip(windows, "node/"));
  const sums = Object.entries(files).map(
    ([name, content]) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
  );
  files["SHASUMS256.txt"] = Buffer.from(sums.join(""));
  const { signature, keyring } = signed(files["SHASUMS256.txt"]);
  files["SHASUMS256.txt.sig"] = signature;
  return { files, keyring };
}

function signed(content: Buffer) {
  const home = folderOfTest();
  const file = join(home, "content");
  writeFileSync(file, content);
  const gpg = (...args: string[]) =>
    execFileSync("gpg", ["--homedir", home, "--batch", "--yes", "--passphrase", "", ...args], {
      stdio: "pipe",
    });
  gpg("--quick-gen-key", "releaser@example.invalid", "ed25519", "sign", "never");
  gpg("--output", join(home, "sig"), "--detach-sign", file);
  gpg("--output", join(home, "keyring"), "--export");
  return { signature: readFileSync(join(home, "sig")), keyring: join(home, "keyring") };
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllEnvs();
});

async function serve(files: Record<string, Buffer>): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const content = files[url.replace(`/v${VERSION}/`, "")];
    if (content) response.end(content);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  cleanups.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("NODEJS_ORG_MIRROR", url);
  return url;
}

describe.runIf(hasGpg)("Node.js of the Node.js project", () => {
  it.each([
    ["linux-x64.tar.gz", "bin/node", "node"],
    ["win-x64.zip", "bin/node.exe", "node.exe"],
  ])(
    "is unpacked from %s with its licence, and names its address and sum",
    async (archive, file, text) => {
      const { files, keyring } = await nodeRelease();
      const url = await serve(files);
      const folder = folderOfTest();
      const origin = await downloadNode({ version: VERSION, archive }, folder, { keyring });
      expect(origin).toMatch(
        new RegExp(`^${url}/v${VERSION}/node-v${VERSION}-${archive}, SHA-256 [0-9a-f]{64}$`),
      );
      expect(readFileSync(join(folder, file), "utf8")).toBe(text);
      expect(readFileSync(join(folder, "LICENSE"), "utf8")).toMatch(/licen[cs]e/i);
    },
  );

  it("is refused if the archive has another sum", async () => {
    const { files, keyring } = await nodeRelease();
    await serve({ ...files, [`node-v${VERSION}-linux-x64.tar.gz`]: Buffer.from("another") });
    const nodeArchive = { version: VERSION, archive: "linux-x64.tar.gz" };
    await expect(downloadNode(nodeArchive, folderOfTest(), { keyring })).rejects.toThrow(
      "which is not that of SHASUMS256.txt.",
    );
  });

  it("is refused without gpgv if the signature is required, and only remarked otherwise", async () => {
    const { files, keyring } = await nodeRelease();
    await serve(files);
    vi.stubEnv("PATH", folderOfTest());
    const nodeArchive = { version: VERSION, archive: "win-x64.zip" };
    await expect(
      downloadNode(nodeArchive, folderOfTest(), { keyring, needsSignature: true }),
    ).rejects.toThrow("gpgv is not installed: the signature of SHASUMS256.txt is not checked.");
    const remarks = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await downloadNode(nodeArchive, folderOfTest(), { keyring });
    expect(remarks).toHaveBeenCalledWith(expect.stringContaining("gpgv is not installed"));
    remarks.mockRestore();
  });

  it("is refused if none of the releasers has signed the sums", async () => {
    const { files } = await nodeRelease();
    await serve(files);
    const nodeArchive = { version: VERSION, archive: "linux-x64.tar.gz" };
    await expect(downloadNode(nodeArchive, folderOfTest(), { keyring: KEYRING })).rejects.toThrow(
      "No releaser of Node.js in release/node/keys has signed SHASUMS256.txt",
    );
  });
});

it("a host that cannot be reached, or lacks the version, is a separate error", async () => {
  await serve({});
  const nodeArchive = { version: VERSION, archive: "linux-x64.tar.gz" };
  await expect(downloadNode(nodeArchive, folderOfTest())).rejects.toThrow(Unreachable);
  vi.stubEnv("NODEJS_ORG_MIRROR", "http://127.0.0.1:1");
  await expect(downloadNode(nodeArchive, folderOfTest())).rejects.toThrow(/cannot be reached/);
});

it("the sum of a file is that of its line", () => {
  const sums = "aa  node-v1-linux-x64.tar.gz\nbb  other-node-v1-linux-x64.tar.gz\n";
  expect(sumOf("node-v1-linux-x64.tar.gz", sums)).toBe("aa");
  expect(() => sumOf("node-v2.zip", sums)).toThrow("SHASUMS256.txt of Node.js has no node-v2.zip.");
});
