import { asProviderError } from "../client/errors";
import type { OperationOptions } from "../client/types";
import type { Owner } from "../lifecycle/ownership/records";
import { type Api, type Resource, ResourceInitFailed } from "../lifecycle/resource";
import { digestTexts } from "../schema/digest";
import type { Log } from "../schema/problem";
import { type SecretPaths, secretPathsOfResponse, secretTexts } from "../schema/secrets";
import { stableJson, type Values } from "../schema/values";
import type { Shared } from "./connection";
import { howToImport, type ResourceLabel } from "./how-to-import";
import { foreignRedactor, redactor } from "./redactor";

/** What every call may have beside its values. */
export interface CallOptions extends Pick<OperationOptions, "signal" | "timeoutMs" | "log"> {
  /** The resource that the call is for, if the host passes that on. */
  readonly label?: ResourceLabel | undefined;
  /** The resource in the running program, in place of a label. */
  readonly declared?: Pick<Owner, "name" | "identity"> | undefined;
  /** Paths of values that the program has marked as secret, beside those that the tables say to be: of the newest values. */
  readonly secretPaths?: readonly string[];
  /** Marked paths of the values that the newest ones replace, if the call brings both. */
  readonly oldSecretPaths?: readonly string[];
  /** Other texts that no message may show. */
  readonly secrets?: readonly string[];
}

interface Request extends CallOptions {
  readonly olds?: Values;
  readonly outputs?: Values;
  readonly inputs?: Values;
}

/** An object: what the program may state of it, all that is known of it, and which of that is secret. */
export interface ResourceView extends SecretPaths {
  readonly id: string;
  readonly inputs: Values;
  /** The inputs, and the read-only outputs. */
  readonly outputs: Values;
  /** Of a module: the running program declares the object that it belongs to. */
  readonly isOnDeclared?: boolean;
  /** A digest of the base URL, if the service shows the object at an address that is not below it. */
  readonly servedBy?: string | undefined;
  /** After a create or an update: the service shows arguments differently from the program. */
  readonly isUnlike?: true;
}

/** One call for one resource. Its messages show no secret: of the tables, of the program's marks, or the key. */
export class Call {
  private readonly values: Values[];
  private readonly digests = new WeakMap<Values, string>();
  private redactor: ((text: string) => string) | undefined;

  constructor(
    readonly shared: Shared,
    readonly resource: Resource,
    private readonly options: Request,
  ) {
    const { olds = {}, outputs = {}, inputs = {} } = options;
    this.values = [olds, outputs, inputs];
  }

  /** The resource of the program that the call is for. */
  get owner(): Owner {
    const { label, declared = label && { name: label.name, identity: label.urn } } = this.options;
    return { type: this.resource.definition.type, ...declared };
  }

  get label(): ResourceLabel | undefined {
    return this.options.label;
  }

  /** Shows the user a message, and writes it to the log that the environment asks for. */
  readonly log: Log = ({ severity, text }) => {
    const message = { severity, text: this.redact(text) };
    (this.options.log ?? this.shared.log)(message);
    this.shared.requestLog()?.(message);
  };

  /**
   * The API, with a deadline for this call.
   *
   * @param options.owner The resource that configures modules.
   */
  begin({
    owner = this.owner,
    ...options
  }: Pick<OperationOptions, "isManaged"> & { owner?: Owner } = {}): Api {
    const client = this.shared.client();
    const { ownership: modules, claims, providerUrn } = this.shared;
    const { signal, timeoutMs, label } = this.options;
    const { definition } = this.resource;
    // The service's words repeat the request. Few calls fail, so the redactor is made only then.
    const redact = (text: string) => foreignRedactor(this.secrets())(text);
    return {
      ...client.begin({ ...options, redact, signal, timeoutMs, log: this.log }),
      settings: this.shared.settings().values,
      modules,
      requireOwned: (path) => modules.owners.requireNoOtherHolder(owner, [path]),
      claims,
      howToImport: (id) => howToImport({ definition, label, providerUrn }, id),
      log: this.log,
    };
  }

  /** What identifies the resource and its arguments. The engine may pass members on in another order. */
  digestOf(inputs: Values): string {
    const known = this.digests.get(inputs);
    if (known !== undefined) return known;
    const digest = digestTexts(
      stableJson([this.label?.urn, this.resource.definition.type, inputs]),
    );
    this.digests.set(inputs, digest);
    return digest;
  }

  /** Does something, at once or later; its error is fit to be shown. */
  run<T>(action: () => T): T {
    const fail = (error: unknown): never => {
      const known = asProviderError(error).redacted(this.redact);
      if (!(known instanceof ResourceInitFailed)) throw known;
      const { secretPaths } = this.secretPathsIn(known.state ?? {}, this.marked);
      throw Object.assign(known, { secretPaths });
    };
    try {
      const done = action();
      return done instanceof Promise ? (done.catch(fail) as T) : done;
    } catch (error) {
      return fail(error);
    }
  }

  /** Adds to the values whose secrets are redacted: outputs may repeat what the program has marked. */
  redactAlso(values: Values): void {
    this.values.push(values);
    this.redactor = undefined;
  }

  /** A text of this provider, as it may be shown. */
  readonly redact = (text: string): string => {
    this.redactor ??= redactor(this.secrets());
    return this.redactor(text);
  };

  /** Which of the values that are known of the object now are secret. A failure may leave some of those before. */
  secretPathsIn(
    values: Values,
    marked: readonly string[] = this.options.secretPaths ?? [],
  ): SecretPaths {
    const { oldSecretPaths = [], inputs, outputs = {} } = this.options;
    return secretPathsOfResponse(
      this.resource.definition.fields,
      values,
      { now: marked, before: oldSecretPaths },
      inputs ?? outputs,
    );
  }

  /** Paths that the program marks now, and did not mark before. */
  get newlyMarked(): readonly string[] {
    const { secretPaths = [], oldSecretPaths = [] } = this.options;
    return secretPaths.filter((path) => !oldSecretPaths.includes(path));
  }

  /** Paths of all that the program has marked, now or before. */
  get marked(): readonly string[] {
    const { secretPaths = [], oldSecretPaths = [] } = this.options;
    return [...secretPaths, ...oldSecretPaths];
  }

  private secrets(): string[] {
    const { fields } = this.resource.definition;
    const { secrets = [] } = this.options;
    const { apiKey } = this.shared.settings().values;
    const texts = this.values.flatMap((each) => secretTexts(fields, each, this.marked));
    return [...(typeof apiKey === "string" ? [apiKey] : []), ...secrets, ...texts];
  }
}
