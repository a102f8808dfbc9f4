import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "../../tools/base/say.mjs";

/** A server of the rehearsal, which is a process of its own. */
export interface Server {
  url: string;
  stop: () => Promise<void>;
}

const DEADLINE_MS = 60_000;

/** Starts a server, and waits until it responds. Its output is in a file. */
export async function startServer(
  command: string,
  args: readonly string[],
  { url, log, cwd }: { url: string; log: string; cwd: string },
): Promise<Server> {
  const output = openSync(log, "w");
  const child = spawn(command, args, { cwd, stdio: ["ignore", output, output] });
  child.on("error", () => undefined);
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await responds(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Problem(`${command} does not respond at ${url}: ${log} has its output.`);
    }
    await wait(200);
  }
  return { url, stop: () => stop(child) };
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  );

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, "exit");
}

/** A port that no program uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Problem("There is no free port.");
  return address.port;
}
