import { asKnown } from "../client/errors";
import type { Api, Resource } from "../lifecycle/resource";
import type { Log } from "../schema/message";
import type { Values } from "../schema/values";
import type { Connection } from "./connection";
import type { ProgramModules } from "./program-modules";
import { foreignRedactor, redactor } from "./redactor";
import { secretTexts } from "./secret-texts";
import type { CallOptions, ResourceLabel } from "./types";

/** What all calls of a provider share. */
export interface Shared {
  readonly modules: ProgramModules;
  readonly log: Log;
  /** Where the environment has messages written, if it does. */
  requestLog(): Log | undefined;
  /** The key, as far as it is configured. */
  apiKey(): string | undefined;
  connection(): Connection;
}

/**
 * One call for one resource. Whatever it shows the user goes through here, without the secrets of the call: those of the
 * tables, those that the program has marked, and the key.
 */
export class Call {
  private readonly values: Values[];
  private redactor: ((text: string) => string) | undefined;

  constructor(
    private readonly shared: Shared,
    readonly resource: Resource,
    private readonly options: CallOptions,
    values: readonly Values[],
  ) {
    this.values = [...values];
  }

  /** What the engine calls the resource. */
  get label(): ResourceLabel | undefined {
    return this.options.label;
  }

  /** Shows the user a message, and writes it where the environment asks for that. */
  readonly log: Log = ({ severity, text }) => {
    const message = { severity, text: this.redact(text) };
    (this.options.log ?? this.shared.log)(message);
    this.shared.requestLog()?.(message);
  };

  /** The API, with a deadline for this call. */
  begin(): Api {
    const { client, settings } = this.shared.connection();
    const { signal, timeoutMs } = this.options;
    const operation = client.begin({ redact: (text) => this.redactForeign(text), signal, timeoutMs, log: this.log });
    return { ...operation, settings, modules: this.shared.modules.ownership, log: this.log };
  }

  /** A call for the same resource when this one is over, whatever has ended it. */
  again(timeoutMs: number): Call {
    const { signal: _, ...options } = this.options;
    return new Call(this.shared, this.resource, { ...options, timeoutMs }, this.values);
  }

  /** Does something; its error is fit to be shown. */
  async run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw this.shown(error);
    }
  }

  /** The same for what sends nothing. */
  runNow<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.shown(error);
    }
  }

  /** An error as it may be shown. */
  private shown(caught: unknown): Error {
    const error = asKnown(caught);
    return Object.assign(error, { message: this.redact(error.message), stack: this.redact(error.stack ?? "") });
  }

  /** Adds what was found to the values of the call: outputs may repeat what the program has marked. */
  found(state: Values): void {
    this.values.push(state);
    this.redactor = undefined;
  }

  /** A text of this provider, as it may be shown. */
  readonly redact = (text: string): string => {
    this.redactor ??= redactor(this.secrets());
    return this.redactor(text);
  };

  /** A text that the service has made of a request. Few calls fail, so the redactor is made only then. */
  private redactForeign(text: string): string {
    return foreignRedactor(this.secrets())(text);
  }

  private secrets(): string[] {
    const { fields } = this.resource.definition;
    const { secretPaths, secrets = [] } = this.options;
    const apiKey = this.shared.apiKey();
    return [
      ...(apiKey === undefined ? [] : [apiKey]),
      ...secrets,
      ...this.values.flatMap((each) => secretTexts(fields, each, secretPaths)),
    ];
  }
}
