import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { version } from "../../package.json";
import { isPublished } from "../../publisher.json";
import { blocksOf } from "../../site/stage/markdown.mts";
import { LocalServer } from "./local-server";
import { ReaderTerminal, type Typed } from "./reader-terminal";
import type { Release } from "./release";

const NAME = "pulumi-edge-ingress";

/** The folder of the clone that creates the tarball, next to the projects of the reader. */
const CLONE = "pulumi-edge-ingress";

const LOCAL_URL = "http://127.0.0.1:4455";

/** A command that reads a secret from the terminal. */
const ASKS = /^(pulumi config set --secret \S+( --stack \S+)?$|read )/;

/** A step of a page: the commands that a reader types, and the output on the page. */
interface Step {
  readonly commands: string;
  readonly shown: string;
}

/** Texts by the words that they replace. */
type Words = Readonly<Record<string, string>>;

/** The additions and exceptions of a reader in a section. */
export interface Reading {
  /** The answers to questions, by words of the command that asks. */
  readonly answers?: Words;
  /** Texts of blocks that the reader skips. */
  readonly skipped?: readonly string[];
  /** The highest exit code that a command may have, such as 1 for a command that reports findings. */
  readonly highestExitCode?: number;
}

/** Removes values that differ between two runs: ids, seconds, ages, dates, and indentation. */
const lines = (text: string): string[] =>
  text
    .replaceAll(/\((\d+\.)?\d+s\)/g, "(TIME)")
    .replaceAll(/\b[a-z]+_[A-Za-z0-9]{20,}\b/g, "ID")
    .replaceAll(/\b\d+ (?:s|min|h|d)\b/g, "AGE")
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, "DATE")
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "");

/**
 * A page whose commands are typed in the terminal of a new reader. The commands have to print the output on the page.
 */
export class TypedPage {
  private readonly servers: LocalServer[] = [];
  private readonly terminal: ReaderTerminal;
  private printed = "";
  /** True if the program has run since a page changed it: the compiler checks its types in the first run. */
  private isChecked = false;
  /** True if the page has announced a program that is the whole file, and has not shown it yet. */
  private isWholeFileNext = false;

  /** The blocks that were typed, by page. */
  readonly typed = new Map<string, Set<string>>();

  private constructor(
    private readonly folder: string,
    private path: string,
    private page: string,
    private readonly release: Release,
  ) {
    this.terminal = new ReaderTerminal(folder);
  }

  static async create(page: string, release: Release): Promise<TypedPage> {
    const folder = await mkdtemp(join(tmpdir(), "typed-"));
    mkdirSync(join(folder, CLONE));
    return new TypedPage(folder, page, await readFile(page, "utf8"), release);
  }

  /** Continues with another page, in the same project and terminal. */
  async open(page: string): Promise<void> {
    this.path = page;
    this.page = await readFile(page, "utf8");
  }

  /** Creates a folder of the reader. */
  emptyFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  /** The first server that the reader starts. */
  get local(): LocalServer {
    const [server] = this.servers;
    if (!server) throw new Error("the page does not start the local server");
    return server;
  }

  /** The current folder of the terminal. */
  get place(): string {
    return this.terminal.folder;
  }

  /** The output of the last step. */
  get output(): string {
    return this.printed;
  }

  /**
   * Types the steps of a section, and creates the files that it shows.
   * @param heading The title of the section, or of the page for the part before its first section.
   * @param values The replacements of the reader for words of the page.
   */
  async follow(heading: string, values: Words = {}, reading: Reading = {}): Promise<void> {
    const section = this.page.split(/^(?=## )/m).find((part) => part.includes(`# ${heading}\n`));
    if (section === undefined) throw new Error(`the page has no section ${heading}`);
    let before = "";
    for (const { text, language } of blocksOf(section)) {
      if (language === undefined) {
        before = text;
        this.isWholeFileNext ||= /whole file: `index\.ts`/.test(text.replaceAll(/\s+/g, " "));
      } else if (!reading.skipped?.some((skipped) => text.includes(skipped))) {
        const content = filled(text.split("\n").slice(1, -1).join("\n"), values);
        await this.read(before, language, content, reading);
        this.typed.set(this.path, (this.typed.get(this.path) ?? new Set()).add(text));
      }
    }
  }

  /** Types a command that the page shows within a sentence. */
  async typeInline(command: string, values: Words = {}, reading: Reading = {}): Promise<void> {
    expect(this.page.replaceAll(/\s+/g, " ")).toContain(`\`${command}\``);
    await this.type({ commands: filled(command, values), shown: "" }, reading);
  }

  /** Replaces a text that has to occur exactly once in a file of the project, without a check of types. */
  async edit(file: string, from: string | RegExp, to: string): Promise<void> {
    const text = await this.contents(file);
    expect(text.split(from)).toHaveLength(2);
    await this.write(file, text.replace(from, to));
  }

  /** Returns the text of a file of the project. */
  contents(file: string): Promise<string> {
    return readFile(join(this.place, file), "utf8");
  }

  /** Writes a file of the project, without a check of types. */
  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.place, file), text);
  }

  /** Lets the compiler check the types of the program when it runs next, because a page shows a part of it. */
  requireTypeCheck(): void {
    this.isChecked = false;
  }

  private async read(
    before: string,
    language: string,
    text: string,
    reading: Reading,
  ): Promise<void> {
    const [, file] = /(?:Create|file of the \w+ is) `([^`]+)`[^:\n]*:\s*$/.exec(before) ?? [];
    if (file !== undefined) await this.putFile(file, `${text}\n`);
    else if (language === "ts") await this.putProgram(before, `${text}\n`);
    else if (language === "sh") await this.type({ commands: text, shown: "" }, reading);
    else if (language === "console")
      for (const step of stepsOf(text)) await this.type(step, reading);
    else if (language === "text")
      expect(lines(this.printed)).toEqual(expect.arrayContaining(lines(text)));
  }

  /** Writes the program where the page describes it: as the whole file, or at the end of the program. */
  private async putProgram(before: string, program: string): Promise<void> {
    const isAppended = /at the end of the program/.test(before.replaceAll(/\s+/g, " "));
    if (this.isWholeFileNext) await this.putFile("index.ts", program);
    else if (isAppended)
      await this.putFile("index.ts", `${await this.contents("index.ts")}\n${program}`);
    this.isWholeFileNext = false;
  }

  /** Writes a file that the page shows. */
  private async putFile(file: string, text: string): Promise<void> {
    await this.write(file, text);
    this.requireTypeCheck();
  }

  private async type({ commands, shown }: Step, reading: Reading): Promise<void> {
    this.printed = "";
    const isFailure = /^error: /m.test(shown);
    for (const command of commands.split("\n")) {
      // The release installs packages in place of npm.
      const parts = command.includes("npm install") ? command.split(" && ") : [command];
      for (const part of parts) await this.run(part, reading, isFailure);
    }
    expect(lines(this.printed), commands).toEqual(expect.arrayContaining(lines(shown)));
  }

  private async run(
    command: string,
    { answers = {}, highestExitCode = 0 }: Reading,
    isFailure: boolean,
  ): Promise<void> {
    const [, server] = /^npx edge-ingress emulator\b(.*)$/.exec(command) ?? [];
    // The release of the test is the package that the clone packs.
    if (/^npm (ci|pack)$/.test(command)) return;
    if (/^npm install\b(?! --global)/.test(command))
      return this.install(command.split(" ").slice(2));
    if (server !== undefined) return this.serve(server);
    const [, answer = ""] =
      Object.entries(answers).find(([question]) => command.includes(question)) ?? [];
    if (ASKS.test(command) && answer === "") throw new Error(`${command} needs an answer`);
    const { code, printed } = await this.tryOut(command, answer);
    this.printed += printed;
    const isExpected = isFailure ? code > 0 : code <= highestExitCode;
    if (!isExpected) throw new Error(`${command} ended with ${code}:\n${printed}`);
  }

  /** Installs packages like `npm install`, with the versions of the clone. */
  private async install(words: readonly string[]): Promise<void> {
    const folder = this.place;
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
    const { dependencies: before, ...others } = JSON.parse(manifest);
    const added = words.filter((word) => !word.startsWith("--")).map(nameOfPackage);
    const dependencies = { ...before, ...Object.fromEntries(added.map((name) => [name, "*"])) };
    await writeFile(join(folder, "package.json"), JSON.stringify({ ...others, dependencies }));
    await rm(join(folder, "node_modules"), { force: true });
    await this.release.install(folder);
  }

  private async serve(words: string): Promise<void> {
    const folder = this.place;
    const script = join(folder, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
    // The server uses any free port.
    const args = words
      .replace(/ --port \d+/, "")
      .split(" ")
      .filter(Boolean);
    const server = await LocalServer.start(script, args, folder);
    this.servers.push(server);
    this.printed = this.shownAddresses(server.greeting);
  }

  /** Types a command that has to succeed, and returns its output. */
  async bash(command: string): Promise<string> {
    const { code, printed } = await this.tryOut(command);
    if (code !== 0) throw new Error(`${command} failed:\n${printed}`);
    return printed;
  }

  /** Types a command that may fail. */
  private async tryOut(command: string, answer = ""): Promise<Typed> {
    const settings = { PULUMI_NODEJS_TRANSPILE_ONLY: String(this.isChecked) };
    this.isChecked ||= /pulumi (up|preview)/.test(command);
    const address = this.servers[0]?.url ?? LOCAL_URL;
    const { code, printed } = await this.terminal.run(
      command.replaceAll(LOCAL_URL, address),
      answer,
      settings,
    );
    return { code, printed: this.shownAddresses(printed) };
  }

  /** Returns an output with the address on the pages in place of the address of a server. */
  private shownAddresses(printed: string): string {
    return this.servers.reduce((text, { url }) => text.replaceAll(url, LOCAL_URL), printed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) await server[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Returns the name of a package, which the clone's tarball of this version has before the first release. */
function nameOfPackage(installed: string): string {
  if (!installed.includes(NAME)) return installed;
  expect(basename(installed)).toBe(isPublished ? NAME : `${NAME}-${version}.tgz`);
  return NAME;
}

const filled = (text: string, values: Words): string =>
  Object.entries(values).reduce(
    (filledText, [word, value]) => filledText.replaceAll(word, value),
    text,
  );

/** Returns the steps in a block of a terminal: a command after each `$`, and its output. */
const stepsOf = (text: string): Step[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [commands = "", ...shown] = part.split("\n");
      return { commands, shown: shown.join("\n") };
    });
