import type { Values } from "../../src/engine/values";
import { InitError, type Props, type ProviderHost, providerText } from "../support/host";
import { isWrapped, unwrapped } from "../support/provider";

/** A resource that a program declares. */
export interface Declared {
  readonly type: string;
  readonly args: Values;
}

/** What a program declares, by name. */
export type Program = ReadonlyMap<string, Declared>;

/** What a stack's state has of a resource, with secrets wrapped as the engine receives them. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  readonly isHalfMade: boolean;
}

/** Where an object of a stack is. */
export type Located = Pick<Stored, "type" | "id">;

/** A stack, and what can be done to it. */
export interface Engine {
  /** What the state has, by name. */
  readonly state: ReadonlyMap<string, Located>;
  /** Replaced objects whose deletion failed. */
  readonly pendingDeletes: readonly Located[];
  /** Messages of all failures. */
  readonly errors: readonly string[];
  /** Creates that have not ended. */
  readonly createsUnderWay: number;
  /** Makes, changes and deletes until all is as the program declares, or something fails. */
  up(program: Program): Promise<unknown>;
  /** The number of changes that an `up` would make. */
  preview(program: Program): Promise<number>;
  /** Reads every resource; drops what is gone. */
  refresh(): Promise<unknown>;
  destroy(): Promise<unknown>;
  /** Ends the provider process as `kill -9` does. */
  kill(): Promise<void>;
  /** Everything that the user could see, and what the state has in clear. */
  seen(): Promise<string>;
  /** Forgets the stack; its objects are gone. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Pulumi's engine, as far as a lifecycle needs it, on the process that Pulumi runs. */
export class SmallEngine implements Engine {
  readonly state = new Map<string, Stored>();
  readonly pendingDeletes: Stored[] = [];
  readonly errors: string[] = [];
  createsUnderWay = 0;
  /** What the processes that are gone have printed. */
  private printed = "";

  private constructor(
    private readonly start: () => Promise<ProviderHost>,
    private host: ProviderHost,
  ) {}

  static async create(start: () => Promise<ProviderHost>): Promise<SmallEngine> {
    return new SmallEngine(start, await start());
  }

  /** Gives the number of failures. */
  async up(program: Program): Promise<number> {
    const failures = await this.all([...program], ([name, declared]) => this.apply(name, declared));
    if (failures > 0) return failures;
    const deleted = await this.all([...this.state.keys()], async (name) => {
      if (!program.has(name)) await this.remove(name);
    });
    return deleted + (await this.all([...this.pendingDeletes], (stored) => this.removePending(stored)));
  }

  async preview(program: Program): Promise<number> {
    let changes = this.pendingDeletes.length;
    for (const [name, declared] of program) if (await this.differs(name, declared)) changes++;
    for (const name of this.state.keys()) if (!program.has(name)) changes++;
    return changes;
  }

  refresh(): Promise<number> {
    return this.all([...this.state], async ([name, stored]) => {
      const { id, props, inputs } = await this.host.read(stored.id, plain(stored.outputs));
      if (id === "") this.state.delete(name);
      else this.state.set(name, { ...stored, outputs: props, inputs, isHalfMade: false });
    });
  }

  async destroy(): Promise<number> {
    const failures = await this.all([...this.state.keys()], (name) => this.remove(name));
    return failures + (await this.all([...this.pendingDeletes], (stored) => this.removePending(stored)));
  }

  async kill(): Promise<void> {
    await this.host.kill();
    this.printed += this.host.printed;
    this.host = await this.start();
  }

  async seen(): Promise<string> {
    const stored = [...this.state.values(), ...this.pendingDeletes];
    const clear = JSON.stringify(stored, (_, value) => (isWrapped(value) ? "wrapped" : value));
    return [this.printed, this.host.printed, ...this.errors, clear].join("\n");
  }

  async reset(): Promise<void> {
    this.state.clear();
    this.pendingDeletes.length = 0;
    this.errors.length = 0;
    this.printed = "";
    this.host.printed = "";
  }

  close(): Promise<void> {
    return this.host.kill();
  }

  private async differs(name: string, { type, args }: Declared): Promise<boolean> {
    const { inputs } = await this.host.check(withProvider(type, args));
    const stored = this.state.get(name);
    if (!stored || stored.isHalfMade) return true;
    return (await this.host.diff(stored.id, plain(stored.outputs), plain(inputs))).changes;
  }

  private async apply(name: string, { type, args }: Declared): Promise<void> {
    const { inputs, failures } = await this.host.check(withProvider(type, args));
    if (failures.length > 0) throw new Error(failures.join());
    const stored = this.state.get(name);
    if (!stored) return this.create(name, type, inputs);
    const { changes, replaces } = await this.host.diff(stored.id, plain(stored.outputs), plain(inputs));
    if (replaces.length > 0) return this.replace(name, stored, inputs);
    if (changes || stored.isHalfMade) await this.update(name, stored, inputs);
  }

  private async create(name: string, type: string, inputs: Props): Promise<void> {
    this.createsUnderWay++;
    try {
      const { id, outs } = await this.host.create(plain(inputs));
      this.state.set(name, { type, id, inputs, outputs: outs, isHalfMade: false });
    } catch (error) {
      this.keepHalfMade(name, type, inputs, error);
      throw error;
    } finally {
      this.createsUnderWay--;
    }
  }

  private async update(name: string, stored: Stored, inputs: Props): Promise<void> {
    const { type, id } = stored;
    try {
      const outputs = await this.host.update(id, plain(stored.outputs), plain(inputs));
      this.state.set(name, { type, id, inputs, outputs, isHalfMade: false });
    } catch (error) {
      this.keepHalfMade(name, type, inputs, error);
      throw error;
    }
  }

  private async replace(name: string, stored: Stored, inputs: Props): Promise<void> {
    await this.create(name, stored.type, inputs);
    this.pendingDeletes.push(stored);
  }

  private keepHalfMade(name: string, type: string, inputs: Props, error: unknown): void {
    if (!(error instanceof InitError)) return;
    this.state.set(name, { type, id: error.id, inputs, outputs: error.properties, isHalfMade: true });
  }

  private async remove(name: string): Promise<void> {
    const { id, outputs } = this.state.get(name) as Stored;
    await this.host.delete(id, plain(outputs));
    this.state.delete(name);
  }

  private async removePending(stored: Stored): Promise<void> {
    await this.host.delete(stored.id, plain(stored.outputs));
    this.pendingDeletes.splice(this.pendingDeletes.indexOf(stored), 1);
  }

  /** Does all at a time, as the engine does; gives the number of those that failed. */
  private async all<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<number> {
    const results = await Promise.allSettled(items.map(action));
    const failures = results.filter((result) => result.status === "rejected");
    this.errors.push(...failures.map(({ reason }) => (reason as Error).message));
    return failures.length;
  }
}

const withProvider = (type: string, args: Values): Props => ({ ...args, __provider: providerText(type) });

const plain = (values: Props): Props => unwrapped(values) as Props;
