import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { version } from "../../package.json";
import { isPublished } from "../../publisher.json";
import { blocksOf } from "../../site/stage/markdown.mts";
import { LocalServer } from "./local-server";
import { preload } from "./preload";
import type { Release } from "./release";

const NAME = "pulumi-edge-ingress";

const LOCAL_URL = "http://127.0.0.1:4455";

/**
 * The additions of a script without a terminal, which can neither answer a question nor show a preview first; and the
 * folder of a local login: the CLI takes the home folder from the system's list of users, not from HOME.
 */
const PRELUDE = `
pulumi() {
  case "$*" in
    "login --local") set -- login "file://$HOME" ;;
    *--preview-only*) ;;
    up*|refresh*|destroy*) set -- "$@" --yes --skip-preview ;;
  esac
  command pulumi "$@" --non-interactive --color=never
}`;

/** A step of a page: the commands that a reader types, and the output on the page. */
interface Step {
  readonly commands: string;
  readonly shown: string;
}

/** Removes values that differ between two runs: ids, seconds, and indentation. */
const lines = (text: string): string[] =>
  text
    .replaceAll(/\((\d+\.)?\d+s\)/g, "(TIME)")
    .replaceAll(/\b[a-z]+_[A-Za-z0-9]{20,}\b/g, "ID")
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "");

/**
 * A page whose commands are typed by a reader who has never used Pulumi: the home folder is empty, and no variable
 * contains a backend, a passphrase, an address or a key. The commands have to print the output on the page.
 */
export class TypedPage {
  private readonly exports: string[] = [];
  private server: LocalServer | undefined;
  private printed = "";
  /** True if the program has run since it was changed: the compiler checks its types in the first run. */
  private isChecked = false;

  private constructor(
    private readonly folder: string,
    private page: string,
    private readonly release: Release,
  ) {}

  static async create(page: string, release: Release): Promise<TypedPage> {
    const folder = await mkdtemp(join(tmpdir(), "typed-"));
    await mkdir(join(folder, "home"));
    return new TypedPage(folder, await readFile(page, "utf8"), release);
  }

  /** Continues with another page, in the same project and terminal. */
  async open(page: string): Promise<void> {
    this.page = await readFile(page, "utf8");
  }

  /** Creates a folder of the reader. */
  emptyFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  /** The server that the reader starts according to the page. */
  get local(): LocalServer {
    if (!this.server) throw new Error("the page does not start the local server");
    return this.server;
  }

  /** The folder in which the reader creates the project according to the page. */
  private project = ".";

  /**
   * Types the steps of a section, and creates the files that it shows.
   * @param values The replacements of the reader for words of the page.
   */
  async follow(heading: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    const section = this.page.split(/^(?=## )/m).find((part) => part.includes(`# ${heading}\n`));
    if (section === undefined) throw new Error(`the page has no section ${heading}`);
    let before = "";
    for (const { text, language } of blocksOf(section)) {
      if (language === undefined) before = text;
      else
        await this.read(before, language, filled(text.split("\n").slice(1, -1).join("\n"), values));
    }
  }

  /** Replaces a text that has to occur exactly once in a file of the project. */
  async edit(file: string, from: string | RegExp, to: string): Promise<void> {
    const path = join(this.folder, this.project, file);
    const text = await readFile(path, "utf8");
    expect(text.split(from)).toHaveLength(2);
    await this.write(file, text.replace(from, to));
  }

  private async write(file: string, text: string): Promise<void> {
    this.isChecked = false;
    await writeFile(join(this.folder, this.project, file), text);
  }

  private async read(before: string, language: string, text: string): Promise<void> {
    const [, file] = /Create `([^`]+)`:\s*$/.exec(before) ?? [];
    if (file !== undefined) await this.write(file, `${text}\n`);
    else if (language === "sh") await this.type({ commands: text, shown: "" });
    else if (language === "console") for (const step of stepsOf(text)) await this.type(step);
    else if (language === "text")
      expect(lines(this.printed)).toEqual(expect.arrayContaining(lines(text)));
  }

  private async type({ commands, shown }: Step): Promise<void> {
    this.printed = "";
    for (const command of commands.split("\n")) await this.run(command);
    expect(lines(this.printed), commands).toEqual(expect.arrayContaining(lines(shown)));
  }

  private async run(command: string): Promise<void> {
    const [, made] = /^mkdir (?:\.\.\/)?([\w-]+)$/.exec(command) ?? [];
    const [, entered] = /^cd (?:\.\.\/)?([\w-]+)$/.exec(command) ?? [];
    this.project = entered ?? this.project;
    // The release of the test is the package that the clone packs.
    if (/^(cd |npm ci$|npm pack$)/.test(command)) return;
    if (command.startsWith("export ")) this.exports.push(command);
    if (made !== undefined) await mkdir(join(this.folder, made));
    if (command.startsWith("npm install ")) await this.install(command.split(" ").slice(2));
    else if (command === "npx edge-ingress emulator") await this.serve();
    else if (made === undefined) this.printed += await this.bash(command);
  }

  /** Installs packages like `npm install` in a folder without a manifest, with the versions of the clone. */
  private async install([installed = "", ...others]: readonly string[]): Promise<void> {
    expect(basename(installed)).toBe(isPublished ? NAME : `${NAME}-${version}.tgz`);
    const dependencies = Object.fromEntries([NAME, ...others].map((name) => [name, "*"]));
    await writeFile(
      join(this.folder, this.project, "package.json"),
      JSON.stringify({ dependencies }),
    );
    await this.release.install(join(this.folder, this.project));
  }

  private async serve(): Promise<void> {
    const script = join(this.folder, this.project, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
    this.server = await LocalServer.start(script, []);
    // The server uses any free port.
    this.printed = this.server.greeting.replaceAll(this.server.url, LOCAL_URL);
  }

  /** Types a command, and returns its output. */
  bash(command: string): Promise<string> {
    const home = join(this.folder, "home");
    const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, NODE_COMPILE_CACHE, ...others } =
      process.env;
    const alone = {
      HOME: home,
      PULUMI_HOME: join(home, ".pulumi"),
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: String(this.isChecked),
      NODE_OPTIONS: preload(),
    };
    this.isChecked ||= /pulumi (up|preview)/.test(command);
    const env = { ...others, ...alone };
    const script = [PRELUDE, ...this.exports, command]
      .join("\n")
      .replaceAll(LOCAL_URL, this.server?.url ?? LOCAL_URL);
    const cwd = join(this.folder, this.project);
    return new Promise((done, fail) => {
      execFile("bash", ["-ec", `${script} 2>&1`], { cwd, env }, (error, printed) => {
        if (error) fail(new Error(`${command} failed:\n${printed}`, { cause: error }));
        else done(printed);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((made, [word, value]) => made.replaceAll(word, value), text);

/** Returns the steps in a block of a terminal: a command after each `$`, and its output. */
const stepsOf = (text: string): Step[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [commands = "", ...shown] = part.split("\n");
      return { commands, shown: shown.join("\n") };
    });
