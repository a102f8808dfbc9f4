import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImportProject } from "./import-project";
import { preload } from "./preload";
import { until } from "./until";
import { COMMAND } from "./workspace";

const KILL_AT = join(__dirname, "kill-at.cjs");

/**
 * Starts `edge-ingress import` in a separate process group. @param more variables of its environment, as for
 * `kill-at.cjs`
 */
export function startImport(
  { folder, environment }: ImportProject,
  args: readonly string[],
  more: Readonly<NodeJS.ProcessEnv> = {},
): ChildProcess {
  return spawn(process.execPath, ["--require", KILL_AT, COMMAND, "import", ".", ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, ...more },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

/**
 * Starts an import, and waits until `pulumi import` waits for its plugin: the stack is locked, and no file of its state
 * is being written, which a kill would truncate. The plugin starts when `pauseFile` is removed.
 */
export async function startPausedImport(project: ImportProject, args: readonly string[]) {
  const pauseFile = join(project.folder, "../held");
  const child = startImport(project, args, {
    NODE_OPTIONS: preload("hold-plugin"),
    HOLD_PLUGIN: pauseFile,
  });
  await until("pulumi import waits for its plugin", () => existsSync(pauseFile), 5);
  return { child, pauseFile };
}

/** Waits for the end of an import, and of every CLI that it has started, and returns the signal that ended it. */
export async function signalOf(child: ChildProcess, project: ImportProject): Promise<unknown> {
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  await until("no CLI works on the project", () => !hasCli(project));
  return child.signalCode;
}

/** Kills an import and all processes that it has started, which have separate groups. */
export function killWithChildren({ pid = 0 }: ChildProcess): void {
  for (const processId of [pid, ...descendantsOf(pid)]) process.kill(processId, "SIGKILL");
}

/** The processes that a process has started, directly or indirectly. */
export function descendantsOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-eo", "ppid=,pid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (of: number): number[] =>
    pairs.flatMap(([parent, child = 0]) => (parent === of ? [child, ...below(child)] : []));
  return below(pid);
}

/** True if a process is running, and is not a zombie. */
export const isAlive = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout);

/** True if a CLI works on the project: in the list of processes, its environment follows its arguments. */
function hasCli({ environment }: ImportProject): boolean {
  const { stdout } = spawnSync("ps", ["axeww", "-o", "args="], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const backend = `PULUMI_BACKEND_URL=${environment.PULUMI_BACKEND_URL}`;
  return stdout
    .split("\n")
    .some((line) => line.includes(backend) && line.includes("--non-interactive"));
}

/** Waits until `pulumi import` has locked the stack. */
export async function locked(child: ChildProcess, { environment }: ImportProject): Promise<void> {
  const locks = join(fileURLToPath(environment.PULUMI_BACKEND_URL ?? ""), ".pulumi/locks");
  const hasLock = () =>
    existsSync(locks) &&
    readdirSync(locks, { recursive: true, encoding: "utf8" }).some((name) =>
      name.endsWith(".json"),
    );
  const imports = () => commandsBelow(child).some((command) => /pulumi import /.test(command));
  await until("pulumi import has locked the stack", () => imports() && hasLock(), 5);
}

const commandsBelow = ({ pid = 0 }: ChildProcess): string[] => {
  const pids = descendantsOf(pid).join(",");
  return pids === ""
    ? []
    : spawnSync("ps", ["-o", "args=", "-p", pids], { encoding: "utf8" }).stdout.split("\n");
};
