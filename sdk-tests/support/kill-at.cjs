// For --require: ends the command line tool with the effect of SIGKILL, at the event KILL_AT: just before a file with
// that name is created, or just after the Pulumi CLI was started with such arguments, before it receives its standard
// input.
const childProcess = require("node:child_process");
const fs = require("node:fs");
const { basename } = require("node:path");

const at = process.env.KILL_AT ?? "";

const die = () => process.kill(process.pid, "SIGKILL");

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (basename(String(to)) === at) die();
  renameSync(from, to);
};

const { spawn } = childProcess;
/** @type {(command: string, args: readonly string[], options: object) => unknown} */
const thenDie = (command, args, options) => {
  const child = spawn(command, args, options);
  if (at !== "" && [command, ...args].join(" ").includes(at)) die();
  return child;
};
childProcess.spawn = /** @type {typeof spawn} */ (thenDie);
