import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { credentials, type Metadata, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";

export type Props = Record<string, unknown>;

/** A provider process, and what it has printed. */
export interface HostOptions {
  /** Stack config and `Provider` arguments. */
  readonly config?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An object exists, though the call failed: what the engine keeps of it. */
export class InitError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Props,
  ) {
    super(message);
  }
}

/** Below the repository, so that `require` finds the package from there. */
const FOLDER = join(__dirname, "../../.edge-ingress/tests");

const SCRIPT = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");

/** What stands in the state of a resource of this type, in its shortest form. */
export const providerText = (type: string): string =>
  `exports.handler=()=>require("pulumi-edge-ingress/provider-v1").${type.charAt(0).toLowerCase()}${type.slice(1)}`;

/** The same of a package that a process loads anew for each run. */
export const freshProviderText = (type: string): string =>
  `exports.handler=()=>require(${JSON.stringify(require.resolve("./fresh-runs.cjs"))}).provider("${type.charAt(0).toLowerCase()}${type.slice(1)}")`;

/** The real process that Pulumi runs for dynamic resources, called by gRPC as the engine calls it. */
export class ProviderHost {
  /** Everything that it has printed. */
  printed = "";

  private constructor(
    private readonly child: ChildProcess,
    private readonly client: ResourceProviderClient,
  ) {}

  static async start({ config = {}, environment = {} }: HostOptions): Promise<ProviderHost> {
    await mkdir(FOLDER, { recursive: true });
    const child = spawn(process.execPath, [SCRIPT, "127.0.0.1:1"], {
      cwd: FOLDER,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const [port] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const client = new ResourceProviderClient(`127.0.0.1:${String(port).trim()}`, credentials.createInsecure());
    const host = new ProviderHost(child, client);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        host.printed += text.toString();
      });
    }
    const request = new messages.ConfigureRequest();
    request.setArgs(struct(config));
    await answerOf((done) => client.configure(request, done));
    return host;
  }

  /** Begins another run of the engine, for which it would start a process: for resources with a fresh provider's text. */
  async beginRun(): Promise<void> {
    const begun = once(this.child, "message");
    this.child.send("begin");
    await begun;
  }

  async check(news: Props, olds: Props = {}): Promise<{ inputs: Props; failures: string[] }> {
    const request = new messages.CheckRequest();
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await answerOf<messages.CheckResponse>((done) => this.client.check(request, done));
    return { inputs: object(answer.getInputs()), failures: answer.getFailuresList().map((each) => each.getReason()) };
  }

  async diff(id: string, olds: Props, news: Props) {
    const request = new messages.DiffRequest();
    request.setId(id);
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await answerOf<messages.DiffResponse>((done) => this.client.diff(request, done));
    const { DIFF_NONE } = messages.DiffResponse.DiffChanges;
    return {
      changes: answer.getChanges() !== DIFF_NONE,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(inputs: Props): Promise<{ id: string; outs: Props }> {
    const request = new messages.CreateRequest();
    request.setProperties(struct(inputs));
    const answer = await answerOf<messages.CreateResponse>((done) => this.client.create(request, done));
    return { id: answer.getId(), outs: object(answer.getProperties()) };
  }

  /** Without an id where the object is gone. */
  async read(id: string, state: Props): Promise<{ id: string; props: Props; inputs: Props }> {
    const request = new messages.ReadRequest();
    request.setId(id);
    request.setProperties(struct(state));
    const answer = await answerOf<messages.ReadResponse>((done) => this.client.read(request, done));
    return { id: answer.getId(), props: object(answer.getProperties()), inputs: object(answer.getInputs()) };
  }

  async update(id: string, olds: Props, news: Props): Promise<Props> {
    const request = new messages.UpdateRequest();
    request.setId(id);
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await answerOf<messages.UpdateResponse>((done) => this.client.update(request, done));
    return object(answer.getProperties());
  }

  async delete(id: string, state: Props): Promise<void> {
    const request = new messages.DeleteRequest();
    request.setId(id);
    request.setProperties(struct(state));
    await answerOf((done) => this.client.delete(request, done));
  }

  /** Ends the process as `kill -9` does. */
  async kill(): Promise<void> {
    this.client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** Undefined members have no place in a message. */
const struct = (values: Props): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

const object = (message: Struct | undefined): Props => (message?.toJavaScript() ?? {}) as Props;

type Done<T> = (error: ServiceError | null, answer: T) => void;

const answerOf = <T>(call: (done: Done<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, answer) => (error ? reject(errorOf(error)) : resolve(answer)));
  });

/** The error as the engine understands it. */
function errorOf({ details, metadata }: { details: string; metadata: Metadata }): Error {
  const [packed] = metadata.get("grpc-status-details-bin");
  const [detail] = packed ? Status.deserializeBinary(packed as Buffer).getDetailsList() : [];
  if (!detail) return new Error(details);
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
  return new InitError(details, failed.getId(), object(failed.getProperties()));
}
