import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, request } from "undici";
import { isLoopback } from "./address";
import { EdgeIngressError, NetworkError, TimeoutError, UnexpectedAnswerError } from "./errors";

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const connections: Agent.Options = {
  connect: { timeout: 10_000 },
  headersTimeout: 60_000,
  bodyTimeout: 30_000,
  keepAliveTimeout: 4_000,
  allowH2: false,
};

/** One request as it goes over the wire. */
export interface Outgoing {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One whole answer. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request, once. */
export type Transport = (outgoing: Outgoing, signal: AbortSignal) => Promise<Incoming>;

/** A transport over kept-alive connections of its own: through the proxy of the environment, but never to loopback. */
export function createTransport(base: URL): Transport {
  const dispatcher = isLoopback(base) ? new Agent(connections) : new EnvHttpProxyAgent(connections);
  return async ({ url, ...outgoing }, signal) => {
    try {
      const { statusCode, headers, body } = await request(url, { ...outgoing, dispatcher, signal });
      return { status: statusCode, headers, text: await readText(body) };
    } catch (error) {
      throw classify(error as Error);
    }
  };
}

async function readText(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new UnexpectedAnswerError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function classify(error: Error): EdgeIngressError {
  if (error instanceof EdgeIngressError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError || isAborted(error)) {
    return new TimeoutError("no whole answer came in time");
  }
  const code = codeOf(error);
  return new NetworkError(`no answer came (${code})`, !NEVER_SENT.test(code), !TLS.test(code));
}

/** Only the deadline aborts requests. */
const isAborted = (error: Error): boolean => error.name === "TimeoutError";

/** Codes of failures before the request was sent: no address, no connection, no tunnel through the proxy, no TLS. */
const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|UND_ERR_ABORTED_CONNECT)$|CERT|TLS|SSL/;

/** Codes of failures to agree on TLS, which no other attempt mends. */
const TLS = /CERT|ERR_TLS|ERR_SSL|EPROTO/;

/** The error's code, as `ECONNREFUSED`; its message may hold more than a user should read. */
const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.name;
