import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, type FaultProxy, type OptionValues, startEmulator, startFaultProxy } from "../../src/emulator";
import type { Values } from "../../src/engine/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { send } from "../emulator/client";
import type { Engine, Located, Program } from "./engine";

const EDGE = "edge_1";

/** Names of the resources that programs declare, and their types. */
const pool: readonly { readonly name: string; readonly type: string }[] = [
  { name: "ingress", type: "AgentIngress" },
  { name: "authority", type: "SshCertificateAuthority" },
  { name: "audit", type: "EventDestination" },
  { name: "twin", type: "EventDestination" },
  { name: "route", type: "HttpsEdgeRoute" },
  { name: "oauth", type: "HttpsEdgeRouteOAuth" },
  { name: "tls", type: "HttpsEdgeTlsTermination" },
];

/** How many programs there are: each resource absent, or in one of three forms. */
export const FORMS = 4;
export const POOL = pool.length;

const caseOf = (type: string): ResourceCase => cases.find((each) => each.type === type) as ResourceCase;

const formsOf = ({ life, whole, replaced }: ResourceCase): readonly Values[] => [
  life.minimal.args,
  life.changed.args,
  replaced ?? whole.args,
];

/** Everything that one run works on: server, way to it, stack. */
export class World {
  program: Program = new Map();
  /** Objects that another party made. */
  private readonly foreign = new Set<string>();
  /** Creates that were under way when the provider process was killed. */
  private killed = 0;

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
    this.killed = 0;
    this.program = new Map();
    await this.engine.reset();
    await this.write("/edges/https/edge_1/routes", { match_type: "exact_path", match: "/" });
  }

  /** Ends all faults. */
  calm(): void {
    this.emulator.clearFaults();
    this.proxy.clearFaults();
  }

  /** Declares each resource of the pool in the form of this number, 0 for none. */
  declare(forms: readonly number[]): void {
    const [route = ""] = this.foreign;
    const places = {
      edge: { edgeId: EDGE },
      route: { edgeId: EDGE, routeId: route.slice(route.lastIndexOf("/") + 1), adopt: true },
    };
    const declared = pool.flatMap(({ name, type }, index) => {
      const testCase = caseOf(type);
      const args = formsOf(testCase)[(forms[index] ?? 0) - 1];
      const adopt = testCase.methods.create.includes("PUT") ? { adopt: true } : {};
      const place = testCase.place ? places[testCase.place] : {};
      return args ? [[name, { type, args: { ...place, ...adopt, ...args } }] as const] : [];
    });
    this.program = new Map(declared);
  }

  /** Kills the provider process while the requests of an `up` are under way, or at rest. */
  async kill(whileBusy: boolean): Promise<void> {
    const before = this.emulator.requests().length;
    this.emulator.addFault({ delayMs: 50, when: "after", times: "always" });
    const busy = whileBusy ? this.engine.up(this.program) : undefined;
    let isOver = busy === undefined;
    busy?.finally(() => {
      isOver = true;
    });
    while (!isOver && this.emulator.requests().length === before) await sleep(5);
    this.killed += this.engine.createsUnderWay;
    await this.engine.kill();
    await busy;
    this.calm();
    // What the service was still at work on.
    await sleep(60);
  }

  /** Changes an object as another party does. */
  edit(index: number): void {
    const at = this.at(index);
    if (at) this.emulator.edit(at.path, at.testCase.drift.members);
  }

  /** Deletes an object as another party does. */
  remove(index: number): void {
    const at = this.at(index);
    if (at) this.emulator.remove(at.path);
  }

  /** Makes an object as another party does, like one of ours. */
  async makeForeign(): Promise<void> {
    const { minimal } = caseOf("EventDestination").life;
    await this.write("/event_destinations", minimal.body);
  }

  /** Objects that nothing accounts for: not in the state, not named in an error. */
  orphans(): string[] {
    const known = new Set([...this.engine.state.values(), ...this.engine.pendingDeletes].map(pathOf));
    const errors = this.engine.errors.join("\n");
    const lost = this.owned().filter(
      (path) => !known.has(path) && !errors.includes(path.slice(path.lastIndexOf("/") + 1)),
    );
    // Where no list shows the object, an error can only say what to look for.
    const unlisted = this.engine.errors.filter((error) => /look for (the route|it)\b/.test(error)).length;
    return lost.slice(unlisted + this.killed);
  }

  /** The objects and modules of this stack on the server. */
  owned(): string[] {
    const paths = this.emulator.objects().filter(({ kind, path }) => !(kind === "route_module" && this.isInline(path)));
    return paths.map(({ path }) => path).filter((path) => !this.foreign.has(path));
  }

  async close(): Promise<void> {
    await this.engine.close();
    await this.proxy[Symbol.asyncDispose]();
    await this.emulator.close();
  }

  private isInline(path: string): boolean {
    return !this.foreign.has(path.slice(0, path.lastIndexOf("/")));
  }

  private at(index: number) {
    const stored = this.engine.state.get(pool[index]?.name ?? "");
    if (!stored || !this.owned().includes(pathOf(stored))) return undefined;
    return { path: pathOf(stored), testCase: caseOf(stored.type) };
  }

  private async write(path: string, body: unknown): Promise<void> {
    const answer = await send(this.emulator, "POST", path, body);
    const { id } = answer.body as { id: string };
    this.foreign.add(`${path}/${id}`);
  }
}

const pathOf = ({ type, id }: Located): string => caseOf(type).path(id, { edgeId: EDGE });
