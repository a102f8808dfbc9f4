import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { Example } from "./example";
import { LocalServer } from "./local-server";
import { npm } from "./published";

/** Where npx would download the package to, without a project that has it installed: its packages contain itself. */
const ROOT = resolve(__dirname, "../..");

/** The section of a README that is followed. */
const SECTION = /^## On the local server\n(.*?)(?=^## )/ms;

const SERVER = /^npx (--package pulumi-edge-ingress )?edge-ingress emulator/m;

const LOCAL_URL = "http://127.0.0.1:4455";

/** The README of an example, followed by the letter in a copy of the example that is alone in an empty folder. */
export class Walkthrough {
  private server: LocalServer | undefined;
  /** The projects that were deployed, relative to the example. */
  private readonly deployed = new Set<string>();

  private constructor(
    private readonly example: Example,
    private readonly install: (project: string) => Promise<void>,
  ) {}

  /**
   * @param source The folder of the example.
   * @param install Does what `npm install` does in a project of it.
   */
  static async create(source: string, install: (project: string) => Promise<void>): Promise<Walkthrough> {
    return new Walkthrough(await Example.create(source), install);
  }

  /** Everything that the CLI has printed. */
  get printed(): string {
    return this.example.printed;
  }

  /** The server that the README has the reader start. */
  get local(): LocalServer {
    if (!this.server) throw new Error("the README does not start the local server");
    return this.server;
  }

  /** Types what the README says, in a first terminal up to the start of the server, and in a second one from then on. */
  async follow(): Promise<void> {
    const readme = await readFile(join(this.example.program, "README.md"), "utf8");
    const blocks = commandBlocks(readme);
    const first = blocks.findIndex((block) => SERVER.test(block)) + 1;
    for (const terminal of [blocks.slice(0, first), blocks.slice(first)]) {
      let folder = ".";
      for (const line of terminal.join("").trim().split("\n")) folder = await this.type(folder, line);
    }
  }

  /** Deploys all projects once more, without a change, and destroys them, so that nothing is left. */
  async settle(): Promise<void> {
    const projects = [...this.deployed];
    for (const project of projects) await this.pulumi(project, "up", "--expect-no-changes");
    for (const project of projects.reverse()) await this.pulumi(project, "destroy");
    expect(await this.local.objects()).toEqual([]);
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
      const values = words.map((word) => word.replace(LOCAL_URL, this.local.url).split("=") as [string, string]);
      this.example.setEnvironment(Object.fromEntries(values));
      return undefined;
    },
    npm: async (folder, [script]) => {
      const project = join(this.example.program, folder);
      await (script === "install" ? this.install(project) : npm(project, "test"));
      return undefined;
    },
    npx: async (folder, words) => {
      const args = words.slice(words.indexOf("edge-ingress") + 1);
      const packages = words[0] === "--package" ? ROOT : join(this.example.program, folder);
      // What npx runs; it does not pass on the signal that ends the server.
      const command = join(packages, "node_modules/pulumi-edge-ingress/dist/cli/main.js");
      if (args[0] === "emulator") this.server = await LocalServer.start(command, args.slice(1));
      else await this.example.prepare(process.execPath, command, ...args);
      return undefined;
    },
    pulumi: async (folder, words) => {
      await this.pulumi(folder, ...words);
      return undefined;
    },
  };

  private async pulumi(folder: string, ...words: string[]): Promise<void> {
    const asks = /^(up|destroy)$/.test(words[0] ?? "");
    if (words[0] === "up") this.deployed.add(folder);
    await this.example.pulumi(folder, ...words, ...(asks ? ["--yes", "--skip-preview"] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
    await this.example[Symbol.asyncDispose]();
  }
}

/** What a README has in blocks of commands for the local server. */
export function commandBlocks(readme: string): string[] {
  const [, section = ""] = SECTION.exec(readme) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}
