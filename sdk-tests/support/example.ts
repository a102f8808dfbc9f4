import { cp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PulumiWorkspace } from "./workspace";

/** A copy of an example outside the clone, with a separate home of the CLI. */
export class Example extends PulumiWorkspace {
  /** The folder of the copy. */
  get program(): string {
    return this.folder;
  }

  /**
   * @param source The folder of the example.
   * @param environment The variables with the address of its API, and with the key.
   */
  static async create(
    source: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Example> {
    const root = await PulumiWorkspace.makeRoot("example-", tmpdir());
    await cp(source, join(root, "program"), { recursive: true, filter: isSource });
    return new Example(root, join(root, "program"), {
      ...PulumiWorkspace.ownHome(root),
      ...environment,
    });
  }

  /** Deploys the selected stack. */
  up(): Promise<string> {
    return this.pulumi(".", "up", "--yes", "--skip-preview");
  }

  preview(...args: string[]): Promise<string> {
    return this.pulumi(".", "preview", ...args);
  }

  /** Returns the output of a preview, which has to fail. */
  async failingPreview(...args: string[]): Promise<string> {
    const { code, printed, errors } = await this.beginPulumi(["preview", ...args]).ended;
    if (code === 0) throw new Error("the preview did not fail");
    return printed + errors;
  }

  destroy(): Promise<string> {
    return this.pulumi(".", "destroy", "--yes", "--skip-preview");
  }

  /** Replaces a text that has to occur exactly once in a file of the program. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const path = join(this.program, file);
    const text = await readFile(path, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have ${from} once`);
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }

  /** Sets variables for the later commands; a variable whose value is undefined is removed. */
  setEnvironment(values: Readonly<NodeJS.ProcessEnv>): void {
    Object.assign(this.environment, values);
  }

  /** Runs a command that prepares the program, in its folder. */
  async prepare(command: string, ...args: string[]): Promise<void> {
    const { code, text } = await this.begin(command, args).ended;
    if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${text}`);
  }

  /**
   * Runs the CLI, which has to succeed.
   * @param project Folder of the project, for an example with several projects.
   */
  pulumi(project: string, ...args: string[]): Promise<string> {
    return this.succeed(args, { below: project });
  }
}

/** Packages and SDKs that a user has installed in the clone are not copied. */
const isSource = (path: string): boolean => !/[/\\](node_modules|sdks|venv)$/.test(path);
