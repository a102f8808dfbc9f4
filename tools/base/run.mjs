// Runs processes with the modules of Node.js alone, because the commands that install the packages use it. Libraries do not turn signals into the
// one on which Pulumi finishes an operation.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { root } from "./project.mjs";
import { Problem } from "./say.mjs";

/**
 * An option for NODE_OPTIONS, which loads a file before anything else. A path may contain spaces: Node.js reads quotes, in which
 * a backslash begins an escape.
 * @param {string} file
 */
export const requiring = (file) => `--require ${JSON.stringify(file)}`;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the project's root
 * @property {NodeJS.ProcessEnv} [env] default: this process's
 * @property {boolean} [capture] collect stdout and stderr instead of showing them
 * @property {number} [timeoutMs]
 * @property {boolean} [gentle] turn every signal into SIGINT, the only one on which Pulumi finishes what it began
 *
 * @typedef {object} RunResult
 * @property {number} code as a shell would report it; 127 when the command does not exist
 * @property {string} output empty unless captured
 */

/**
 * Runs a command to its end. Meanwhile signals do not end this process: the command gets them, and the caller cleans up.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(
  command,
  args,
  { cwd = root, env = process.env, capture = false, timeoutMs, gentle = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    });
    const stopForwarding = forwardSignals(child, gentle);
    let output = "";
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      stopForwarding();
      if (error.code === "ENOENT") resolve({ code: 127, output: `${command}: not found` });
      else reject(error);
    });
    child.on("close", (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), output });
    });
  });
}

/**
 * Runs a command that has to succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @param {(output: string) => string} [problem] what to say of a failure
 * @returns {Promise<string>} what it prints
 */
export async function must(
  command,
  args,
  options,
  problem = (text) => `${command} ${args[0]} failed:\n${text}`,
) {
  const { code, output } = await run(command, [...args], { ...options, capture: true });
  if (code !== 0) throw new Problem(problem(output.trim() || `exit code ${code}`));
  return output;
}

/**
 * Runs some work with a folder that is removed after it.
 * @template Result
 * @param {string} parent
 * @param {string} name prefix of the folder's name
 * @param {(folder: string) => Promise<Result>} work
 */
export async function inTemporaryFolder(parent, name, work) {
  const folder = await mkdtemp(join(parent, name));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Starts a server at a port, or at any free port if another program uses that port.
 * @template Server
 * @param {number} port
 * @param {(port: number) => Promise<Server>} start
 */
export async function atOrElsewhere(port, start) {
  try {
    return await start(port);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
    return start(0);
  }
}

/**
 * Makes a temporary folder and renames it into place, so that neither an interruption nor a concurrent run leaves an
 * incomplete folder. An existing folder is complete.
 * @param {string} folder
 * @param {(making: string) => Promise<unknown>} make
 */
export async function makeFolder(folder, make) {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  await inTemporaryFolder(dirname(folder), ".making-", async (making) => {
    try {
      await make(making);
      await rename(making, folder);
    } catch (error) {
      // Another run may have finished first.
      if (!existsSync(folder)) throw error;
    }
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {boolean} gentle
 */
function forwardSignals(child, gentle) {
  // Ctrl-C in a terminal reaches the child directly, and Pulumi would interpret a second signal as "stop at once,
  // whatever is lost".
  const terminal = [0, 1, 2].some((fd) => isatty(fd));
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== "SIGINT" || !terminal) child.kill(gentle ? "SIGINT" : signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
