import { type Emulator, type OptionValues, startEmulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { Accounts, pathOf } from "./accounts";
import type { Engine, Program } from "./engine";
import { Judge } from "./judge";
import { createdBy, killDuring, settled } from "./kills";
import { type Gateway, type Misfortune, place, plan } from "./misfortunes";
import { isLimited, knownOptions, type Limits, type Options } from "./options";
import { besideOf, type Choice, caseOf, type ForeignRoute, programOf } from "./programs";
import {
  argumentsIn,
  deletedBeforeTheirRoute,
  deletedThoughDeclared,
  exposedRoutes,
  hasTwins,
  requiredBy,
} from "./protection";

const FOREIGN_EDGE = "edge_1";

/** Starts an engine that calls a service at a base URL with a key. */
type StartEngine = (baseUrl: string, apiKey: string) => Promise<Engine>;

/** The objects of a run: server, proxy, stack, and possibly another stack of the same account. */
export class World {
  program: Program = new Map();
  readonly accounts: Accounts;
  readonly judge: Judge;
  private besideProgram: Program = new Map();
  private foreignRoute: ForeignRoute = { edgeId: FOREIGN_EDGE, routeId: "" };
  /** True if another party has deleted an object since the state was last compared with the server. */
  private isDisturbed = false;
  /** Successive gateways could answer more requests than the provider sends to be sure, so a life has only one gateway. */
  private hasGateway = false;
  /** The faults that are planned for the next operation. */
  private trouble: "none" | "gateway" | "mixed" = "none";
  /** True if the gateway recovers after the operation. */
  private endsWithOperation = false;

  private constructor(
    readonly emulator: Emulator,
    readonly proxy: FaultProxy,
    readonly engine: Engine,
    readonly beside: Engine | undefined,
  ) {
    this.accounts = new Accounts(emulator, this.stacks);
    this.judge = new Judge(emulator, engine, this.stacks, this.accounts);
  }

  /** A world whose server has these options. */
  static async create(
    options: Partial<OptionValues>,
    startEngine: StartEngine,
    startBeside?: StartEngine,
  ): Promise<World> {
    const emulator = await startEmulator({ options });
    const proxy = await startFaultProxy(emulator.url);
    const [engine, beside] = await Promise.all([
      startEngine(proxy.url, emulator.apiKey),
      startBeside?.(proxy.url, emulator.apiKey),
    ]);
    return new World(emulator, proxy, engine, beside);
  }

  get stacks(): readonly Engine[] {
    return this.beside ? [this.engine, this.beside] : [this.engine];
  }

  /** An empty server and an empty state. */
  async reset(): Promise<void> {
    this.hasGateway = false;
    this.calm();
    this.emulator.reset();
    this.accounts.reset();
    this.judge.reset();
    this.isDisturbed = false;
    this.program = new Map();
    this.besideProgram = new Map();
    for (const stack of this.stacks) await stack.reset();
    const routeId = await this.write(`/edges/https/${FOREIGN_EDGE}/routes`, {
      match_type: "exact_path",
      match: "/",
    });
    this.foreignRoute = { edgeId: FOREIGN_EDGE, routeId };
  }

  plan(fault: Misfortune): void {
    this.trouble = "mixed";
    plan(fault, this);
  }

  place(gateway: Gateway): void {
    if (this.hasGateway) return;
    this.hasGateway = true;
    if (this.trouble === "none") this.trouble = "gateway";
    if (gateway.times === "always") this.endsWithOperation = true;
    place(gateway, this);
  }

  /** Ends all faults. */
  calm(): void {
    this.emulator.clearFaults();
    this.proxy.clearFaults();
    this.trouble = "none";
    this.endsWithOperation = false;
  }

  /** Declares the choices of a step in both stacks, and runs them. */
  async up(choices: Choice): Promise<void> {
    if (choices.isMoved) this.engine.switchProcess();
    this.program = programOf(choices, this.foreignRoute, this.engine.allowsTwins);
    if (choices.isBeside) this.besideProgram = besideOf(choices);
    await this.upAgain(choices.options, choices.isBeside);
  }

  /** Runs the same programs once more, and judges by the requests which modules were protected meanwhile. */
  async upAgain(options: Options = {}, isBeside = true): Promise<boolean> {
    const { program } = this;
    const before = new Map(this.engine.state);
    const known = knownOptions(
      this.permitted(options),
      new Set([...before.keys(), ...program.keys()]),
    );
    const retains = program.get("route")?.args.retainRemovedModules === true;
    for (const path of retains ? argumentsIn(before) : []) this.accounts.left.add(path);
    const replace = known.replace?.filter((name) => before.has(name) && program.has(name)) ?? [];
    const { isDone, change } = await this.during(program, async () => {
      const besideUp = isBeside ? this.beside?.up(this.besideProgram) : undefined;
      const [done] = await Promise.all([this.engine.up(program, { ...known, replace }), besideUp]);
      return done;
    });
    const isFlagged = replace.includes("route");
    const deleted = [
      ...deletedThoughDeclared(change, program),
      ...(isFlagged ? [] : deletedBeforeTheirRoute(change)),
    ];
    this.judge.broken.push(...deleted.map((path) => `deleted ${path}`));
    if (!isDone) return false;
    if (!this.isDisturbed && !isLimited(known))
      this.judge.expectPresent(requiredBy(program, change.after));
    await this.judge.expectNamed(exposedRoutes(change, known, program));
    return true;
  }

  async refresh(): Promise<void> {
    const { isDone } = await this.during(undefined, async () => {
      const [done] = await Promise.all(this.stacks.map((stack) => stack.refresh()));
      return done === true;
    });
    if (isDone) this.isDisturbed = false;
  }

  async destroy(limits: Limits = {}): Promise<void> {
    const known = knownOptions(this.permitted(limits), new Set(this.engine.state.keys()));
    const { isDone, change } = await this.during(new Map(), () => this.engine.destroy(known));
    if (isDone) await this.judge.expectNamed(exposedRoutes(change, known, undefined));
  }

  /** Removes the other stack. */
  async leave(): Promise<void> {
    this.besideProgram = new Map();
    if (this.beside)
      await this.during(undefined, () => this.beside?.destroy() ?? Promise.resolve(true));
  }

  /** Returns a function that returns the errors of all stacks since this call. */
  errorsSince(): () => string[] {
    const counts = this.stacks.map(({ errors }) => errors.length);
    return () => this.stacks.flatMap(({ errors }, at) => errors.slice(counts[at]));
  }

  /** Number of changes in the previews of the programs. */
  async changes(): Promise<number> {
    return (
      (await this.engine.preview(this.program)) +
      ((await this.beside?.preview(this.besideProgram)) ?? 0)
    );
  }

  /** A stack with two resources for one module has to be repaired without `--target` and `--exclude`: see docs/modules.md. */
  private permitted(options: Options): Options {
    return hasTwins(this.engine.state) ? { ...options, target: [], exclude: [] } : options;
  }

  /** @param program Undefined if the operation deletes nothing of the stack. */
  private async during(program: Program | undefined, run: () => Promise<boolean>) {
    const ended = await this.judge.during({
      program,
      isBehindGateway: this.trouble === "gateway",
      run,
    });
    if (this.endsWithOperation) this.calm();
    return ended;
  }

  /** Kills the provider process while the requests of an `up` are under way, or at rest. */
  async kill(whileBusy: boolean): Promise<void> {
    this.trouble = "mixed";
    const present = new Set(this.accounts.owned());
    const begin = () => (whileBusy ? this.upAgain({}, false) : undefined);
    const underWay = await killDuring(begin, this);
    this.calm();
    await settled(this.emulator);
    const lost = this.accounts.unaccounted().filter((path) => !present.has(path));
    for (const path of createdBy(underWay, lost)) this.judge.killed.add(path);
  }

  /** Changes an object as another party does. */
  edit(index: number): void {
    const at = this.at(index);
    if (at) this.emulator.edit(at.path, at.testCase.drift.members);
  }

  /** Deletes an object as another party does. */
  remove(index: number): void {
    const at = this.at(index);
    if (at) this.isDisturbed = this.emulator.remove(at.path) || this.isDisturbed;
  }

  /** Creates an object like an object of the stack, as another party. */
  async makeForeign(): Promise<void> {
    const { minimal } = caseOf("EventDestination").life;
    await this.write("/event_destinations", minimal.body);
  }

  async close(): Promise<void> {
    await Promise.all(this.stacks.map((stack) => stack.close()));
    await this.proxy[Symbol.asyncDispose]();
    await this.emulator.close();
  }

  private at(index: number) {
    const names = [...this.engine.state.keys()].sort();
    const stored = this.engine.state.get(names[index % names.length] ?? "");
    if (!stored || !this.accounts.owned().includes(pathOf(stored))) return undefined;
    return { path: pathOf(stored), testCase: caseOf(stored.type) };
  }

  private async write(path: string, body: unknown): Promise<string> {
    const id = String((await members(this.emulator, "POST", path, body)).id);
    this.accounts.foreign.add(`${path}/${id}`);
    return id;
  }
}
