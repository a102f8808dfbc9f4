import { AsyncLocalStorage } from "node:async_hooks";
import type * as pulumi from "@pulumi/pulumi";
import type * as edge from "pulumi-edge-ingress";
import type { Values } from "../../src/core/schema/values";
import type { FormName } from "./forms";

/*
 * Programs of tests. A test describes a program by a function that declares resources with the classes below. They have the
 * constructors of the package's classes, and record the declarations. `run-program.cjs` carries out a record with the package's
 * own classes, in the process that Pulumi's language host starts for a program.
 */

/** A program: declares resources, and may return, or promise, the outputs of the stack. */
export type Program = () => unknown;

/** A program that declares the resources of a function, and has no outputs. */
export const declaring =
  (declare: () => unknown): Program =>
  () => {
    declare();
  };

/** The modules for a program that is run from its text. */
interface Modules {
  readonly edge: typeof edge;
  readonly pulumi: typeof pulumi;
  readonly inForm: typeof inForm;
  /** Loads a program from a file. */
  readonly load: (file: string) => unknown;
}

/** The programs that are run from their texts. */
const sources = new WeakMap<Program, { readonly source: string; readonly parameters: unknown }>();

/**
 * A program with functions, such as transforms and callbacks of outputs. Its text is run in the program's process, so
 * it uses nothing but its arguments.
 * @param parameters JSON.
 */
export function sourceProgram<Parameters>(
  run: (modules: Modules, parameters: Parameters) => unknown,
  parameters: Parameters,
): Program {
  const program: Program = () => {
    throw new Error("the program runs in a process of its own");
  };
  sources.set(program, { source: String(run), parameters });
  return program;
}

/** A resource that a program declares. */
export interface Declaration {
  readonly id: number;
  /** The name of the class: a class of the package, or `ComponentResource`. */
  readonly type: string;
  /** The arguments of the constructor. */
  readonly args: readonly unknown[];
  /** The form that the resource has in spite of the stack's setting. */
  readonly form?: FormName | undefined;
}

/** Declarations in the `apply` of an output. */
interface Apply {
  readonly apply: unknown;
  readonly steps: readonly Step[];
}

type Step = Declaration | Apply;

/** A program as data. Members that begin with `$` represent values that JSON does not have. */
export type RecordedProgram =
  | { readonly steps: readonly Step[]; readonly outputs: unknown }
  | { readonly source: string; readonly parameters: unknown };

class Recorder {
  steps: Step[] = [];
  form: FormName | undefined;
  private declared = 0;

  declare(type: string, args: readonly unknown[]): number {
    const id = this.declared++;
    this.steps.push({ id, type, args: encoded(args) as unknown[], form: this.form });
    return id;
  }

  /** Records the declarations of a callback as the steps of an apply. */
  apply(output: unknown, callback: (value: unknown) => unknown): void {
    const { steps } = this;
    this.steps = [];
    callback(undefined);
    steps.push({ apply: output, steps: this.steps });
    this.steps = steps;
  }

  inForm<T>(form: FormName, declareAll: () => T): T {
    const before = this.form;
    this.form = form;
    try {
      return declareAll();
    } finally {
      this.form = before;
    }
  }
}

const recorders = new AsyncLocalStorage<Recorder>();

function currentRecorder(): Recorder {
  const recorder = recorders.getStore();
  if (!recorder) throw new Error("resources are declared in a Program");
  return recorder;
}

/** Records a program. */
export async function recordProgram(program: Program): Promise<RecordedProgram> {
  const source = sources.get(program);
  if (source) return source;
  const recorder = new Recorder();
  return recorders.run(recorder, async () => {
    const outputs = encoded(await program());
    return { steps: recorder.steps, outputs };
  });
}

/** A placeholder for a value that a program cannot express in JSON. */
class Placeholder {
  constructor(readonly json: object) {}

  /** Runs the declarations of the callback when the value is known. The callback does not receive the value. */
  apply(callback: (value: unknown) => unknown): void {
    currentRecorder().apply(this.json, callback);
  }

  toJSON(): object {
    return this.json;
  }
}

/** Marks a value as a secret, like `pulumi.secret`. */
export const secret = <T>(value: T): pulumi.Output<T> =>
  new Placeholder({ $secret: encoded(value) }) as unknown as pulumi.Output<T>;

/** An output of a value, like `pulumi.output`. */
export const output = <T>(value: T): pulumi.Output<T> =>
  new Placeholder({ $output: encoded(value) }) as unknown as pulumi.Output<T>;

/** A text with outputs, like `pulumi.interpolate`. */
export const interpolate = (
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): pulumi.Output<string> =>
  new Placeholder({
    $concat: texts.flatMap((text, index) =>
      index < values.length ? [text, encoded(values[index])] : [text],
    ),
  }) as unknown as pulumi.Output<string>;

/** A copy in which placeholders are JSON. */
function encoded(value: unknown): unknown {
  if (value instanceof Placeholder) return value.json;
  if (value instanceof Promise)
    throw new Error("a recorded program cannot contain a promise: use `output`");
  if (value === undefined) return { $undefined: true };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== "object" || value === null) return value;
  const resource = resourceIds.get(value);
  if (resource !== undefined) return { $resource: resource };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, encoded(member)]));
}

/** The ids of recorded resources, with which other declarations refer to them. */
const resourceIds = new WeakMap<object, number>();

/** A resource whose members are all outputs. */
function recordedResource(type: string, args: readonly unknown[]): object {
  const id = currentRecorder().declare(type, args);
  const resource = new Proxy(
    {},
    {
      get: (_, member) =>
        typeof member === "symbol" || member === "then"
          ? undefined
          : new Placeholder({ $resource: id, member }),
    },
  );
  resourceIds.set(resource, id);
  return resource;
}

type ResourceClasses = Pick<
  typeof edge,
  | "AgentIngress"
  | "EventDestination"
  | "HttpsEdgeMutualTls"
  | "HttpsEdgeRoute"
  | "HttpsEdgeRouteJwtValidation"
  | "HttpsEdgeRouteOAuth"
  | "HttpsEdgeRouteWebhookVerification"
  | "HttpsEdgeRouteWebsocketTcpConverter"
  | "HttpsEdgeTlsTermination"
  | "Provider"
  | "SshCertificateAuthority"
  | "TcpEdgeBackend"
  | "TlsEdgeMutualTls"
> &
  Pick<typeof pulumi, "ComponentResource">;

/** A class whose constructor records a declaration, and whose `get` records a lookup. */
function recordingClass<Type extends keyof ResourceClasses>(type: Type): ResourceClasses[Type] {
  class Recorded {
    constructor(...args: readonly unknown[]) {
      // biome-ignore lint/correctness/noConstructorReturn: a proxy records which outputs other declarations use.
      return recordedResource(type, args);
    }

    static get(...args: readonly unknown[]): object {
      return recordedResource(`${type}.get`, args);
    }
  }
  return Recorded as unknown as ResourceClasses[Type];
}

export const AgentIngress = recordingClass("AgentIngress");
export const ComponentResource = recordingClass("ComponentResource");
export const EventDestination = recordingClass("EventDestination");
export const HttpsEdgeMutualTls = recordingClass("HttpsEdgeMutualTls");
export const HttpsEdgeRoute = recordingClass("HttpsEdgeRoute");
export const HttpsEdgeRouteJwtValidation = recordingClass("HttpsEdgeRouteJwtValidation");
export const HttpsEdgeRouteOAuth = recordingClass("HttpsEdgeRouteOAuth");
export const HttpsEdgeRouteWebhookVerification = recordingClass(
  "HttpsEdgeRouteWebhookVerification",
);
export const HttpsEdgeRouteWebsocketTcpConverter = recordingClass(
  "HttpsEdgeRouteWebsocketTcpConverter",
);
export const HttpsEdgeTlsTermination = recordingClass("HttpsEdgeTlsTermination");
export const Provider = recordingClass("Provider");
export const SshCertificateAuthority = recordingClass("SshCertificateAuthority");
export const TcpEdgeBackend = recordingClass("TcpEdgeBackend");
export const TlsEdgeMutualTls = recordingClass("TlsEdgeMutualTls");

/** A resource in a program of a test, with the members that tests use. */
export type AnyResource = pulumi.CustomResource &
  Readonly<Record<"edgeId" | "match" | "uri", pulumi.Output<string>>>;

/** Declares a resource by the name of its class. */
export const declare = (
  type: string,
  name: string,
  args: Values,
  opts?: pulumi.CustomResourceOptions,
): AnyResource => recordedResource(type, [name, args, opts]) as AnyResource;

/** Declares resources in a form, whatever the setting of the stack: the engine runs both in one stack. */
export const inForm = <T>(form: FormName, declareAll: () => T): T =>
  currentRecorder().inForm(form, declareAll);

/** Declares a resource by the name of its class in a form. */
export const declareAs = (
  form: FormName,
  type: string,
  name: string,
  args: Values,
  opts?: pulumi.CustomResourceOptions,
): AnyResource => inForm(form, () => declare(type, name, args, opts));
