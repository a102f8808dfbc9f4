// In place of cmd.exe, named by `comspec`: notes the command line, finds the command by PATH and PATHEXT as cmd.exe does, and runs
// the CLI of this system for it.
const { spawnSync } = require("node:child_process");
const { appendFileSync, existsSync, statSync } = require("node:fs");
const { dirname, join } = require("node:path");

const { PATH = "", PATHEXT = "", CMD_LOG = "", CMD_PATH = "" } = process.env;
const [, , ...argv] = process.argv;
const line = argv.at(-1) ?? "";

// Without the outer quotation marks, and without the carets that keep cmd.exe from reading what they precede.
const words = [
  ...line
    .slice(1, -1)
    .replaceAll(/\^(.)/g, "$1")
    .matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g),
].map(([, quoted, plain]) => quoted?.replaceAll(/\\(["\\])/g, "$1") ?? plain ?? "");
const [command = "", ...args] = words;
const found = PATH.split(";").flatMap((folder) =>
  PATHEXT.split(";").map((extension) => join(folder, `${command}${extension}`)),
);
const modeOf = (/** @type {string} */ path) => (statSync(path).mode & 0o777).toString(8);
const file = args[args.indexOf("--file") + 1] ?? "";
const isImport = args[0] === "import";
appendFileSync(
  CMD_LOG,
  `${JSON.stringify({
    options: argv.slice(0, -1),
    command: found.find((path) => existsSync(path)),
    args,
    ...(isImport && { file, modes: [modeOf(file), modeOf(dirname(file))] }),
  })}\n`,
);
// cmd.exe ends with 1 if there is no such command.
if (!found.some((path) => existsSync(path))) process.exit(1);
const { status } = spawnSync("pulumi", args, {
  stdio: "inherit",
  env: { ...process.env, PATH: CMD_PATH },
});
process.exit(status ?? 1);
