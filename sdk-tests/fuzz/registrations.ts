import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { unwrapped } from "../support/in-process-dynamic";
import { InitError, type Props } from "../support/provider-process";
import type { Declared, UnderWay } from "./engine";
import type { Hosts } from "./hosts";
import { type Options, takesPart } from "./options";
import type { Entry, Next, StackState } from "./stack-state";

/**
 * The error of a check or a comparison, or of the engine itself. It ends an update, also with `--continue-on-error`.
 */
export class Refusal extends Error {}

/** The engine's processing of each resource that a program declares. */
export class Registrations {
  /** Creates and updates that have not ended. */
  readonly underWay: UnderWay[] = [];

  /** @param processOf The current process of a resource's provider. */
  constructor(
    private readonly hosts: Hosts,
    private readonly stack: StackState,
    private readonly processOf: (declared: Declared) => number,
  ) {}

  /** True if an update would change the resource. */
  async differs(name: string, declared: Declared): Promise<boolean> {
    const entry = this.stack.entries.get(name);
    const inputs = await this.checked(name, declared, entry);
    if (!entry || entry.isPartial) return true;
    return (await this.compared(name, declared, entry, inputs)).changes;
  }

  /**
   * Registers a resource. A resource outside the limits is not changed, and not sent to the provider. A resource that
   * depends on a missing object is refused.
   */
  async register(name: string, declared: Declared, options: Options): Promise<void> {
    const route = declared.on?.name;
    const isToBeReplaced = options.replace?.includes(name) === true;
    if (!takesPart(options, name)) {
      requireSameProvider(name, this.stack.entries.get(name), this.processOf(declared));
      return;
    }
    if (route !== undefined && !this.stack.entries.has(route))
      throw new Refusal(`${name} depends on ${route}, which does not take part`);
    const change = await this.changeOf(name, declared, isToBeReplaced).catch((error: Error) => {
      throw new Refusal(error.message);
    });
    await change();
  }

  /** Returns arguments with the known ids of the route that a module resource is on. */
  argumentsOf({ args, on }: Declared): Values {
    return on ? { ...idsOf(this.stack.entries.get(on.name)), ...args } : args;
  }

  private async changeOf(
    name: string,
    declared: Declared,
    isToBeReplaced: boolean,
  ): Promise<() => Promise<void>> {
    const { type, retainOnDelete } = declared;
    const entry = this.stack.entries.get(name);
    // If the command line replaces a resource, the engine checks it without its old values, and compares nothing.
    const inputs = await this.checked(name, declared, isToBeReplaced ? undefined : entry);
    const next = {
      type,
      inputs,
      process: this.processOf(declared),
      retainOnDelete,
      ...bondOf(declared),
    };
    if (!entry) return () => this.create(name, next);
    const diff = isToBeReplaced ? REPLACED : await this.compared(name, declared, entry, inputs);
    const isFirst = declared.deleteBeforeReplace === true || diff.deleteBeforeReplace;
    if (diff.replaces.length > 0) return () => this.replace(name, entry, next, isFirst);
    if (diff.changes || entry.isPartial) return () => this.update(name, entry, next);
    return async () => void this.stack.entries.set(name, { ...entry, ...next });
  }

  private async checked(
    name: string,
    declared: Declared,
    entry: Entry | undefined,
  ): Promise<Props> {
    const { inputs, failures } = await this.hosts
      .at(this.processOf(declared))
      .check(declared.type, this.argumentsOf(declared), plain(entry?.inputs ?? {}), { name });
    if (failures.length > 0) throw new Error(failures.join());
    return inputs;
  }

  private compared(name: string, declared: Declared, { id, outputs }: Entry, inputs: Props) {
    const host = this.hosts.at(this.processOf(declared));
    return host.diff(declared.type, id, plain(outputs), plain(inputs), { name });
  }

  private create(name: string, next: Next): Promise<void> {
    const { type, inputs, process } = next;
    return this.make(name, next, { type, inputs }, async () => {
      const { id, outs: outputs } = await this.hosts
        .at(process)
        .create(type, plain(inputs), { name });
      return { id, outputs };
    });
  }

  private update(name: string, { id, outputs: olds }: Entry, next: Next): Promise<void> {
    const { type, inputs, process } = next;
    return this.make(name, next, { type, inputs, id }, async () => {
      const outputs = await this.hosts
        .at(process)
        .update(type, id, plain(olds), plain(inputs), { name });
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
      this.stack.entries.set(name, { ...next, ...(await call()), isPartial: false });
    } catch (error) {
      if (error instanceof InitError)
        this.stack.entries.set(name, {
          ...next,
          id: error.id,
          outputs: error.properties,
          isPartial: true,
        });
      throw error;
    } finally {
      this.underWay.splice(this.underWay.indexOf(underWay), 1);
    }
  }

  private async replace(
    name: string,
    entry: Entry,
    next: Next,
    isDeletedFirst: boolean,
  ): Promise<void> {
    const { entries, pendingDeletes } = this.stack;
    if (isDeletedFirst) {
      await removeBy(this.hosts, name, entry);
      entries.delete(name);
      return this.create(name, next);
    }
    try {
      await this.create(name, next);
    } finally {
      if (entries.get(name) !== entry) pendingDeletes.push({ ...entry, name });
    }
  }
}

/** Deletes an object with the process of its provider, unless it is retained. */
export async function removeBy(hosts: Hosts, name: string, entry: Entry): Promise<void> {
  const { process, type, id, outputs, retainOnDelete } = entry;
  if (!retainOnDelete) await hosts.at(process).delete(type, id, plain(outputs), { name });
}

export const plain = (values: Props): Props => unwrapped(values) as Props;

const REPLACED = { changes: true, replaces: ["id"], deleteBeforeReplace: false };

/** The engine does not run a provider that only a resource of the state still uses. */
function requireSameProvider(name: string, before: Entry | undefined, process: number): void {
  if (before && before.process !== process)
    throw new Refusal(`the provider of ${name} has not been registered yet`);
}

const bondOf = ({ on }: Declared) => ({
  dependsOn: on?.name,
  deletedWith: on?.as === "route" ? on.name : undefined,
});

const idsOf = (route: Entry | undefined): Values =>
  route
    ? { edgeId: route.inputs.edgeId, routeId: route.id }
    : { edgeId: UNKNOWN, routeId: UNKNOWN };
