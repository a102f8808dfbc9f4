// Prints with the modules of Node.js alone, because the commands that install the packages use it.

const PROGRESS_EVERY_MS = 30_000;

/** A failure that the user can correct: its message is one line and says how. No stack trace is printed. */
export class Problem extends Error {}

/**
 * Prints the output of a command.
 * @param {string} line
 */
export function say(line) {
  console.log(line);
}

/**
 * Prints the progress of a command. Standard output is left to Pulumi, whose output a program may read.
 * @param {string} line
 */
export function remark(line) {
  console.error(line);
}

/**
 * @param {number} ms
 * @returns {string} such as `0.8 s`, `34 s`, `4 min 5 s`
 */
export function formatDuration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Prints the start of some work, its progress and its duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function timed(title, work) {
  const begin = Date.now();
  const soFar = () => formatDuration(Date.now() - begin);
  remark(`${title}…`);
  const progress = setInterval(() => remark(`  … ${soFar()} so far`), PROGRESS_EVERY_MS);
  try {
    const result = await work();
    remark(`${title}: done in ${soFar()}`);
    return result;
  } catch (error) {
    remark(`${title}: failed after ${soFar()}`);
    throw error;
  } finally {
    clearInterval(progress);
  }
}

/**
 * Runs a command, and prints a `Problem` as one line.
 * @param {() => Promise<void>} work
 * @param {() => void} [onProblem] called after the line is printed
 */
export async function orProblem(work, onProblem) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    onProblem?.();
  }
}
