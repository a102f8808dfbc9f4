import { UNKNOWN, type Values } from "../../src/core/schema/values";
import { isWrapped, unwrapped } from "../support/in-process-dynamic";
import { InitError, type Props, type ProviderProcess } from "../support/provider-process";
import type { Declared, Engine, Program, Stored, UnderWay } from "./engine";

/** What a state has of a resource, with secrets wrapped as the engine receives them. */
interface Entry extends Stored {
  readonly isHalfMade: boolean;
  /** The process that has last made or compared it, and deletes it. */
  readonly process: number;
  readonly dependsOn?: string | undefined;
  /** The name of the route with which it goes, without a deletion of its own. */
  readonly deletedWith?: string | undefined;
}

/** Pulumi's engine, as far as a lifecycle needs it, on the process that Pulumi runs. */
export class SmallEngine implements Engine {
  readonly state = new Map<string, Entry>();
  readonly pendingDeletes: Entry[] = [];
  readonly errors: string[] = [];
  readonly underWay: UnderWay[] = [];
  /** The process that runs the program. */
  private current = 0;
  /** What the processes that are gone have printed. */
  private printed = "";

  private constructor(
    private readonly starts: readonly Start[],
    private readonly hosts: ProviderProcess[],
  ) {}

  /** @param starts Starts each of the processes that the engine runs at the same time. */
  static async create(starts: readonly Start[]): Promise<SmallEngine> {
    return new SmallEngine(starts, await Promise.all(starts.map((start) => start())));
  }

  /** Processes of dynamic resources are not told which resource they check. */
  get allowsTwins(): boolean {
    return this.hosts.every(({ formName }) => formName === "dynamic");
  }

  /** A stack does not come back from the plugin to dynamic resources. */
  switchProcess(): void {
    const next = (this.current + 1) % this.hosts.length;
    const isWayBack = this.hostOf(next).formName === "dynamic" && this.host.formName === "plugin";
    if (!isWayBack) this.current = next;
  }

  private get host(): ProviderProcess {
    return this.hostOf(this.current);
  }

  private hostOf(index: number): ProviderProcess {
    return this.hosts[index] as ProviderProcess;
  }

  private async beginRun(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.beginRun()));
  }

  /** First all that the program declares, modules after their routes; then what it has no more, the other way round. */
  async up(program: Program, replace: readonly string[]): Promise<boolean> {
    await this.beginRun();
    const apply = ([name, declared]: readonly [string, Declared]) => this.apply(name, declared, replace.includes(name));
    for (const isModule of [false, true]) {
      const declared = [...program].filter(([, { on }]) => (on !== undefined) === isModule);
      if ((await this.all(declared, apply)) > 0) return false;
    }
    return this.deleteAll((name) => !program.has(name));
  }

  async preview(program: Program): Promise<number> {
    await this.beginRun();
    let changes = this.pendingDeletes.length;
    for (const [name, declared] of program) if (await this.differs(name, declared)) changes++;
    for (const name of this.state.keys()) if (!program.has(name)) changes++;
    return changes;
  }

  async refresh(): Promise<boolean> {
    await this.beginRun();
    const failures = await this.all([...this.state], async ([name, entry]) => {
      const { id, props, inputs } = await this.hostOf(entry.process).read(
        entry.type,
        entry.id,
        plain(entry.outputs),
        plain(entry.inputs),
        { name },
      );
      if (id === "") this.state.delete(name);
      else this.state.set(name, { ...entry, outputs: props, inputs, isHalfMade: false });
    });
    return failures === 0;
  }

  async destroy(): Promise<boolean> {
    await this.beginRun();
    return this.deleteAll(() => true);
  }

  async kill(): Promise<void> {
    // All at once: none goes on with the program while another one starts again.
    await Promise.all(this.hosts.map((host) => host.kill()));
    for (const [index, host] of this.hosts.entries()) {
      this.printed += host.printed;
      this.hosts[index] = await (this.starts[index] as Start)();
    }
  }

  async seen(): Promise<string> {
    const entries = [...this.state.values(), ...this.pendingDeletes];
    const clear = JSON.stringify(entries, (_, value) => (isWrapped(value) ? "wrapped" : value));
    return [this.printed, ...this.hosts.map(({ printed }) => printed), ...this.errors, clear].join("\n");
  }

  async reset(): Promise<void> {
    this.state.clear();
    this.pendingDeletes.length = 0;
    this.errors.length = 0;
    this.printed = "";
    this.current = 0;
    for (const host of this.hosts) host.printed = "";
  }

  async close(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.kill()));
  }

  private async differs(name: string, declared: Declared): Promise<boolean> {
    const entry = this.state.get(name);
    const { inputs } = await this.check(name, declared, entry);
    if (!entry || entry.isHalfMade) return true;
    return (await this.host.diff(declared.type, entry.id, plain(entry.outputs), plain(inputs), { name })).changes;
  }

  private check(name: string, { type, args, on }: Declared, entry: Entry | undefined) {
    const ids = on ? idsOf(this.state.get(on.name)) : {};
    return this.host.check(type, { ...ids, ...args }, plain(entry?.inputs ?? {}), { name });
  }

  private async apply(name: string, declared: Declared, isToBeReplaced: boolean): Promise<void> {
    const entry = this.state.get(name);
    const { inputs, failures } = await this.check(name, declared, entry);
    if (failures.length > 0) throw new Error(failures.join());
    const next = { type: declared.type, inputs, process: this.current, ...bondOf(declared) };
    if (!entry) return this.create(name, next);
    const diff = await this.host.diff(declared.type, entry.id, plain(entry.outputs), plain(inputs), { name });
    const { changes, replaces } = diff;
    if (isToBeReplaced || replaces.length > 0) {
      if (declared.deleteBeforeReplace || diff.deleteBeforeReplace) await this.deleteFirst(name, entry);
      await this.replace(name, entry, next);
    } else if (changes || entry.isHalfMade) await this.update(name, entry, next);
    else this.state.set(name, { ...entry, ...next });
  }

  private create(name: string, next: Next): Promise<void> {
    return this.make(name, next, { type: next.type, inputs: next.inputs }, async () => {
      const { id, outs: outputs } = await this.host.create(next.type, plain(next.inputs), { name });
      return { id, outputs };
    });
  }

  private update(name: string, { id, outputs: olds }: Entry, next: Next): Promise<void> {
    return this.make(name, next, { type: next.type, inputs: next.inputs, id }, async () => {
      const outputs = await this.host.update(next.type, id, plain(olds), plain(next.inputs), { name });
      return { id, outputs };
    });
  }

  private async make(
    name: string,
    next: Next,
    underWay: UnderWay,
    call: () => Promise<Pick<Entry, "id" | "outputs">>,
  ): Promise<void> {
    this.underWay.push(underWay);
    try {
      this.state.set(name, { ...next, ...(await call()), isHalfMade: false });
    } catch (error) {
      this.keepHalfMade(name, next, error);
      throw error;
    } finally {
      this.underWay.splice(this.underWay.indexOf(underWay), 1);
    }
  }

  private async deleteFirst(name: string, entry: Entry): Promise<void> {
    await this.remove(name, entry);
    this.state.delete(name);
  }

  private remove(name: string, { process, type, id, outputs }: Entry): Promise<void> {
    return this.hostOf(process).delete(type, id, plain(outputs), { name });
  }

  private async replace(name: string, entry: Entry, next: Next): Promise<void> {
    const isThere = this.state.get(name) === entry;
    try {
      await this.create(name, next);
    } finally {
      if (isThere && this.state.get(name) !== entry) this.pendingDeletes.push(entry);
    }
  }

  private keepHalfMade(name: string, next: Next, error: unknown): void {
    if (!(error instanceof InitError)) return;
    this.state.set(name, { ...next, id: error.id, outputs: error.properties, isHalfMade: true });
  }

  /** Deletes what goes, and what was replaced: modules before the routes that they depend on. */
  private async deleteAll(goes: (name: string) => boolean): Promise<boolean> {
    for (const isModule of [true, false]) {
      const going = [...this.state].filter(([name, entry]) => goes(name) && isModuleOfRoute(entry) === isModule);
      const deleted = await this.all(going, async ([name, entry]) => {
        const isGoneWith =
          entry.deletedWith !== undefined && goes(entry.deletedWith) && this.state.has(entry.deletedWith);
        if (!isGoneWith) await this.remove(name, entry);
        this.state.delete(name);
      });
      const replaced = this.pendingDeletes.filter((entry) => isModuleOfRoute(entry) === isModule);
      const pending = await this.all(replaced, async (entry) => {
        await this.remove("subject", entry);
        this.pendingDeletes.splice(this.pendingDeletes.indexOf(entry), 1);
      });
      if (deleted + pending > 0) return false;
    }
    return true;
  }

  /** Does all at a time, as the engine does; gives the number of those that failed. */
  private async all<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<number> {
    const results = await Promise.allSettled(items.map(action));
    const failures = results.filter((result) => result.status === "rejected");
    this.errors.push(...failures.map(({ reason }) => (reason as Error).message));
    return failures.length;
  }
}

type Start = () => Promise<ProviderProcess>;

type Next = Omit<Entry, "id" | "outputs" | "isHalfMade">;

const bondOf = ({ on }: Declared) => ({ dependsOn: on?.name, deletedWith: on?.as === "route" ? on.name : undefined });

const isModuleOfRoute = ({ dependsOn }: Entry): boolean => dependsOn !== undefined;

const idsOf = (route: Entry | undefined): Values =>
  route ? { edgeId: route.inputs.edgeId, routeId: route.id } : { edgeId: UNKNOWN, routeId: UNKNOWN };

const plain = (values: Props): Props => unwrapped(values) as Props;
