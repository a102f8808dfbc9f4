import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Form, type FormName, formOf } from "./forms";
import { errorOf } from "./plugin-calls";

export { InitError } from "./plugin-calls";

export type Props = Readonly<Record<string, unknown>>;

/** A provider process. */
export interface ProcessOptions {
  readonly form: FormName;
  /** Settings, by their names as arguments of a `Provider`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where an engine listens. Default: nowhere. */
  readonly engine?: string;
  /** Whether it is to play several runs of the engine: see {@link ProviderProcess.beginRun}. */
  readonly fresh?: boolean;
}

/** What a program says beside the values. */
export interface Told {
  /** Paths of values that it has marked as secret. */
  readonly secretPaths?: readonly string[];
  /** The resource's name. */
  readonly name?: string;
}

/** Below the repository, so that `require` finds the package from there. */
const FOLDER = join(__dirname, "../../.edge-ingress/tests");

/** The real process that Pulumi runs for resources of either form, called by gRPC as the engine calls it. */
export class ProviderProcess {
  /** Everything that it has printed. */
  printed = "";

  private constructor(
    private readonly child: ChildProcess,
    readonly client: ResourceProviderClient,
    private readonly options: ProcessOptions,
    private readonly form: Form,
  ) {}

  static async start(options: ProcessOptions): Promise<ProviderProcess> {
    await mkdir(FOLDER, { recursive: true });
    const form = formOf(options.form, options.fresh === true);
    const child = spawn(process.execPath, [form.script, options.engine ?? "127.0.0.1:1"], {
      cwd: FOLDER,
      env: { ...process.env, ...options.environment },
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
    const [port] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const client = new ResourceProviderClient(`127.0.0.1:${String(port).trim()}`, credentials.createInsecure());
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

  /** Begins another run of the engine, for which it would start a process. */
  async beginRun(): Promise<void> {
    if (this.options.form === "plugin") return this.configure();
    const begun = once(this.child, "message");
    this.child.send("begin");
    await begun;
  }

  private async configure(): Promise<void> {
    const request = new messages.ConfigureRequest();
    request.setArgs(struct(this.form.config(this.options.config ?? {})));
    await answerOf((done) => this.client.configure(request, done));
  }

  async check(type: string, news: Props, olds: Props = {}, told: Told = {}) {
    const request = about(new messages.CheckRequest(), type, told)
      .setOlds(Object.keys(olds).length === 0 ? struct({}) : this.props(type, olds, told))
      .setNews(this.props(type, news, told));
    const answer = await answerOf<messages.CheckResponse>((done) => this.client.check(request, done));
    return { inputs: object(answer.getInputs()), failures: answer.getFailuresList().map((each) => each.getReason()) };
  }

  async diff(type: string, id: string, olds: Props, news: Props, told: Told = {}) {
    const request = about(new messages.DiffRequest(), type, told)
      .setId(id)
      .setOlds(this.props(type, olds))
      .setNews(this.props(type, news));
    const answer = await answerOf<messages.DiffResponse>((done) => this.client.diff(request, done));
    return {
      changes: answer.getChanges() !== messages.DiffResponse.DiffChanges.DIFF_NONE,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(type: string, inputs: Props, told: Told = {}): Promise<{ id: string; outs: Props }> {
    const request = about(new messages.CreateRequest(), type, told).setProperties(this.props(type, inputs, told));
    const answer = await answerOf<messages.CreateResponse>((done) => this.client.create(request, done));
    return { id: answer.getId(), outs: object(answer.getProperties()) };
  }

  /** Reads for a refresh; without an id where the object is gone. */
  async read(type: string, id: string, state: Props, inputs: Props = state, told: Told = {}) {
    const request = about(new messages.ReadRequest(), type, told)
      .setId(id)
      .setProperties(this.props(type, state))
      .setInputs(this.props(type, inputs));
    const answer = await answerOf<messages.ReadResponse>((done) => this.client.read(request, done));
    return { id: answer.getId(), props: object(answer.getProperties()), inputs: object(answer.getInputs()) };
  }

  async update(type: string, id: string, olds: Props, news: Props, told: Told = {}): Promise<Props> {
    const request = about(new messages.UpdateRequest(), type, told)
      .setId(id)
      .setOlds(this.props(type, olds, told))
      .setNews(this.props(type, news));
    const answer = await answerOf<messages.UpdateResponse>((done) => this.client.update(request, done));
    return object(answer.getProperties());
  }

  async delete(type: string, id: string, state: Props, told: Told = {}): Promise<void> {
    const request = about(new messages.DeleteRequest(), type, told)
      .setId(id)
      .setProperties(this.props(type, state, told));
    await answerOf((done) => this.client.delete(request, done));
  }

  private props(type: string, values: Props, { secretPaths = [] }: Told = {}): Struct {
    return struct(this.form.props(type, values, secretPaths));
  }

  /** Ends the process as the engine does at the end of a run: only then is some of what it has to say known. */
  async end(): Promise<void> {
    if (this.options.form === "plugin") {
      await answerOf((done) => this.client.cancel(new Empty(), done));
      return this.kill();
    }
    const ended = once(this.child, "exit");
    this.child.kill("SIGINT");
    await ended;
    this.client.close();
  }

  /** Ends the process as `kill -9` does. */
  async kill(): Promise<void> {
    this.client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
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

/** A request about a resource. */
const about = <T extends { setUrn(urn: string): T }>(request: T, type: string, { name = "subject" }: Told): T =>
  request.setUrn(`urn:pulumi:dev::test::edge-ingress:index:${type}::${name}`);

/** Undefined members have no place in a message. */
const struct = (values: Props): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

const object = (message: Struct | undefined): Props => (message?.toJavaScript() ?? {}) as Props;

type Done<T> = (error: ServiceError | null, answer: T) => void;

const answerOf = <T>(call: (done: Done<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, answer) => (error ? reject(errorOf(error)) : resolve(answer)));
  });
