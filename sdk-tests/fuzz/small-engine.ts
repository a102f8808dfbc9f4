import { deleteAll } from "./deletions";
import type { Declared, Engine, Program, UnderWay } from "./engine";
import { Hosts, type Start } from "./hosts";
import type { Limits, Options } from "./options";
import { plain, Refusal, Registrations } from "./registrations";
import { type Entry, StackState } from "./stack-state";
import { StatedModules } from "./stated";

/** Pulumi's engine and its process of the program, as far as a lifecycle needs them, on the processes that Pulumi runs. */
export class SmallEngine implements Engine {
  private readonly stack = new StackState();
  private readonly registrations: Registrations;
  private readonly stated: StatedModules;
  /** The process that runs the program. */
  private current = 0;

  private constructor(private readonly hosts: Hosts) {
    this.registrations = new Registrations(hosts, this.stack, (declared) =>
      this.processOf(declared),
    );
    this.stated = new StatedModules(hosts.engine);
  }

  /** @param starts Starts each of the processes that the engine runs at the same time. */
  static async create(starts: readonly Start[]): Promise<SmallEngine> {
    return new SmallEngine(await Hosts.start(starts));
  }

  get state(): Map<string, Entry> {
    return this.stack.entries;
  }

  get pendingDeletes(): readonly Entry[] {
    return this.stack.pendingDeletes;
  }

  get errors(): string[] {
    return this.stack.errors;
  }

  get underWay(): readonly UnderWay[] {
    return this.registrations.underWay;
  }

  /** Processes of dynamic resources do not know which resource they check. */
  get allowsTwins(): boolean {
    return this.hosts.every(({ formName }) => formName === "dynamic");
  }

  /** Moves the stack to the plugin, or to another version of it; dynamic resources have only one version. */
  switchProcess(): void {
    const next = (this.current + 1) % this.hosts.count;
    if (this.hosts.at(next).formName === "plugin") this.current = next;
  }

  /** A separate provider has a separate process, if there are several. */
  private processOf({ isElsewhere = false }: Declared): number {
    return isElsewhere ? this.hosts.count - 1 : this.current;
  }

  /**
   * Registers all declared resources, modules after their routes; then deletes, in reverse order, resources that are no
   * longer declared or were not registered.
   */
  async up(program: Program, options: Options = {}): Promise<boolean> {
    await this.begin(true);
    const failed = new Map<string, Error>();
    const unregistered = new Set<string>();
    for (const isModule of [false, true]) {
      const declared = [...program].filter(([, { on }]) => (on !== undefined) === isModule);
      const waiting = declared.filter(([, { on }]) => !failed.has(on?.name ?? ""));
      for (const [name, declaration] of declared.filter((entry) => !waiting.includes(entry))) {
        unregistered.add(name);
        this.stated.dependsOnFailed(name, declaration.type);
      }
      await this.stack.all(waiting, async ([name, declaration]) => {
        try {
          await this.register(name, declaration, options);
        } catch (error) {
          failed.set(name, error as Error);
          throw error;
        }
      });
      const isRefused = [...failed.values()].some((error) => error instanceof Refusal);
      if (isRefused || (failed.size > 0 && !options.continueOnError)) return false;
    }
    const needed = [...failed.keys()].flatMap((name) => this.state.get(name)?.dependsOn ?? []);
    const goes = (name: string) => !program.has(name) || unregistered.has(name);
    const isDeleted = await deleteAll(this.stack, this.hosts, { goes, options, needed });
    return failed.size === 0 && isDeleted;
  }

  private register(name: string, declared: Declared, options: Options): Promise<void> {
    const args = this.registrations.argumentsOf(declared);
    return this.stated.registering(name, declared.type, args, async () => {
      await this.registrations.register(name, declared, options);
      const entry = this.state.get(name);
      const { edgeId } = entry?.inputs ?? {};
      return entry && { id: entry.id, place: edgeId === undefined ? {} : { edgeId } };
    });
  }

  async preview(program: Program): Promise<number> {
    await this.begin(true);
    let changes = this.pendingDeletes.length;
    for (const [name, declared] of program)
      if (await this.registrations.differs(name, declared)) changes++;
    for (const name of this.state.keys()) if (!program.has(name)) changes++;
    return changes;
  }

  async refresh(): Promise<boolean> {
    await this.begin(false);
    const failures = await this.stack.all([...this.state], async ([name, entry]) => {
      const { id, props, inputs } = await this.hosts
        .at(entry.process)
        .read(entry.type, entry.id, plain(entry.outputs), plain(entry.inputs), { name });
      if (id === "") this.state.delete(name);
      else this.state.set(name, { ...entry, outputs: props, inputs, isPartial: false });
    });
    return failures === 0;
  }

  async destroy(limits: Limits = {}): Promise<boolean> {
    await this.begin(false);
    return deleteAll(this.stack, this.hosts, { goes: () => true, options: limits });
  }

  messages(): Promise<string> {
    return this.hosts.messages();
  }

  end(): Promise<string> {
    return this.hosts.end();
  }

  kill(): Promise<void> {
    return this.hosts.kill();
  }

  async seen(): Promise<string> {
    return [this.hosts.seen(), ...this.errors, this.stack.inClear()].join("\n");
  }

  async reset(): Promise<void> {
    this.stack.forget();
    this.current = 0;
    this.hosts.forget();
  }

  async close(): Promise<void> {
    this.stated.forget();
    await this.hosts.close();
  }

  private async begin(hasProgram: boolean): Promise<void> {
    this.stated.forget();
    await this.hosts.beginRun(hasProgram);
  }
}
