import { setImmediate as turn } from "node:timers/promises";
import { httpsEdgeRoute } from "../../src/core/definitions";
import { type Emulator, type OptionValues, startEmulator } from "../../src/emulator";
import { send } from "../emulator/client";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import type { Engine, Program, Stored, UnderWay } from "./engine";
import { type Choice, caseOf, type ForeignRoute, programOf } from "./programs";
import { argumentsIn, askedForBy, deletedBeforeTheirRoute, deletedThoughAsked, modulesIn } from "./protection";

const FOREIGN_EDGE = "edge_1";

/** Whether a module of a route is one that the API deletes by itself. */
const isDeletable = (path: string): boolean =>
  Object.values(httpsEdgeRoute.modules).some((segment) => path.endsWith(`/${segment}`));

/** What an error says of an object that no list shows. */
const LOOK = /look for (the route|the object|it)\b/;

/** Turns of the event loop in which whatever is on its way arrives. */
const QUIET_TURNS = 50;

/** Everything that one run works on: server, way to it, stack. */
export class World {
  program: Program = new Map();
  /** What went wrong with the protection of routes and edges. */
  readonly unprotected: string[] = [];
  private foreignRoute: ForeignRoute = { edgeId: FOREIGN_EDGE, routeId: "" };
  /** Objects that another party made. */
  private readonly foreign = new Set<string>();
  /** Modules that stay behind rightly: their route retains them, or was to go with them. */
  private readonly left = new Set<string>();
  /** Another party has deleted something since the state was last compared with the server. */
  private isDisturbed = false;
  /** Objects whose creates, and modules whose updates, were under way when the provider process was killed. */
  private readonly killed = new Set<string>();

  private constructor(
    readonly emulator: Emulator,
    readonly proxy: FaultProxy,
    readonly engine: Engine,
  ) {}

  /** A world whose server has these options, and whose engine reaches it at a base URL with a key. */
  static async create(
    options: Partial<OptionValues>,
    startEngine: (baseUrl: string, apiKey: string) => Promise<Engine>,
  ): Promise<World> {
    const emulator = await startEmulator({ options });
    const proxy = await startFaultProxy(emulator.url);
    return new World(emulator, proxy, await startEngine(proxy.url, emulator.apiKey));
  }

  /** An empty server and an empty state. */
  async reset(): Promise<void> {
    this.proxy.clearFaults();
    this.emulator.reset();
    this.foreign.clear();
    this.left.clear();
    this.unprotected.length = 0;
    this.isDisturbed = false;
    this.killed.clear();
    this.program = new Map();
    await this.engine.reset();
    const routeId = await this.write(`/edges/https/${FOREIGN_EDGE}/routes`, { match_type: "exact_path", match: "/" });
    this.foreignRoute = { edgeId: FOREIGN_EDGE, routeId };
  }

  /** Ends all faults. */
  calm(): void {
    this.emulator.clearFaults();
    this.proxy.clearFaults();
  }

  /** Declares what a step has chosen, and brings it about; judges by the requests what was protected meanwhile. */
  async up(chosen: Choice): Promise<void> {
    if (chosen.isMoved) this.engine.switchProcess();
    this.program = programOf(chosen, this.foreignRoute, this.engine.allowsTwins);
    await this.upAgain(chosen.replaced);
  }

  /** The same program once more. */
  async upAgain(replaced: readonly string[] = []): Promise<boolean> {
    const before = new Map(this.engine.state);
    const retains = this.program.get("route")?.args.retainRemovedModules === true;
    for (const path of retains ? argumentsIn(before) : []) this.left.add(path);
    const told = this.emulator.requests().length;
    const names = replaced.filter((name) => before.has(name) && this.program.has(name));
    const isDone = await this.engine.up(this.program, names);
    this.noteLeavingRoutes(before);
    const change = { before, after: this.engine.state, requests: this.emulator.requests().slice(told) };
    const asked = askedForBy(this.program, change.after);
    const isFlagged = names.includes("route");
    const deleted = [
      ...deletedThoughAsked(change, this.program),
      ...(isFlagged ? [] : deletedBeforeTheirRoute(change)),
    ];
    this.unprotected.push(...deleted.map((path) => `deleted ${path}`));
    if (isDone && !this.isDisturbed) this.unprotected.push(...this.absent(asked).map((path) => `without ${path}`));
    return isDone;
  }

  async refresh(): Promise<void> {
    if (await this.engine.refresh()) this.isDisturbed = false;
  }

  async destroy(): Promise<void> {
    const before = new Map(this.engine.state);
    await this.engine.destroy();
    this.noteLeavingRoutes(before, true);
  }

  private absent(asked: ReadonlySet<string>): string[] {
    const present = new Set(this.emulator.objects().map(({ path }) => path));
    return [...asked].filter((path) => !present.has(path));
  }

  /** A module that goes with its route leaves the state before it, and stays where the route's deletion fails. */
  private noteLeavingRoutes(before: ReadonlyMap<string, Stored>, isDestroy = false): void {
    const kept = new Set([...this.engine.state.values()].map(({ id }) => id));
    const isGoing = ([name, { type, id }]: [string, Stored]) =>
      type === "HttpsEdgeRoute" && (isDestroy || !this.program.has(name) || !kept.has(id));
    const routes = [...before].filter(isGoing).map(([, route]) => route);
    const going = [...routes, ...this.engine.pendingDeletes].map(pathOf);
    const modules = [...modulesIn(before)].filter((path) => going.includes(path.slice(0, path.lastIndexOf("/"))));
    for (const path of modules) this.left.add(path);
  }

  /** Kills the provider process while the requests of an `up` are under way, or at rest. */
  async kill(whileBusy: boolean): Promise<void> {
    const told = this.emulator.requests().length;
    const present = new Set(this.owned());
    this.emulator.addFault({ delayMs: 50, when: "after", times: "always" });
    const busy = whileBusy ? this.upAgain() : undefined;
    let isOver = busy === undefined;
    busy?.finally(() => {
      isOver = true;
    });
    while (!isOver && this.emulator.requests().length === told) await turn();
    const begun = this.engine.underWay;
    const underWay = begun === "any" ? begun : [...begun];
    await this.engine.kill();
    await busy;
    this.calm();
    await this.settled();
    for (const path of this.madeBy(underWay, present)) this.killed.add(path);
  }

  /** What the killed process has sent still arrives, and the service ends what it is at work on. */
  private async settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await turn();
      if (this.emulator.requests().some(({ status }) => status === null)) quiet = 0;
    }
  }

  /** The new objects that nothing accounts for, as far as one of these calls has made them: an update makes modules. */
  private madeBy(underWay: readonly UnderWay[] | "any", present: ReadonlySet<string>): string[] {
    const lost = this.unaccounted().filter((path) => !present.has(path));
    if (underWay === "any") return lost;
    const updated = underWay.flatMap(({ type, id, inputs }) =>
      id === undefined ? [] : [caseOf(type).path(id, inputs)],
    );
    const created = underWay.filter(({ id }) => id === undefined);
    const places = created.map(({ type, inputs }) => caseOf(type).path("", inputs));
    return lost.filter((path) => {
      if (updated.some((object) => isDirectlyBelow(`${object}/`, path))) return true;
      const at = places.findIndex((place) => path === place || isDirectlyBelow(place, path));
      return at >= 0 && places.splice(at, 1).length > 0;
    });
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

  /** Makes an object as another party does, like one of ours. */
  async makeForeign(): Promise<void> {
    const { minimal } = caseOf("EventDestination").life;
    await this.write("/event_destinations", minimal.body);
  }

  /** Objects that nothing accounts for: not in the state, not named in an error, not lost with the process. */
  orphans(): string[] {
    return this.unaccounted().filter((path) => !this.killed.has(path));
  }

  private unaccounted(): string[] {
    const { state, pendingDeletes, errors } = this.engine;
    const known = new Set([...state.values(), ...pendingDeletes].map(pathOf));
    for (const path of [...argumentsIn(state), ...this.left]) known.add(path);
    const told = errors.join("\n");
    const lost = this.owned().filter(
      (path) => !known.has(path) && !told.includes(path.slice(path.lastIndexOf("/") + 1)),
    );
    const whole = lost.filter((path) => !lost.some((other) => path.startsWith(`${other}/`)));
    // Where no list shows the object, an error can only say what to look for: one error, one object.
    const unlisted = errors.filter((error) => LOOK.test(error));
    return whole.filter((path) => {
      const at = unlisted.findIndex((error) => this.isDescribedBy(error, path));
      return at < 0 || unlisted.splice(at, 1).length === 0;
    });
  }

  /** Whether an error says to look for this object, by what it is: a route, or one of a collection. */
  private isDescribedBy(error: string, path: string): boolean {
    const body = this.emulator.objects().find((each) => each.path === path)?.body;
    const [, edgeId] = /^\/edges\/https\/([^/]+)\/routes\/[^/]+$/.exec(path) ?? [];
    return edgeId === undefined
      ? error.includes(`POST ${path.slice(0, path.lastIndexOf("/"))}`) && LOOK.test(error)
      : error.includes(`look for the route ${body?.match_type} ${body?.match} on the edge ${edgeId}`);
  }

  /** The objects of this stack on the server, and the modules that can be deleted by themselves. */
  owned(): string[] {
    return this.emulator
      .objects()
      .filter(({ kind, path }) => kind !== "route_module" || isDeletable(path))
      .map(({ path }) => path)
      .filter((path) => !this.foreign.has(path));
  }

  async close(): Promise<void> {
    await this.engine.close();
    await this.proxy[Symbol.asyncDispose]();
    await this.emulator.close();
  }

  private at(index: number) {
    const names = [...this.engine.state.keys()].sort();
    const stored = this.engine.state.get(names[index % names.length] ?? "");
    if (!stored || !this.owned().includes(pathOf(stored))) return undefined;
    return { path: pathOf(stored), testCase: caseOf(stored.type) };
  }

  private async write(path: string, body: unknown): Promise<string> {
    const answer = await send(this.emulator, "POST", path, body);
    const { id } = answer.body as { id: string };
    this.foreign.add(`${path}/${id}`);
    return id;
  }
}

const isDirectlyBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder) && !path.slice(folder.length).includes("/");

const pathOf = ({ type, id, inputs }: Stored): string => caseOf(type).path(id, inputs);
