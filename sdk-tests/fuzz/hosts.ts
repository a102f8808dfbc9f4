import { setTimeout as sleep } from "node:timers/promises";
import type { FormName } from "../support/forms";
import { type Shown, startEngine } from "../support/in-process-plugin";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";

/** Starts a process, for an engine that listens at an address. */
export type Start = (engine: string) => Promise<ProviderProcess>;

/** Starts processes of a form, for the account of a key, with a clock that jumps. */
export const starting =
  (form: FormName, baseUrl: string, apiKey: string): Start =>
  (engine) =>
    ProviderProcess.start({
      form,
      engine,
      config: { baseUrl, apiKey },
      environment: {
        NODE_OPTIONS: preload("fast-clock", ...(form === "dynamic" ? ["fresh-runs" as const] : [])),
      },
      fresh: true,
    });

/** How many runs a process serves: one that loads the package for each of them keeps what it has loaded, some megabytes. */
const RUNS = 200;

/** The provider processes of an engine, and what they have shown. */
export class Hosts {
  private runs = 0;
  /** What was shown in earlier runs. */
  private earlier = "";

  private constructor(
    private readonly listener: Awaited<ReturnType<typeof startEngine>>,
    private readonly starts: readonly Start[],
    private readonly processes: ProviderProcess[],
  ) {}

  static async start(starts: readonly Start[]): Promise<Hosts> {
    const listener = await startEngine();
    return new Hosts(
      listener,
      starts,
      await Promise.all(starts.map((start) => start(listener.address))),
    );
  }

  /** Where the engine listens. */
  get engine(): string {
    return this.listener.address;
  }

  get count(): number {
    return this.processes.length;
  }

  at(index: number): ProviderProcess {
    return this.processes[index] as ProviderProcess;
  }

  every(isMeant: (host: ProviderProcess) => boolean): boolean {
    return this.processes.every(isMeant);
  }

  /** Another run of the engine begins, with a program or without. */
  async beginRun(hasProgram: boolean): Promise<void> {
    this.archive();
    this.runs += 1;
    if (this.runs % RUNS === 0) await this.kill();
    this.listener.root = hasProgram ? "urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev" : "";
    await Promise.all(this.processes.map((host) => host.beginRun()));
  }

  /** Kills all at once: none goes on with the program while another one starts again. */
  async kill(): Promise<void> {
    await Promise.all(this.processes.map((host) => host.kill()));
    await this.startAgain();
  }

  /** What was shown in the run so far, without debugging. */
  async said(): Promise<string> {
    // What a call has had shown may come after its answer.
    await sleep(20);
    return this.shown(({ severity }) => severity !== "debug");
  }

  /** Ends the run; gives what was shown in it, without debugging. */
  async end(): Promise<string> {
    await Promise.all(this.processes.map((host) => host.end()));
    const said = await this.said();
    await this.startAgain();
    return said;
  }

  private async startAgain(): Promise<void> {
    this.archive();
    const started = await Promise.all(this.starts.map((start) => start(this.listener.address)));
    this.processes.splice(0, this.processes.length, ...started);
  }

  /** Everything that was ever shown. */
  seen(): string {
    return `${this.earlier}\n${this.shown()}`;
  }

  /** Forgets what was shown. */
  forget(): void {
    this.archive();
    this.earlier = "";
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((host) => host.kill()));
    this.listener.close();
  }

  private shown(isMeant: (message: Shown) => boolean = () => true): string {
    const texts = this.listener.shown.filter(isMeant).map(({ text }) => text);
    return [...this.processes.map(({ printed }) => printed), ...texts].join("\n");
  }

  private archive(): void {
    this.earlier += this.shown();
    this.listener.shown.length = 0;
    for (const host of this.processes) host.printed = "";
  }
}
