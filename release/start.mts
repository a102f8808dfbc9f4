// node tools/base/command.mjs release/start.mts DIR: unpacks the plugin of a release for this system, and starts it without Node.js on the PATH.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { extract } from "tar";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { Problem, say } from "../tools/base/say.mjs";
import { ownSystem } from "./node-binaries.mts";
import { executableName } from "./plugin.mts";

export async function main([folder = ""]: string[]) {
  if (!ownSystem)
    throw new Problem(`A release has no plugin for ${process.platform}-${process.arch}.`);
  const name = (await readdir(folder)).find((file) => file.endsWith(`-${ownSystem}.tar.gz`));
  if (name === undefined) throw new Problem(`${folder} has no plugin for ${ownSystem}.`);
  const archive = resolve(folder, name);
  const port = await inTemporaryFolder(tmpdir(), "plugin-", async (unpacked) => {
    await extract({ file: archive, cwd: unpacked });
    return portOf(join(unpacked, executableName));
  });
  say(`The plugin for ${ownSystem} listens on port ${port}.`);
  return 0;
}

async function portOf(executable: string) {
  // An engine passes its address, and ends the plugin by closing this pipe.
  const child = spawn(executable, ["127.0.0.1:1"], {
    env: { ...process.env, PATH: "" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    child.stdin.end();
  });
  const [code] = await once(child, "close");
  if (code !== 0 || !/^\d+\n$/.test(printed))
    throw new Problem(`The plugin ended with ${code} and printed "${printed}".`);
  return Number(printed);
}
