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

/**
 * Number of runs that a process serves. A process that loads the package for each run keeps the loaded code, some
 * megabytes.
 */
const RUNS = 200;

/** The provider processes of an engine, and their messages. */
export class Hosts {
  private runs = 0;
  /** Messages of earlier runs. */
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

  /** The address of the engine. */
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

  /** Begins a new run of the engine, with a program or without. */
  async beginRun(hasProgram: boolean): Promise<void> {
    this.archive();
    this.runs += 1;
    if (this.runs % RUNS === 0) await this.kill();
    this.listener.root = hasProgram ? "urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev" : "";
    await Promise.all(this.processes.map((host) => host.beginRun()));
  }

  /** Kills all processes at once, so that none continues the program while another starts again. */
  async kill(): Promise<void> {
    await Promise.all(this.processes.map((host) => host.kill()));
    await this.startAgain();
  }

  /** Returns the messages of the run so far, without debug messages. */
  async messages(): Promise<string> {
    // Messages of a call may arrive after its response.
    await sleep(20);
    return this.shown(({ severity }) => severity !== "debug");
  }

  /** Ends the run, and returns its messages without debug messages. */
  async end(): Promise<string> {
    await Promise.all(this.processes.map((host) => host.end()));
    const messages = await this.messages();
    await this.startAgain();
    return messages;
  }

  private async startAgain(): Promise<void> {
    this.archive();
    const started = await Promise.all(this.starts.map((start) => start(this.listener.address)));
    this.processes.splice(0, this.processes.length, ...started);
  }

  /** Returns all messages of all runs. */
  seen(): string {
    return `${this.earlier}\n${this.shown()}`;
  }

  /** Forgets all messages. */
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
