/** The circumstances of a failure. Each part has its place in the message. */
export interface Circumstances {
  /** The request, as `METHOD /path`, unless the problem names it. */
  readonly operation?: string | undefined;
  readonly attempts?: number;
  /** The reason why there was no other attempt, unless the problem names it. */
  readonly endedBy?: string | undefined;
  /** True if the service may have processed the request, in any of its attempts. */
  readonly mayBeProcessed?: boolean;
  /** Effects of the failure, and steps for the user. */
  readonly consequences?: readonly string[];
}

/** The base class of this provider's errors. No message contains a header or a secret, nor more of a response body than the reason. */
export class EdgeIngressError extends Error {
  override readonly name: string = "EdgeIngressError";
  /** True if the service may have processed the request that failed, in any of its attempts. */
  readonly mayBeProcessed: boolean = false;
  readonly circumstances: Circumstances = {};

  constructor(
    /** The failure itself, without its circumstances. */
    readonly problem: string,
  ) {
    super(problem);
  }

  /** A copy with further circumstances: code that catches the error may know more than the code that threw it. */
  with(added: Circumstances): this {
    const before = this.circumstances;
    const consequences = [...(before.consequences ?? []), ...(added.consequences ?? [])];
    const circumstances = { ...before, ...added, consequences };
    const mayBeProcessed = this.mayBeProcessed || added.mayBeProcessed === true;
    const message = formatMessage(this.problem, circumstances);
    return copyError(this, message, { circumstances, mayBeProcessed });
  }

  /** A copy for display: neither its message nor its stack contains the texts that `redact` removes. */
  redacted(redact: (text: string) => string): this {
    const problem = redact(this.message);
    const copy = copyError(this, problem, { problem, circumstances: {} });
    return Object.assign(copy, { stack: redact(copy.stack ?? "") });
  }
}

function copyError<E extends EdgeIngressError>(
  error: E,
  message: string,
  changed: Partial<EdgeIngressError>,
): E {
  const copy: E = Object.setPrototypeOf(new Error(message), Object.getPrototypeOf(error));
  return Object.assign(copy, error, changed, {
    stack: error.stack?.replace(error.message, () => message),
  });
}

/** `operation: problem (after 3 attempts; endedBy); consequence; …`, without the parts that are not set. */
function formatMessage(
  problem: string,
  { operation, attempts = 1, endedBy, consequences = [] }: Circumstances,
): string {
  const notes: string[] = [];
  if (attempts > 1) notes.push(`after ${attempts} attempts`);
  if (endedBy !== undefined) notes.push(endedBy);
  const prefix = operation === undefined ? "" : `${operation}: `;
  const suffix = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  return [prefix + problem + suffix, ...consequences].join("; ");
}

export const mayHaveBeenProcessed = (error: unknown): error is EdgeIngressError =>
  error instanceof EdgeIngressError && error.mayBeProcessed;

/** A setting is missing or cannot be used. Nothing was sent. */
export class ConfigurationError extends EdgeIngressError {
  override readonly name = "ConfigurationError";
}

export interface HttpErrorOptions {
  readonly status: number;
  /** The API's id of the request, if the response has it. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait before another attempt, if the response asks for a wait. */
  readonly retryAfterMs?: number | undefined;
  /** The reason that the service gives, without secrets and on one line; see `refusalReason`. */
  readonly reason?: string | undefined;
  readonly advice: string;
}

/** The response has a status of failure. */
export class HttpError extends EdgeIngressError {
  override readonly name = "HttpError";
  override readonly mayBeProcessed: boolean;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly operation: string,
    { status, requestId, retryAfterMs, reason, advice }: HttpErrorOptions,
  ) {
    const request = requestId ? ` (request ${requestId})` : "";
    super(`${operation} answered ${status}${request}${reason ? `: "${reason}"` : ""}; ${advice}`);
    this.status = status;
    this.mayBeProcessed = status >= 500 || status === 408;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** True if the response was a 404: there is no such object. */
export const isNotFound = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 404;

/** There was no response: the connection was not made, or it broke. */
export class NetworkError extends EdgeIngressError {
  override readonly name = "NetworkError";

  override readonly mayBeProcessed: boolean;
  readonly canPass: boolean;

  constructor(message: string, { mayBeProcessed, canPass }: NetworkFailure) {
    super(message);
    this.mayBeProcessed = mayBeProcessed;
    this.canPass = canPass;
  }
}

interface NetworkFailure {
  /** True if the request may have reached the service. */
  readonly mayBeProcessed: boolean;
  /** True if another attempt may succeed. It cannot if client and server do not agree on TLS. */
  readonly canPass: boolean;
}

/** The response did not arrive completely in time. */
export class TimeoutError extends EdgeIngressError {
  override readonly name = "TimeoutError";
  override readonly mayBeProcessed: boolean = true;
}

/** The response contradicts the API reference. */
export class UnexpectedResponseError extends EdgeIngressError {
  override readonly name: string = "UnexpectedResponseError";
  override readonly mayBeProcessed: boolean = true;
}

/** The user has cancelled the operation during one of its waits. */
export class CancelledError extends EdgeIngressError {
  override readonly name = "CancelledError";

  constructor() {
    super("it was cancelled");
  }
}

/** The response has so little of the API's form that it may come from something else at the base URL, such as a gateway. */
export class ForeignResponseError extends UnexpectedResponseError {
  override readonly name: string = "ForeignResponseError";

  /**
   * An error for a response that something in front of the API, or in its place, has sent.
   *
   * @param answered The response, as `METHOD /path answered 404`.
   * @param evidence The fact that shows this.
   */
  static of(answered: string, evidence: string): ForeignResponseError {
    return new ForeignResponseError(foreignText(answered, evidence));
  }
}

const foreignText = (answered: string, evidence: string): string =>
  `${answered}, but the answer is not the API's: ${evidence}; run the command again; if that does not help, check the ` +
  "gateway or proxy in front of the API, and edge-ingress:baseUrl";

/** The response was a 404, although the API then returned the object. */
export class StillThereError extends ForeignResponseError {
  constructor(answered: string, evidence: string) {
    super(foreignText(answered, evidence));
  }
}

/** The response was a 404 for an object that this process created a moment ago. */
export class NotYetFoundError extends EdgeIngressError {
  override readonly name = "NotYetFoundError";
}

/** The outcome of a create is unknown: the create must not be sent again blindly. */
export class OutcomeUnknownError extends EdgeIngressError {
  override readonly name = "OutcomeUnknownError";
  override readonly mayBeProcessed: boolean = true;
}

/** A bug of this provider. */
export class ProviderBugError extends EdgeIngressError {
  override readonly name = "ProviderBugError";

  constructor(override readonly cause: unknown) {
    super(
      `this is a bug of pulumi-edge-ingress, please report it: ${String(cause)}${sourceLocation(cause)}`,
    );
  }
}

/** A location below the folder of the package, or in the bundle of the plugin, which is copied to other folders. */
const LOCATION = /(?:.*[/\\](?:dist|src)[/\\]|[/\\](?=plugin\.cjs:))(?<location>\S+?:\d+:\d+)/;

/** The location in this package at which an error was thrown: ` (chunks/provider.cjs:1:2345)`. `npm run locate` finds it in the source. */
function sourceLocation(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const innermost = error.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  const location = LOCATION.exec(innermost)?.groups?.location;
  return location === undefined ? "" : ` (${location.replaceAll("\\", "/")})`;
}

/** The error itself if it is an error of this provider. Any other error is a bug. */
export const asProviderError = (error: unknown): EdgeIngressError =>
  error instanceof EdgeIngressError ? error : new ProviderBugError(error);
