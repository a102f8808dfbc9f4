import type { Emulator } from "../../src/emulator";
import { type Accounts, pathOf } from "./accounts";
import type { Engine, Program, Stored } from "./engine";
import { declaredModules, modulesIn, type State, type WholeChange } from "./protection";

/** Matches the reason why an object is kept: an earlier operation of the run failed, with a separate error. */
const FOLLOWS = / has failed in this run/;

/** Matches errors that a response of a gateway has caused, and errors of the engine. */
const NAMED = /\b404\b|does not take part$|has not been registered yet$|is not a target$/;

/** An operation on stacks. */
interface Operation {
  /** The program of the judged stack; undefined if the operation deletes nothing of that stack. */
  readonly program: Program | undefined;
  /** True if the only fault is a gateway that responds with 404. */
  readonly isBehindGateway: boolean;
  run(): Promise<boolean>;
}

/** Judges the results of operations by the states, the server, the requests, and the messages. */
export class Judge {
  /** Violations, in addition to objects that nothing accounts for. */
  readonly broken: string[] = [];
  /** Objects whose creates, and modules whose updates, were under way when the provider process was killed. */
  readonly killed = new Set<string>();

  /** @param engine The stack whose modules are judged; the first of `stacks`. */
  constructor(
    private readonly emulator: Emulator,
    private readonly engine: Engine,
    private readonly stacks: readonly Engine[],
    private readonly accounts: Accounts,
  ) {}

  reset(): void {
    this.broken.length = 0;
    this.killed.clear();
  }

  /**
   * Runs an operation, and judges it: the states have to contain all objects that are still on the server, apart from a
   * module that a message names, and errors have to name the responses of gateways.
   */
  async during({
    program,
    isBehindGateway,
    run,
  }: Operation): Promise<{ isDone: boolean; change: WholeChange }> {
    const before = new Map(this.engine.state);
    const stored = new Set(
      this.stacks.flatMap(({ state, pendingDeletes }) => [...state.values(), ...pendingDeletes]),
    );
    const requested = this.emulator.requests().length;
    const failed = this.stacks.map(({ errors }) => errors.length);
    const presentBefore = this.present();
    const isRouteLeftOver = this.engine.pendingDeletes.some(
      ({ type }) => type === "HttpsEdgeRoute",
    );
    const isDone = await run();
    if (program) {
      this.noteLeaving(before, program, isRouteLeftOver);
      await this.expectKeptNamed(before, program);
    }
    const errors = this.stacks.flatMap((stack, at) => stack.errors.slice(failed[at]));
    const unnamed = isBehindGateway
      ? errors.filter((error) => !NAMED.test(error) && !FOLLOWS.test(error))
      : [];
    this.broken.push(...unnamed.map((error) => `does not name 404: ${error}`));
    const known = new Set([...stored].map(pathOf));
    const dropped = this.accounts
      .stateless()
      .filter((path) => known.has(path) && !this.killed.has(path));
    this.broken.push(...dropped.map((path) => `dropped ${path}`));
    const requests = this.emulator.requests().slice(requested);
    const present = { before: presentBefore, after: this.present() };
    return { isDone, change: { before, after: new Map(this.engine.state), requests, present } };
  }

  /** Expects that the objects of a program exist. */
  expectPresent(paths: ReadonlySet<string>): void {
    const present = this.present();
    this.broken.push(
      ...[...paths].filter((path) => !present.has(path)).map((path) => `without ${path}`),
    );
  }

  /** Expects that a message of the last operation contains one of the names of each object. */
  async expectNamed(objects: readonly (readonly string[])[]): Promise<void> {
    if (objects.length === 0) return;
    const unnamedIn = (messages: string) =>
      objects.filter((names) => !names.some((name) => messages.includes(name)));
    if (unnamedIn(await this.engine.messages()).length === 0) return;
    this.broken.push(
      ...unnamedIn(await this.engine.end()).map(([name]) => `without a word: ${name}`),
    );
  }

  /** Objects that nothing accounts for: not in the state, not named in an error, not lost with the process. */
  orphans(): string[] {
    return this.accounts.unaccounted().filter((path) => !this.killed.has(path));
  }

  /**
   * Expects a message for each module that stays outside the state because the run omits the resource that configures
   * it.
   */
  private async expectKeptNamed(before: State, program: Program): Promise<void> {
    const modules = modulesIn(before);
    const declared = declaredModules(program, this.engine.state);
    const kept = this.accounts
      .stateless()
      .filter((path) => modules.has(path) && declared.has(path));
    await this.expectNamed(kept.map((path) => [path]));
    for (const path of kept) this.accounts.left.add(path);
  }

  /**
   * Notes the objects that are expected to remain: retained objects, and a module that left the state before its route,
   * if the deletion of the route fails. If an older object of the route remains to be deleted, the engine assumes that
   * the module is deleted with the route, and calls no provider.
   */
  private noteLeaving(before: State, program: Program, isRouteLeftOver: boolean): void {
    const kept = new Set([...this.engine.state.values()].map(({ id }) => id));
    const isGoing = ([name, { id }]: [string, Stored]) => !program.has(name) || !kept.has(id);
    const going = [
      ...[...before].filter(isGoing).map(([, stored]) => stored),
      ...this.engine.pendingDeletes,
    ];
    const routes = going.filter(({ type }) => type === "HttpsEdgeRoute").map(pathOf);
    const modules = [...modulesIn(before)].filter((path) =>
      routes.includes(path.slice(0, path.lastIndexOf("/"))),
    );
    const retained = going.filter(({ retainOnDelete }) => retainOnDelete).map(pathOf);
    const unasked = isRouteLeftOver
      ? going.filter(({ type }) => type.startsWith("HttpsEdgeRoute")).map(pathOf)
      : [];
    for (const path of [...modules, ...retained, ...unasked]) this.accounts.left.add(path);
  }

  private present(): ReadonlySet<string> {
    return new Set(this.emulator.objects().map(({ path }) => path));
  }
}
