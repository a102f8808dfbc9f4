/** What every error of this provider is. No message holds a body, a header or a secret. */
export class EdgeIngressError extends Error {
  override readonly name: string = "EdgeIngressError";
}

/** A setting is missing or cannot be used. Nothing was sent. */
export class ConfigurationError extends EdgeIngressError {
  override readonly name = "ConfigurationError";
}

/** The API answered with a failure status. */
export class HttpError extends EdgeIngressError {
  override readonly name = "HttpError";

  constructor(
    /** What was asked, as `METHOD /path/{template}`. */
    readonly operation: string,
    readonly status: number,
    /** The API's id of the request, if its answer had one. */
    readonly requestId: string | undefined,
    advice: string,
  ) {
    super(`${operation} answered ${status}${requestId ? ` (request ${requestId})` : ""}; ${advice}`);
  }
}

/** No answer came: the connection was not made, or it broke. */
export class NetworkError extends EdgeIngressError {
  override readonly name = "NetworkError";
}

/** No whole answer came in time. */
export class TimeoutError extends EdgeIngressError {
  override readonly name = "TimeoutError";
}

/** The answer is not what the API's reference says. */
export class UnexpectedAnswerError extends EdgeIngressError {
  override readonly name = "UnexpectedAnswerError";
}
