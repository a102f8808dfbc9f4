import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CustomResource } from "@pulumi/pulumi";
import type { HttpsEdgeRoute } from "pulumi-edge-ingress";
import type { FormName } from "../support/forms";
import { preload } from "../support/preload";
import { ComponentResource, declare } from "../support/program";
import { type Program as Declare, type Run, TestStack } from "../support/stack";
import type { Declared, Engine, Program, Stored } from "./engine";
import type { Limits, Options } from "./options";

/** Pulumi's engine, run by the CLI. */
export class CliEngine implements Engine {
  state = new Map<string, Stored>();
  pendingDeletes: Stored[] = [];
  errors: string[] = [];
  /** The provider refuses twins, and the engine then ends the whole run. */
  readonly allowsTwins = false;
  private isBusy = false;
  /** Length of the output before the last operation. */
  private printedBefore = 0;

  private constructor(
    private readonly stack: TestStack,
    private readonly folder: string,
  ) {}

  static async create(url: string, apiKey: string, form: FormName): Promise<CliEngine> {
    const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
    const NODE_OPTIONS = preload("fast-clock", "announce-pid");
    const environment = { NODE_OPTIONS, PROVIDER_PID_FILE: join(folder, "pid") };
    const stack = await TestStack.create({ url, apiKey }, environment, form);
    return new CliEngine(stack, folder);
  }

  /** The engine starts one process for each run. */
  switchProcess(): void {}

  /** Any create or update of a running operation may be under way. */
  get underWay(): "any" | readonly [] {
    return this.isBusy ? "any" : [];
  }

  up(
    program: Program,
    { replace = [], continueOnError = false, ...limits }: Options = {},
  ): Promise<boolean> {
    const choices = { replace: replace.map(urnOf), continueOnError, ...urnsOf(limits) };
    return this.succeeds(() => this.stack.up(declaring(program), choices));
  }

  async preview(program: Program): Promise<number> {
    const run = await this.run(() => this.stack.preview(declaring(program)));
    return run?.steps.length ?? Number.NaN;
  }

  refresh(): Promise<boolean> {
    return this.succeeds(() => this.stack.refresh());
  }

  destroy(limits: Limits = {}): Promise<boolean> {
    return this.succeeds(() => this.stack.destroy(undefined, urnsOf(limits)));
  }

  async messages(): Promise<string> {
    return this.stack.printed.slice(this.printedBefore);
  }

  end(): Promise<string> {
    return this.messages();
  }

  async kill(): Promise<void> {
    if (!this.isBusy) return;
    try {
      process.kill(Number(await readFile(join(this.folder, "pid"), "utf8")), "SIGKILL");
    } catch {
      // The process has exited.
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

  private async succeeds(operation: () => Promise<Run>): Promise<boolean> {
    return (await this.run(operation)) !== undefined;
  }

  private async run(operation: () => Promise<Run>): Promise<Run | undefined> {
    this.isBusy = true;
    this.printedBefore = this.stack.printed.length;
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
    this.state = new Map(
      resources
        .filter(({ isPendingDelete }) => !isPendingDelete)
        .map((resource) => [nameOf(resource), resource]),
    );
    this.pendingDeletes = resources.filter(({ isPendingDelete }) => isPendingDelete);
  }
}

class Team extends ComponentResource {
  constructor() {
    super("test:index:Team", "team");
  }
}

/** The name of a resource in a program: a resource in the component has its name as a prefix. */
const nameOf = ({ urn, name }: { urn: string; name: string }): string =>
  urn.includes("::test:index:Team$") ? `team/${name}` : name;

/** A pattern for the URN of a resource, whether or not the state contains it. */
const urnOf = (name: string): string =>
  name.startsWith("team/")
    ? `**::test:index:Team$**::${name.slice("team/".length)}`
    : `urn:*::*::*edge-ingress:*::${name}`;

/** A resource in the component needs the URN of the component, too. */
const urnsOf = ({ target, exclude }: Limits) => ({
  ...(target && { target: [...target.map(urnOf), "**::test:index:Team::team"] }),
  ...(exclude && { exclude: exclude.map(urnOf) }),
});

const declaring =
  (program: Program): Declare =>
  async () => {
    const parent = new Team();
    const resources = new Map<string, CustomResource>();
    for (const [
      name,
      { type, args, on, deleteBeforeReplace = false, retainOnDelete = false },
    ] of program) {
      const isInTeam = name.startsWith("team/");
      const place = on ? placeOn(resources.get(on.name), on) : {};
      const opts = { deleteBeforeReplace, retainOnDelete, ...(isInTeam ? { parent } : {}) };
      resources.set(
        name,
        declare(type, name.slice(isInTeam ? "team/".length : 0), { ...place, ...args }, opts),
      );
    }
    return undefined;
  };

const placeOn = (route: CustomResource | undefined, { as }: NonNullable<Declared["on"]>) =>
  as === "route" ? { route } : { edgeId: (route as HttpsEdgeRoute).edgeId, routeId: route?.id };
