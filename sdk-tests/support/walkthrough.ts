import { readFile, writeFile } from "node:fs/promises";
import { basename, join, normalize } from "node:path";
import { expect } from "vitest";
import { version } from "../../package.json";
import { isPublished } from "../../publisher.json";
import { Example } from "./example";
import { root } from "./files";
import { LocalServer } from "./local-server";
import { npm } from "./published";

/** The sections of a README that the walkthrough follows. */
const SECTIONS = /^(Review the change|On the local server)\n/;

const SERVER = /^(npx )?edge-ingress emulator/m;

const LOCAL_URL = "http://127.0.0.1:4455";

/**
 * The README of an example, followed literally in a copy of the example in an empty folder, by a reader who has never
 * used Pulumi: the CLI's home is empty, and no variable contains a backend or a passphrase.
 */
export class Walkthrough {
  private server: LocalServer | undefined;
  /** The projects that were deployed, relative to the example. */
  private readonly deployed = new Set<string>();

  private constructor(
    private readonly source: string,
    private readonly example: Example,
    private readonly install: (project: string) => Promise<void>,
  ) {}

  /**
   * @param source The folder of the example.
   * @param install Runs the equivalent of `npm install` in a project of the example.
   */
  static async create(
    source: string,
    install: (project: string) => Promise<void>,
  ): Promise<Walkthrough> {
    const example = await Example.create(source);
    example.setEnvironment({
      PULUMI_BACKEND_URL: undefined,
      PULUMI_CONFIG_PASSPHRASE: undefined,
      // `npm run typecheck` checks the types of all examples, with the same declarations of the package.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    });
    return new Walkthrough(source, example, install);
  }

  /** The complete output of the CLI. */
  get printed(): string {
    return this.example.printed;
  }

  /** The folder of the copy. */
  get program(): string {
    return this.example.program;
  }

  /** The server that the reader starts according to the README. */
  get local(): LocalServer {
    if (!this.server) throw new Error("the README does not start the local server");
    return this.server;
  }

  /**
   * Types the commands of the README, in a first terminal up to the start of the server, and in a second terminal from
   * then on.
   */
  async follow(): Promise<void> {
    const readme = await readFile(join(this.example.program, "README.md"), "utf8");
    const blocks = commandBlocks(readme);
    const first = blocks.findIndex((block) => SERVER.test(block)) + 1;
    for (const terminal of [blocks.slice(0, first), blocks.slice(first)]) {
      let folder = ".";
      for (const line of terminal.join("").trim().split("\n"))
        folder = await this.type(folder, line);
    }
  }

  /** Deploys all projects once more, without a change, and destroys them, so that no objects remain. */
  async settle(): Promise<void> {
    const projects = [...this.deployed];
    for (const project of projects) await this.pulumi(project, "up", "--expect-no-changes");
    for (const project of projects.reverse()) await this.pulumi(project, "destroy");
    expect(await this.local.objects()).toEqual([]);
  }

  /** Returns the output of a command of the package, whatever its exit code is. */
  async printsFor(command: string): Promise<string> {
    const [, , ...args] = command.split(" ");
    const script = join(this.program, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
    return (await this.example.begin(process.execPath, [script, ...args]).ended).printed;
  }

  /** @returns the folder in which the next command is run */
  private async type(folder: string, line: string): Promise<string> {
    const [command = "", ...words] = line.split(" ");
    const run = this.commands[command];
    if (!run) throw new Error(`the README has a command that no test knows: ${line}`);
    return (await run(folder, words)) ?? folder;
  }

  private readonly commands: Readonly<
    Record<string, (folder: string, words: readonly string[]) => Promise<string | undefined>>
  > = {
    cd: async (folder, [target = ""]) => join(folder, target),
    export: async (_, words) => {
      const values = words.map((word) => this.atServer(word).split("=") as [string, string]);
      this.example.setEnvironment(Object.fromEntries(values));
      return undefined;
    },
    npm: async (folder, [script, ...words]) => {
      const project = join(this.example.program, folder);
      if (script === "install") this.requirePackage(folder, words.at(-1) ?? "");
      if (script === "pkg") await npm(project, "pkg", ...words);
      else if (script !== "install") await npm(project, "test");
      else if (words[0] !== "--global") await this.install(project);
      return undefined;
    },
    npx: (folder, [, ...args]) => this.edgeIngress(join(this.example.program, folder), args),
    "edge-ingress": (_, args) => this.edgeIngress(root, args),
    pulumi: async (folder, words) => {
      await this.pulumi(folder, ...words);
      return undefined;
    },
  };

  /**
   * Requires that npm installs the package of the registry, by its name or from package.json. Before the first release, npm has to
   * install the file that `npm pack` creates in the root of the clone that contains the example.
   */
  private requirePackage(folder: string, installed: string): void {
    if (isPublished) {
      expect(["", "pulumi-edge-ingress"]).toContain(installed);
      return;
    }
    const place = join("examples", basename(this.source), folder, installed);
    expect(normalize(place)).toBe(`pulumi-edge-ingress-${version}.tgz`);
  }

  /** Runs the command that a folder has installed: npx does not pass on the signal that ends the server. */
  private async edgeIngress(folder: string, words: readonly string[]): Promise<undefined> {
    const command = join(folder, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
    const { args, file } = redirected(words);
    if (args[0] === "emulator") {
      this.server = await LocalServer.start(command, args.slice(1));
      return;
    }
    const { code, text, printed } = await this.example.begin(process.execPath, [command, ...args])
      .ended;
    if (code !== 0) throw new Error(`edge-ingress ${args.join(" ")}: ${text}`);
    if (file) await writeFile(join(this.program, file), printed);
  }

  /** A word of a command with the address of the started server in place of the address in the README. */
  private atServer(word: string): string {
    return word.includes(LOCAL_URL) ? word.replace(LOCAL_URL, this.local.url) : word;
  }

  private async pulumi(folder: string, ...words: string[]): Promise<void> {
    const needsConfirmation = /^(up|destroy)$/.test(words[0] ?? "");
    if (words[0] === "up") this.deployed.add(folder);
    const { args, file } = redirected(words);
    // The CLI would take the home folder from the system's list of users, whatever HOME is.
    const typed = args.map((word) =>
      word === "--local" ? this.example.backend : this.atServer(word),
    );
    const yes = needsConfirmation ? ["--yes", "--skip-preview"] : [];
    const printed = await this.example.pulumi(folder, ...typed, ...yes);
    if (file) await writeFile(join(this.program, folder, file), printed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
    await this.example[Symbol.asyncDispose]();
  }
}

/** Returns the blocks of commands in the sections of a README that a walkthrough follows. */
export function commandBlocks(readme: string): string[] {
  const section = readme
    .split(/^## /m)
    .filter((text) => SECTIONS.test(text))
    .join("");
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

/** Splits the words of a command at `>`, before the file that receives the output. */
function redirected(words: readonly string[]): { args: readonly string[]; file?: string } {
  const at = words.indexOf(">");
  const file = words[at + 1];
  return at < 0 || file === undefined ? { args: words } : { args: words.slice(0, at), file };
}
