import { type ExecFileException, execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { preload } from "./preload";

/**
 * The additions of a script without a terminal, which can neither answer a question nor show a preview first; and the
 * folder of a local login: the CLI takes the home folder from the system's list of users, not from HOME. The modules
 * in NODE_OPTIONS are for the processes that Pulumi starts, and replace a library of npm. npx, which takes a second to
 * start, runs only what the project has not installed.
 */
const PRELUDE = `
exec 2>&1
pulumi() {
  case "$*" in
    "login --local"*) set -- login "file://$HOME" ;;
    *--preview-only*) ;;
    up*|refresh*|destroy*|import*) set -- "$@" --yes --skip-preview ;;
    "stack rm"*) set -- "$@" --yes ;;
  esac
  command pulumi "$@" --non-interactive --color=never
}
npm() { NODE_OPTIONS="" command npm "$@"; }
npx() {
  if [ -x "node_modules/.bin/$1" ]; then "node_modules/.bin/$@"; else command npx "$@"; fi
}`;

/** The result of a command. */
export interface Typed {
  /** The exit code. */
  readonly code: number;
  /** Standard output and standard error. */
  readonly printed: string;
}

/**
 * The terminal of a reader who has never used Pulumi: the home folder is empty, and no variable contains a backend, a
 * passphrase, an address or a key. As in a terminal, each command finds the folder and the exported variables of the
 * commands before.
 */
export class ReaderTerminal {
  /** The file with the exported variables. */
  private readonly variables: string;
  private readonly location: string;

  constructor(private readonly root: string) {
    mkdirSync(join(root, "home"));
    this.variables = join(root, "variables.sh");
    this.location = join(root, "location");
    writeFileSync(this.variables, "");
    writeFileSync(this.location, root);
  }

  /** The current folder. */
  get folder(): string {
    return readFileSync(this.location, "utf8").trim();
  }

  /**
   * Runs a command.
   * @param input The reader's answer to the question of the command.
   * @param settings Variables of this command.
   */
  run(command: string, input: string, settings: Readonly<Record<string, string>>): Promise<Typed> {
    const script = [
      PRELUDE,
      `. "${this.variables}"`,
      `trap 'export -p > "${this.variables}"; pwd > "${this.location}"' EXIT`,
      ...Object.entries(settings).map(([name, value]) => `export ${name}="${value}"`),
      command,
    ].join("\n");
    const options = { cwd: this.folder, env: this.environment(), maxBuffer: 2 ** 26 };
    return new Promise((done) => {
      const child = execFile("bash", ["-ec", script], options, (error, printed) =>
        done({ code: codeOf(error), printed }),
      );
      // A command that reads no input may end before the input is written.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
  }

  private environment(): NodeJS.ProcessEnv {
    const home = join(this.root, "home");
    const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, NODE_COMPILE_CACHE, ...others } =
      process.env;
    return {
      ...others,
      HOME: home,
      PULUMI_HOME: join(home, ".pulumi"),
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      NODE_OPTIONS: preload(),
      npm_config_prefix: join(home, ".npm-global"),
    };
  }
}

/** Returns the exit code of a process. A shell has more than 128 if a signal has ended it. */
const codeOf = (error: ExecFileException | null): number => {
  if (error === null) return 0;
  return typeof error.code === "number" ? error.code : 128;
};
