import { asProviderError, type EdgeIngressError } from "../client/errors";
import type { OperationOptions } from "../client/types";
import type { Owner } from "../lifecycle/ownership/records";
import { type Api, type Resource, ResourceInitFailed } from "../lifecycle/resource";
import { digestTexts } from "../schema/digest";
import type { Log } from "../schema/problem";
import { type SecretPaths, secretPathsOfResponse, secretTexts } from "../schema/secrets";
import { stableJson, type Values } from "../schema/values";
import type { ProviderContext } from "./context";
import { howToImport, type ResourceLabel } from "./how-to-import";
import { createForeignRedactor, createRedactor } from "./redactor";

/** The options of every call. */
export interface CallOptions extends Pick<OperationOptions, "signal" | "timeoutMs" | "log"> {
  /** The resource of the call. Undefined if the host does not pass it on. */
  readonly label?: ResourceLabel | undefined;
  /** The resource in the running program, in place of a label. */
  readonly declared?: Pick<Owner, "name" | "identity"> | undefined;
  /** The paths of secrets that the program marks, in the newest values. The table names more secrets. */
  readonly secretPaths?: readonly string[];
  /** The paths of marked secrets in the values that the newest values replace. */
  readonly oldSecretPaths?: readonly string[];
  /** Other texts that no message may show. */
  readonly secrets?: readonly string[];
}

/** A call with the values whose secrets no message may show. */
interface CallRequest extends CallOptions {
  readonly olds?: Values;
  readonly outputs?: Values;
  readonly inputs?: Values;
}

/** An object, with the paths of its secrets. */
export interface ResourceView extends SecretPaths {
  readonly id: string;
  readonly inputs: Values;
  /** The inputs and the read-only outputs. */
  readonly outputs: Values;
  /** True for a module if the running program declares the module's parent. */
  readonly isParentDeclared?: boolean;
  /** A digest of the base URL, if the address of the object is not below the base URL. */
  readonly baseUrlDigest?: string | undefined;
  /** True if, after a create or an update, the service shows arguments differently from the program. */
  readonly differsFromProgram?: true;
}

/**
 * A call for one resource. Its messages show no secret of four or more characters: no marked secret, no secret of the table,
 * and not the API key.
 */
export class Call {
  private readonly values: Values[];
  private readonly digests = new WeakMap<Values, string>();
  private redactor: ((text: string) => string) | undefined;

  constructor(
    readonly context: ProviderContext,
    readonly resource: Resource,
    private readonly options: CallRequest,
  ) {
    const { olds = {}, outputs = {}, inputs = {} } = options;
    this.values = [olds, outputs, inputs];
  }

  /** The resource of the program that the call is for. */
  get owner(): Owner {
    const { type } = this.resource.definition;
    const { label, declared } = this.options;
    if (declared) return { type, ...declared };
    return label ? { type, name: label.name, identity: label.urn } : { type };
  }

  get label(): ResourceLabel | undefined {
    return this.options.label;
  }

  /** Shows a message to the user, and writes it to the request log. */
  readonly log: Log = ({ severity, text }) => {
    const message = { severity, text: this.redact(text) };
    (this.options.log ?? this.context.log)(message);
    this.context.requestLog()?.(message);
  };

  /**
   * Begins an operation of the API, whose deadline starts now.
   *
   * @param options.owner The resource that configures modules.
   */
  beginOperation({
    owner = this.owner,
    ...options
  }: Pick<OperationOptions, "isManaged"> & { owner?: Owner } = {}): Api {
    const client = this.context.client();
    const { ownership, claims, providerUrn } = this.context;
    const { signal, timeoutMs, label } = this.options;
    const { definition } = this.resource;
    // Errors of the service quote the request. Few calls fail, so the redactor is created on demand.
    const redact = (text: string) => createForeignRedactor(this.secretTexts())(text);
    return {
      ...client.begin({ ...options, redact, signal, timeoutMs, log: this.log }),
      settings: this.context.settings().values,
      modules: ownership,
      requireOwned: (path) => ownership.owners.requireNoOtherOwner(owner, [path]),
      claims,
      howToImport: (importId) => howToImport({ definition, label, providerUrn }, importId),
      log: this.log,
    };
  }

  /** Returns a digest of the resource and its arguments. The engine may pass members on in another order. */
  digestInputs(inputs: Values): string {
    const cached = this.digests.get(inputs);
    if (cached !== undefined) return cached;
    const digest = digestTexts(
      stableJson([this.label?.urn, this.resource.definition.type, inputs]),
    );
    this.digests.set(inputs, digest);
    return digest;
  }

  /** Runs an operation. Its error contains no secrets. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw this.toReportedError(error);
    }
  }

  /** Runs an operation that sends no requests. Its error contains no secrets. */
  runSync<T>(operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      throw this.toReportedError(error);
    }
  }

  private toReportedError(error: unknown): EdgeIngressError {
    const reported = asProviderError(error).redacted(this.redact);
    if (!(reported instanceof ResourceInitFailed)) return reported;
    const { secretPaths } = this.findSecretPaths(reported.state ?? {}, this.markedPaths);
    return Object.assign(reported, { secretPaths });
  }

  /** Adds values whose secrets are redacted: outputs may repeat marked arguments. */
  redactSecretsOf(values: Values): void {
    this.values.push(values);
    this.redactor = undefined;
  }

  /** Redacts a text of this provider. */
  readonly redact = (text: string): string => {
    this.redactor ??= createRedactor(this.secretTexts());
    return this.redactor(text);
  };

  /** Finds the secrets in the current values of the object. After a failure, some values may be those of before. */
  findSecretPaths(
    values: Values,
    marked: readonly string[] = this.options.secretPaths ?? [],
  ): SecretPaths {
    const { oldSecretPaths = [], inputs, outputs = {} } = this.options;
    const { fields } = this.resource.definition;
    return secretPathsOfResponse(
      fields,
      values,
      { now: marked, before: oldSecretPaths },
      inputs ?? outputs,
    );
  }

  /** The paths that the program marks now, and did not mark before. */
  get newlyMarkedPaths(): readonly string[] {
    const { secretPaths = [], oldSecretPaths = [] } = this.options;
    return secretPaths.filter((path) => !oldSecretPaths.includes(path));
  }

  /** The paths that the program marks now, or marked before. */
  get markedPaths(): readonly string[] {
    const { secretPaths = [], oldSecretPaths = [] } = this.options;
    return [...secretPaths, ...oldSecretPaths];
  }

  private secretTexts(): string[] {
    const { fields } = this.resource.definition;
    const { apiKey } = this.context.settings().values;
    const texts = [...(this.options.secrets ?? [])];
    if (typeof apiKey === "string") texts.push(apiKey);
    for (const values of this.values) texts.push(...secretTexts(fields, values, this.markedPaths));
    return texts;
  }
}
