import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listening } from "./secure";
import { asUser } from "./unnamed-user";
import { until } from "./until";

/** PostgreSQL does not run as root, and wants a user with a name. */
const NOBODY = 65_534;

const wrap = (): string[] => (process.geteuid?.() === 0 ? asUser(NOBODY) : []);

export function lacksPostgres(): string | false {
  const isHere = ["initdb", "postgres"].every(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (!isHere) return "PostgreSQL is not on the PATH";
  return (
    process.geteuid?.() === 0 &&
    spawnSync("setpriv", ["--version"]).status !== 0 &&
    "PostgreSQL does not run as root"
  );
}

/** A PostgreSQL with an empty database, until it is disposed of. */
export async function postgres() {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  chmodSync(tmpdir(), 0o711);
  if (process.geteuid?.() === 0) execFileSync("chown", [`${NOBODY}:${NOBODY}`, folder]);
  const data = join(folder, "data");
  const [command = "", ...initdb] = [
    ...wrap(),
    "initdb",
    "--no-sync",
    "--auth=trust",
    "--username=pulumi",
    data,
  ];
  execFileSync(command, initdb, { stdio: "ignore", cwd: folder });
  const port = await freePort();
  const [run = "", ...args] = [
    ...wrap(),
    "postgres",
    "-D",
    data,
    "-k",
    folder,
    "-p",
    String(port),
    "-c",
    "fsync=off",
  ];
  const server = spawn(run, args, { stdio: "ignore", cwd: folder });
  const isReady = () =>
    spawnSync("pg_isready", ["-h", "127.0.0.1", "-p", String(port)]).status === 0;
  await until("the database accepts connections", isReady, 100);
  return {
    environment: {
      PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable`,
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  await using server = await listening(createServer());
  return server.port;
}
