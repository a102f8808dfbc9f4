import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from "undici";
import { isLoopback } from "../schema/object-address";
import { decode, MAX_RESPONSE_BYTES, tooLarge } from "./decode";
import { ConfigurationError, EdgeIngressError, NetworkError, TimeoutError } from "./errors";
import type { Headers } from "./headers";
import { isSuccess } from "./status";
import { MAX_TIMER_MS, type Timeouts } from "./wait";

const TIMED_OUT = "timed out waiting for the response; check the network";

export interface TransportRequest {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The decoded body. If the body of a failure cannot be decoded, a text that is not JSON. */
  readonly text: string;
}

/** Sends a request once, and gives up after `withinMs` milliseconds. */
export type Transport = (request: TransportRequest, withinMs: number) => Promise<TransportResponse>;

/** A transport with its own pool of kept-alive connections. It uses the proxy of the environment, but not for loopback. */
export function createTransport(base: URL, timeouts: Timeouts): Transport {
  const dispatcher = dispatcherFor(base, timeouts);
  return async ({ url, ...outgoing }, withinMs) => {
    const deadline = startDeadline(withinMs);
    let isSent = false;
    // The service has received nothing until a connection begins to write the request. The code of an error does not show this:
    // TLS can fail in the handshake, and in the middle of a response.
    const observedDispatcher = dispatcher.compose((dispatch) => (options, handler) => {
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
        exchange(observedDispatcher, url, { ...outgoing, signal }),
        deadline.timeout,
      ]);
    } catch (error) {
      throw classify(error as Error, url.host, isSent);
    } finally {
      deadline.clear();
    }
  };
}

/**
 * A deadline that leaves no timer or listener behind when it is cleared, unlike `AbortSignal.timeout`. undici obeys a signal only
 * when it has a connection, so there is a promise as well.
 */
function startDeadline(withinMs: number) {
  const controller = new AbortController();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const end = () => {
    const error = new TimeoutError(TIMED_OUT);
    controller.abort(error);
    reject(error);
  };
  const timer = setTimeout(end, Math.min(withinMs, MAX_TIMER_MS));
  return { signal: controller.signal, timeout, clear: () => clearTimeout(timer) };
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
        new ProxyPool(origin, { ...poolOptions, headersTimeout: connectMs }),
    });
  } catch {
    throw new ConfigurationError(
      "the environment variable HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy",
    );
  }
}

/** Connections through a proxy. If a connection cannot be established, the request was not sent. */
class ProxyPool extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(): void;
  override async connect(options?: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const data = await super.connect(options as Dispatcher.ConnectOptions).catch((cause: Error) => {
      throw new NetworkError(proxyFailure(errorCode(cause)), {
        mayBeProcessed: false,
        canPass: !TLS_FAILURE.test(errorCode(cause)),
      });
    });
    if (data.statusCode === 200) return data;
    data.socket.destroy();
    throw new NetworkError(proxyFailure(`it answered ${data.statusCode}`), {
      mayBeProcessed: false,
      canPass: true,
    });
  }
}

const proxyFailure = (cause: string): string =>
  `the proxy made no connection (${cause}); check the environment variable HTTPS_PROXY`;

async function exchange(
  dispatcher: Dispatcher,
  { origin, pathname, search }: URL,
  options: Omit<Dispatcher.RequestOptions, "origin" | "path">,
): Promise<TransportResponse> {
  const path = `${pathname}${search}`;
  const {
    statusCode: status,
    headers,
    body,
  } = await dispatcher.request({ ...options, origin, path });
  const text = await decode(await readBytes(body), headers).catch((error: unknown) => {
    // The status decides. The text must not be JSON, nor empty: an empty text would count as a response without a body.
    if (!isSuccess(status)) return "\ufffd";
    throw error;
  });
  return { status, headers, text };
}

async function readBytes(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error of a failed exchange, which names the host, the cause and the next step. */
function classify(error: Error, host: string, isSent: boolean): EdgeIngressError {
  if (error instanceof EdgeIngressError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new TimeoutError(TIMED_OUT);
  // undici never asks for 100 Continue, and ends the connection if it comes, although RFC 9110, section 15.2, has a client
  // ignore it. No option changes that, and no other failure has this message.
  if (error instanceof errors.SocketError && error.message === "bad response")
    return new NetworkError(UNREQUESTED_CONTINUE, { mayBeProcessed: true, canPass: true });
  const code = errorCode(error);
  const isUntrusted = !isSent && TLS_FAILURE.test(code);
  const advice = isSent ? "check the network" : "check edge-ingress:baseUrl and the network";
  return new NetworkError(
    `no response from ${host} (${code}); ${isUntrusted ? tlsAdvice(code) : advice}`,
    { mayBeProcessed: isSent, canPass: !isUntrusted },
  );
}

const UNREQUESTED_CONTINUE =
  "the service, or a proxy before it, sent 100 Continue, which it was not asked for; it must not do so " +
  "for requests without the header Expect";

const tlsAdvice = (code: string): string =>
  TLS_ADVICE[code] ??
  `check edge-ingress:baseUrl; if a private CA has signed the certificate, ${caAdvice()}`;

const TLS_ADVICE: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER:
    "the server does not use TLS at this address: check edge-ingress:baseUrl",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host: check edge-ingress:baseUrl",
};

/** Node.js ignores a file that it cannot read, and most engines hide its warning. */
const caAdvice = (): string =>
  process.env.NODE_EXTRA_CA_CERTS
    ? "check that the file of NODE_EXTRA_CA_CERTS exists and contains the CA's certificate"
    : "set NODE_EXTRA_CA_CERTS to the CA's file";

/** Codes of failures to agree on TLS. Another attempt fails, too. */
const TLS_FAILURE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/** The error's code, as `ECONNREFUSED`; its message may contain more than a user should read. */
const errorCode = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.name;
