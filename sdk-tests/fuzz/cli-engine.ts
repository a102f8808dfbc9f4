import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declare } from "../support/classes";
import { preload } from "../support/preload";
import { type Program as Declare, type Run, TestStack } from "../support/stack";
import type { Engine, Located, Program } from "./engine";

/** Pulumi's own engine, by its CLI. */
export class CliEngine implements Engine {
  state = new Map<string, Located>();
  pendingDeletes: Located[] = [];
  errors: string[] = [];
  private isBusy = false;

  private constructor(
    private readonly stack: TestStack,
    private readonly folder: string,
  ) {}

  static async create(url: string, apiKey: string): Promise<CliEngine> {
    const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
    const NODE_OPTIONS = preload("fast-clock", "announce-pid");
    const stack = await TestStack.create({ url, apiKey }, { NODE_OPTIONS, PROVIDER_PID_FILE: join(folder, "pid") });
    return new CliEngine(stack, folder);
  }

  /** Of all the creates that the engine may have begun, any may be under way. */
  get createsUnderWay(): number {
    return this.isBusy ? Number.POSITIVE_INFINITY : 0;
  }

  up(program: Program): Promise<Run | undefined> {
    return this.run(() => this.stack.up(declaring(program)));
  }

  async preview(program: Program): Promise<number> {
    const run = await this.run(() => this.stack.preview(declaring(program)));
    return run?.steps.length ?? Number.NaN;
  }

  refresh(): Promise<Run | undefined> {
    return this.run(() => this.stack.refresh());
  }

  destroy(): Promise<Run | undefined> {
    return this.run(() => this.stack.destroy());
  }

  async kill(): Promise<void> {
    if (!this.isBusy) return;
    try {
      process.kill(Number(await readFile(join(this.folder, "pid"), "utf8")), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  async seen(): Promise<string> {
    return `${await this.stack.written()}${this.stack.printed}${this.errors.join("\n")}`;
  }

  async reset(): Promise<void> {
    await this.destroy();
    this.errors = [];
  }

  async close(): Promise<void> {
    await this.stack[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true });
  }

  private async run(operation: () => Promise<Run>): Promise<Run | undefined> {
    this.isBusy = true;
    try {
      return await operation();
    } catch (error) {
      this.errors.push((error as Error).message);
      return undefined;
    } finally {
      this.isBusy = false;
      await this.lookAtState();
    }
  }

  private async lookAtState(): Promise<void> {
    const resources = await this.stack.resources();
    this.state = new Map(resources.filter(({ isPendingDelete }) => !isPendingDelete).map((each) => [each.name, each]));
    this.pendingDeletes = resources.filter(({ isPendingDelete }) => isPendingDelete);
  }
}

const declaring =
  (program: Program): Declare =>
  async () => {
    for (const [name, { type, args }] of program) declare(type, name, args);
    return undefined;
  };
