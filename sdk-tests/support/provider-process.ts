import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Values } from "../../src/core/schema/values";
import { toStruct } from "../../src/fronts/plugin/properties";
import { type Form, type FormName, formOf } from "./forms";
import { pluginCalls, understood, urnOf } from "./plugin-calls";

export { InitError } from "./plugin-calls";

export type Props = Readonly<Record<string, unknown>>;

/** A provider process. */
export interface ProcessOptions {
  readonly form: FormName;
  /** Settings, under their names as arguments of a `Provider`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The address of the engine. Default: an unused address. */
  readonly engine?: string;
  /** True if the process plays several runs of the engine: see {@link ProviderProcess.beginRun}. */
  readonly fresh?: boolean;
}

/** Facts about a call in addition to the values. */
export interface CallFacts {
  /** Paths of values that the program has marked as secret. */
  readonly secretPaths?: readonly string[];
  /** The name of the resource. */
  readonly name?: string;
}

/** The folder is below the repository, so that `require` finds the package from there. */
const FOLDER = join(__dirname, "../../.edge-ingress/tests");

/** Returns an address at which no engine listens. Processes with the same address would be part of the same run. */
const unusedAddress = (): string =>
  `127.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}:1`;

/** The real process that Pulumi runs for resources of either form, called by gRPC like the engine. */
export class ProviderProcess {
  /** The complete output of the process. */
  printed = "";
  private readonly calls;

  private constructor(
    private readonly child: ChildProcess,
    readonly client: ResourceProviderClient,
    private readonly options: ProcessOptions,
    private readonly form: Form,
  ) {
    this.calls = pluginCalls(client, understood);
  }

  static async start(options: ProcessOptions): Promise<ProviderProcess> {
    await mkdir(FOLDER, { recursive: true });
    const form = formOf(options.form, options.fresh === true);
    const child = spawn(process.execPath, [form.script, options.engine ?? unusedAddress()], {
      cwd: FOLDER,
      env: { ...process.env, ...options.environment },
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
    const [port] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const client = new ResourceProviderClient(
      `127.0.0.1:${String(port).trim()}`,
      credentials.createInsecure(),
    );
    const host = new ProviderProcess(child, client, options, form);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        host.printed += text.toString();
      });
    }
    await host.configure();
    return host;
  }

  get formName(): FormName {
    return this.options.form;
  }

  /** Begins a new run of the engine, for which the engine would start a process. */
  async beginRun(): Promise<void> {
    if (this.options.form === "plugin") return this.configure();
    const begun = once(this.child, "message");
    this.child.send("begin");
    await begun;
  }

  private async configure(): Promise<void> {
    const request = new messages.ConfigureRequest().setArgs(
      toStruct(this.form.config(this.options.config ?? {})),
    );
    await understood((done) => this.client.configure(request, done));
  }

  check(type: string, news: Props, olds: Props = {}, facts: CallFacts = {}) {
    const known = Object.keys(olds).length === 0 ? {} : this.props(type, olds, facts);
    return this.calls.check(type, this.props(type, news, facts), known, facts.name);
  }

  async diff(type: string, id: string, olds: Props, news: Props, { name }: CallFacts = {}) {
    const request = new messages.DiffRequest().setUrn(urnOf(type, name)).setId(id);
    request.setOlds(toStruct(this.props(type, olds))).setNews(toStruct(this.props(type, news)));
    const answer = await understood<messages.DiffResponse>((done) =>
      this.client.diff(request, done),
    );
    return {
      changes: answer.getChanges() !== messages.DiffResponse.DiffChanges.DIFF_NONE,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(
    type: string,
    inputs: Props,
    facts: CallFacts = {},
  ): Promise<{ id: string; outs: Props }> {
    const { id, outputs } = await this.calls.create(type, this.props(type, inputs, facts), {
      name: facts.name,
    });
    return { id, outs: outputs };
  }

  /** Reads for a refresh; returns no id if the object is deleted. */
  async read(
    type: string,
    id: string,
    state: Props,
    inputs: Props = state,
    { name }: CallFacts = {},
  ) {
    const known = { outputs: this.props(type, state), inputs: this.props(type, inputs) };
    const { outputs: props, ...found } = await this.calls.read(type, id, known, name);
    return { ...found, props };
  }

  update(
    type: string,
    id: string,
    olds: Props,
    news: Props,
    facts: CallFacts = {},
  ): Promise<Props> {
    return this.calls.update(
      type,
      id,
      this.props(type, olds, facts),
      this.props(type, news),
      false,
      facts.name,
    );
  }

  async delete(type: string, id: string, state: Props, facts: CallFacts = {}): Promise<void> {
    await this.calls.delete(type, id, this.props(type, state, facts), facts.name);
  }

  private props(type: string, values: Props, { secretPaths = [] }: CallFacts = {}): Values {
    return this.form.props(type, values, secretPaths);
  }

  /** Ends the process like the engine at the end of a run: the process sends some messages only then. */
  async end(): Promise<void> {
    if (this.options.form === "plugin") {
      await understood((done) => this.client.cancel(new Empty(), done));
      return this.kill();
    }
    await this.endBy("SIGINT");
    this.client.close();
  }

  /** Ends the process with the signal of `kill -9`. */
  async kill(): Promise<void> {
    this.client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    await this.endBy("SIGKILL");
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a signal, and waits for the end of the process. */
  async endBy(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    const [code] = await ended;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
