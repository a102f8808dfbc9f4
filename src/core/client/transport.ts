import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, Pool, request } from "undici";
import { isLoopback } from "../schema/object-address";
import { decode, MAX_ANSWER_BYTES, tooLarge } from "./decode";
import { ConfigurationError, EdgeIngressError, NetworkError, TimeoutError } from "./errors";
import type { Headers } from "./headers";
import { MAX_TIMER_MS, type Timeouts } from "./wait";

const LATE = "timed out waiting for the response; check the network";

export interface Outgoing {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded; no JSON if the status is one of failure, and the body cannot be decoded. */
  readonly text: string;
}

/** Sends one request, once, and gives up after these milliseconds. */
export type Transport = (outgoing: Outgoing, withinMs: number) => Promise<Incoming>;

/** A transport over kept-alive connections of its own: through the proxy of the environment, but never to loopback. */
export function createTransport(base: URL, timeouts: Timeouts): Transport {
  const dispatcher = dispatcherFor(base, timeouts);
  return async ({ url, ...outgoing }, withinMs) => {
    const deadline = startDeadline(withinMs);
    let isSent = false;
    // The service has nothing of a request until a connection begins to write it. The code of an error does not show that: TLS
    // can fail in the handshake, and in the middle of an answer.
    const noting = dispatcher.compose((dispatch) => (options, handler) => {
      const onRequestStart: typeof handler.onRequestStart = handler.onRequestStart?.bind(handler);
      handler.onRequestStart = (controller, context) => {
        isSent = true;
        onRequestStart?.(controller, context);
      };
      return dispatch(options, handler);
    });
    try {
      const { signal } = deadline;
      return await Promise.race([
        exchange(url, { ...outgoing, dispatcher: noting, signal }),
        deadline.missed,
      ]);
    } catch (error) {
      throw classify(error as Error, isSent);
    } finally {
      deadline.clear();
    }
  };
}

/**
 * A deadline that leaves nothing behind when it is cleared; `AbortSignal.timeout` keeps its listeners until it ends.
 * undici obeys a signal only when it has a connection, so there is a promise beside it.
 */
function startDeadline(withinMs: number) {
  const controller = new AbortController();
  const { promise: missed, reject } = Promise.withResolvers<never>();
  const end = () => {
    const late = new TimeoutError(LATE);
    controller.abort(late);
    reject(late);
  };
  const timer = setTimeout(end, Math.min(withinMs, MAX_TIMER_MS));
  return { signal: controller.signal, missed, clear: () => clearTimeout(timer) };
}

function dispatcherFor(base: URL, { connectMs, headersMs, bodyMs }: Timeouts): Dispatcher {
  const options: Agent.Options = {
    connect: { timeout: connectMs },
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    keepAliveTimeout: 4_000,
    allowH2: false,
  };
  if (isLoopback(base)) return new Agent(options);
  try {
    return new EnvHttpProxyAgent({
      ...options,
      connectTimeout: connectMs,
      clientFactory: (origin, poolOptions) =>
        new Tunnels(origin, { ...poolOptions, headersTimeout: connectMs }),
    });
  } catch {
    throw new ConfigurationError(
      "the environment variable HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy",
    );
  }
}

/** Connections through a proxy. Whatever goes wrong before they stand, the request was not sent. */
class Tunnels extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(): void;
  override async connect(options?: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const data = await super.connect(options as Dispatcher.ConnectOptions).catch((cause: Error) => {
      throw new NetworkError(proxyFailure(codeOf(cause)), false, !TLS.test(codeOf(cause)));
    });
    if (data.statusCode === 200) return data;
    data.socket.destroy();
    throw new NetworkError(proxyFailure(`it answered ${data.statusCode}`), false, true);
  }
}

const proxyFailure = (cause: string): string =>
  `the proxy made no connection (${cause}); check the environment variable HTTPS_PROXY`;

async function exchange(url: URL, options: Parameters<typeof request>[1]): Promise<Incoming> {
  const { statusCode: status, headers, body } = await request(url, options);
  const isFailure = status < 200 || status > 299;
  const text = await decode(await bytesOf(body), headers).catch((error: unknown) => {
    // The status decides then. The body counts as one that is not JSON, and not as an empty one: see `shapeOf`.
    if (isFailure) return "\ufffd";
    throw error;
  });
  return { status, headers, text };
}

async function bytesOf(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function classify(error: Error, isSent: boolean): EdgeIngressError {
  if (error instanceof EdgeIngressError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new TimeoutError(LATE);
  // undici ends the connection when 100 Continue comes, for which it never asks; RFC 9110, section 15.2, has a client pass over
  // it. No option changes that, and nothing else breaks a connection with this message.
  if (error instanceof errors.SocketError && error.message === "bad response")
    return new NetworkError(UNASKED_CONTINUE, true, true);
  const code = codeOf(error);
  const isUntrusted = !isSent && TLS.test(code);
  const advice = isSent ? "check the network" : "check edge-ingress:baseUrl and the network";
  return new NetworkError(
    `no response (${code}); ${isUntrusted ? adviceOnTls(code) : advice}`,
    isSent,
    !isUntrusted,
  );
}

const UNASKED_CONTINUE =
  "the service, or a proxy before it, sent 100 Continue, which it was not asked for; it must not do so " +
  "for requests without the header Expect";

const adviceOnTls = (code: string): string =>
  TLS_ADVICE[code] ??
  `check edge-ingress:baseUrl; if a private CA has signed the certificate, ${adviceOnCa()}`;

const TLS_ADVICE: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER:
    "the server does not use TLS at this address: check edge-ingress:baseUrl",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host: check edge-ingress:baseUrl",
};

/** Node.js skips a file that it cannot read, and most engines hide the warning. */
const adviceOnCa = (): string =>
  process.env.NODE_EXTRA_CA_CERTS
    ? "check that the file of NODE_EXTRA_CA_CERTS exists and contains the CA's certificate"
    : "set NODE_EXTRA_CA_CERTS to the CA's file";

/** Codes of failures to agree on TLS, which no other attempt mends. */
const TLS = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/** The error's code, as `ECONNREFUSED`; its message may hold more than a user should read. */
const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.name;
