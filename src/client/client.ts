import { type Address, nameOf, parseBaseUrl, urlOf } from "./address";
import { EdgeIngressError, HttpError, UnexpectedAnswerError } from "./errors";
import { createTransport, type Incoming, type Transport } from "./transport";

/** One operation of the API. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Address;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Where requests go, and with which key. */
export interface ClientOptions {
  /** `https:`, or `http:` on loopback; may have a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the key came from, for the message of a 401 or 403. */
  readonly apiKeySource: string;
  /** Milliseconds that one operation may take. Default: 5 minutes. */
  readonly operationTimeoutMs?: number;
}

/** Sends requests to the API. */
export interface Client {
  /**
   * The JSON object that the API answers, empty for an answer without a body and for null.
   *
   * @throws {EdgeIngressError} if there is no answer, or not the documented one.
   */
  request(request: ApiRequest): Promise<Readonly<Record<string, unknown>>>;
}

const SERVICE_VERSION = "2";
const OPERATION_TIMEOUT_MS = 300_000;

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  const transport = createTransport(base);
  return { request: (request) => perform(request, base, options, transport) };
}

/** The one function through which every request goes, and so the place of the retry policy. */
async function perform({ method, path, body }: ApiRequest, base: URL, options: ClientOptions, transport: Transport) {
  const operation = `${method} ${nameOf(path)}`;
  const url = urlOf(base, path);
  const signal = AbortSignal.timeout(options.operationTimeoutMs ?? OPERATION_TIMEOUT_MS);
  const headers = {
    authorization: `Bearer ${options.apiKey}`,
    "service-version": SERVICE_VERSION,
    ...(body && { "content-type": "application/json" }),
  };
  try {
    const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
    return accept(operation, await transport(outgoing, signal), options.apiKeySource);
  } catch (error) {
    throw error instanceof HttpError ? error : named(operation, error as Error);
  }
}

function accept(operation: string, { status, headers, text }: Incoming, apiKeySource: string) {
  if (status === 204) return {};
  if (status < 200 || status > 299) {
    const requestId = headers["x-request-id"];
    throw new HttpError(
      operation,
      status,
      typeof requestId === "string" ? requestId : undefined,
      advice(status, apiKeySource),
    );
  }
  return parseObject(text);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = tryParse(text);
  // How a service may show a module that is not configured.
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UnexpectedAnswerError("the answer is not a JSON object; is edge-ingress:baseUrl the API's address?");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function advice(status: number, apiKeySource: string): string {
  if (status === 401 || status === 403) return `the API key is not accepted: it came from ${apiKeySource}`;
  if (status === 404) return "there is no such object; if it should exist, check edge-ingress:baseUrl";
  if (status === 429) return "the rate limit is reached; run the command again later";
  if (status >= 500) return "the service has a problem; run the command again later";
  return "the service refused the request; check the arguments against its rules";
}

/** The same error, its message beginning with what was asked. */
function named(operation: string, error: Error): EdgeIngressError {
  const prefixed = error instanceof EdgeIngressError ? error : new EdgeIngressError(error.message);
  prefixed.message = `${operation}: ${prefixed.message}`;
  return prefixed;
}
