import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFile, withReason, writing } from "../input";
import { type PulumiResult, pulumi } from "../pulumi";
import { stackSettingsFile } from "../stack";
import { WorkFolder } from "../work-folder";

/** Files that describe a Pulumi project. */
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** A backend in a temporary folder, for the previews of a stack that leave no trace. */
export class TemporaryBackend implements Disposable {
  private readonly folder = new WorkFolder();
  /** The name of the stack, without its organization and its project. */
  private readonly name: string;

  /** @param environment Variables of the CLI, in addition to those of this process. */
  constructor(
    stack: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.name = stack.split("/").at(-1) ?? stack;
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }

  /**
   * Creates the stack. The CLI adds a salt to the settings of a stack that it creates, so it does not run in the folder of the project.
   *
   * @param project The folder of the project.
   */
  create(project: string): Promise<PulumiResult> {
    for (const name of PROJECT_FILES.filter((file) => existsSync(join(project, file))))
      copyFileSync(join(project, name), join(this.folder.path, name));
    const args = ["stack", "init", "--no-select", "--stack", this.name];
    return this.pulumi(args, this.folder.path);
  }

  /**
   * Runs a command on the stack, with a copy of the settings that the project has.
   *
   * @param change Changes the settings for the run.
   */
  run(
    args: readonly string[],
    project: string,
    change = (settings: string) => settings,
  ): Promise<PulumiResult> {
    const file = join(project, stackSettingsFile(this.name));
    const settings = existsSync(file) ? change(readFile(file, (text) => text)) : "";
    const copy = join(this.folder.path, stackSettingsFile(this.name));
    withReason(copy, () => writeFileSync(copy, settings), writing);
    return this.pulumi([...args, "--stack", this.name, "--config-file", copy], project);
  }

  private pulumi(args: readonly string[], cwd: string): Promise<PulumiResult> {
    const backend = pathToFileURL(this.folder.path).href;
    return pulumi(args, { cwd, environment: { ...this.environment, PULUMI_BACKEND_URL: backend } });
  }
}
