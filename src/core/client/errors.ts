/** What is known of a failure, beside what has failed. Each part has its place in the message. */
export interface Circumstances {
  /** What was asked, as `METHOD /path`, unless the problem names it. */
  readonly operation?: string | undefined;
  readonly attempts?: number;
  /** Why there was no other attempt, if the problem does not name the reason. */
  readonly endedBy?: string | undefined;
  readonly mayBeProcessed?: boolean;
  /** What follows from the failure, or what to do about it. */
  readonly consequences?: readonly string[];
}

/** What every error of this provider is. No message holds a header or a secret, nor more of a body than its reason. */
export class EdgeIngressError extends Error {
  override readonly name: string = "EdgeIngressError";
  /** Whether the service may have processed the request that failed, in any of its attempts. */
  readonly mayBeProcessed: boolean = false;
  readonly circumstances: Circumstances = {};

  constructor(
    /** What has failed, whatever the circumstances. */
    readonly problem: string,
  ) {
    super(problem);
  }

  /** The same failure in its circumstances: whoever catches it may know more than whoever has thrown it. */
  with(more: Circumstances): this {
    const before = this.circumstances;
    const consequences = [...(before.consequences ?? []), ...(more.consequences ?? [])];
    const circumstances = { ...before, ...more, consequences };
    const mayBeProcessed = this.mayBeProcessed || more.mayBeProcessed === true;
    return copyOf(this, messageOf(this.problem, circumstances), { circumstances, mayBeProcessed });
  }

  /** The same failure as it may be shown: nothing of it holds what is taken out of its texts. */
  redacted(redact: (text: string) => string): this {
    const problem = redact(this.message);
    const copy = copyOf(this, problem, { problem, circumstances: {} });
    return Object.assign(copy, { stack: redact(copy.stack ?? "") });
  }
}

function copyOf<E extends EdgeIngressError>(
  error: E,
  message: string,
  changed: Partial<EdgeIngressError>,
): E {
  const copy: E = Object.setPrototypeOf(new Error(message), Object.getPrototypeOf(error));
  return Object.assign(copy, error, changed, {
    stack: error.stack?.replace(error.message, () => message),
  });
}

function messageOf(
  problem: string,
  { operation, attempts = 1, endedBy, consequences = [] }: Circumstances,
): string {
  const notes = [
    ...(attempts > 1 ? [`after ${attempts} attempts`] : []),
    ...(endedBy === undefined ? [] : [endedBy]),
  ];
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

export interface HttpFailure {
  readonly status: number;
  /** The API's id of the request, if its answer had one. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait before another attempt, if the answer asked for that. */
  readonly retryAfterMs?: number | undefined;
  /** What the service says of it, without secrets and fit for a line; see `reasonOf`. */
  readonly reason?: string | undefined;
  readonly advice: string;
}

/** The API answered with a failure status. */
export class HttpError extends EdgeIngressError {
  override readonly name = "HttpError";
  override readonly mayBeProcessed: boolean;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly operation: string,
    { status, requestId, retryAfterMs, reason, advice }: HttpFailure,
  ) {
    const request = requestId ? ` (request ${requestId})` : "";
    super(`${operation} answered ${status}${request}${reason ? `: "${reason}"` : ""}; ${advice}`);
    this.status = status;
    this.mayBeProcessed = status >= 500 || status === 408;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The answer is 404: there is no such object. */
export const isMissing = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 404;

/** No answer came: the connection was not made, or it broke. */
export class NetworkError extends EdgeIngressError {
  override readonly name = "NetworkError";

  constructor(
    message: string,
    /** Whether the request may have reached the service. */
    override readonly mayBeProcessed: boolean,
    /** Whether another attempt may get through: not if the two cannot agree on TLS. */
    readonly canPass: boolean,
  ) {
    super(message);
  }
}

/** No whole answer came in time. */
export class TimeoutError extends EdgeIngressError {
  override readonly name = "TimeoutError";
  override readonly mayBeProcessed: boolean = true;
}

/** The answer is not what the API's reference says. */
export class UnexpectedAnswerError extends EdgeIngressError {
  override readonly name: string = "UnexpectedAnswerError";
  override readonly mayBeProcessed: boolean = true;
}

/** The user has cancelled the operation, in one of its waits. */
export class CancelledError extends EdgeIngressError {
  override readonly name = "CancelledError";

  constructor() {
    super("it was cancelled");
  }
}

/** The answer has so little of the API's form that something else may stand at the base URL. */
export class ForeignAnswerError extends UnexpectedAnswerError {
  override readonly name: string = "ForeignAnswerError";

  /** Something in front of the API, or in its place, has answered: `answered` says to what, and `why` what shows that. */
  static of(answered: string, why: string): ForeignAnswerError {
    return new ForeignAnswerError(foreignText(answered, why));
  }
}

const foreignText = (answered: string, why: string): string =>
  `${answered}, but the answer is not the API's: ${why}; run the command again; if that does not help, check the ` +
  "gateway or proxy in front of the API, and edge-ingress:baseUrl";

/** A request was answered with 404, and the API then shows the object. */
export class StillThereError extends ForeignAnswerError {
  constructor(answered: string, why: string) {
    super(foreignText(answered, why));
  }
}

/** A request was answered with 404 for an object that this process created a moment ago. */
export class NotYetFoundError extends EdgeIngressError {
  override readonly name = "NotYetFoundError";
}

/** A create was sent, and its outcome is unknown: it must not be sent again blindly. */
export class OutcomeUnknownError extends EdgeIngressError {
  override readonly name = "OutcomeUnknownError";
  override readonly mayBeProcessed: boolean = true;
}

/** This provider is at fault. */
export class ProviderBugError extends EdgeIngressError {
  override readonly name = "ProviderBugError";

  constructor(override readonly cause: unknown) {
    super(
      `this is a bug of pulumi-edge-ingress, please report it: ${String(cause)}${placeOf(cause)}`,
    );
  }
}

function placeOf(error: unknown): string {
  const frame =
    error instanceof Error
      ? error.stack?.split("\n").find((line) => /^\s+at /.test(line))
      : undefined;
  const [, place] = /[/\\](?:dist|src)[/\\](\S+?:\d+)/.exec(frame ?? "") ?? [];
  return place === undefined ? "" : ` (${place.replaceAll("\\", "/")})`;
}

/** The error itself, if it is one of this provider's; any other is a bug. */
export const asKnown = (error: unknown): EdgeIngressError =>
  error instanceof EdgeIngressError ? error : new ProviderBugError(error);
