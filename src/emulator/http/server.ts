import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { type Answer, ApiError, notFound, toResponse } from "./errors";

const REQUEST_ID = "X-Request-Id";

/** The handler of requests, with the response to a failure and the accepted host names. */
export interface Service {
  readonly fetch: Parameters<typeof getRequestListener>[0];
  readonly refusal: (error: unknown) => Answer;
  /** Host names that requests may use in addition to those of loopback. */
  readonly hostNames: readonly string[];
}

/** Returns an HTTP server that adds an id to every response, also if the request is not well-formed. */
export function httpServer({ fetch, refusal, hostNames }: Service): Server {
  const serve = getRequestListener(fetch, { errorHandler: (error) => toResponse(refusal(error)) });
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    outgoing.setHeader(REQUEST_ID, randomUUID());
    const refused = rejectUntrusted(incoming, hostNames);
    if (refused === undefined) void serve(incoming, outgoing);
    else send(outgoing, refusal(refused));
  });
  server.on("checkExpectation", (_incoming, outgoing) => {
    outgoing.setHeader(REQUEST_ID, randomUUID());
    send(
      outgoing,
      refusal(new ApiError(417, "EXPECTATION_FAILED", "the header Expect must be 100-continue")),
    );
  });
  server.on("clientError", (error, socket) => {
    const answer = answers.get(socket);
    const isInAnswer = answer?.headersSent && !answer.writableFinished;
    if (isInAnswer || !socket.writable) socket.destroy();
    else socket.end(answerToBroken(error, refusal));
  });
  return server;
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, headers).end(body ?? "");
}

const brokenStatuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Returns the bytes of the response to a request that Node.js cannot parse. */
function answerToBroken(error: NodeJS.ErrnoException, refusal: Service["refusal"]): string {
  const broken = brokenStatuses[error.code ?? ""] ?? 400;
  const { status, headers, body } = refusal(
    new ApiError(broken, "BAD_REQUEST", "the request is not well-formed HTTP"),
  );
  const all = {
    ...headers,
    [REQUEST_ID]: randomUUID(),
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body ?? "")),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body ?? ""}`;
}

const loopbackPeer = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

// Nothing in a path of the API has to be encoded, so another spelling or a dot segment is a mistake of the client.
const plainTarget = /^(\/(?!\.{1,2}(\/|\?|$))[\w.~-]*)+(\?[^#]*)?$/;

/**
 * Returns the reason why a request is refused before the rest of it is read. A web page can reach loopback under its
 * own host name, so every request has to use a host name that a local program would use.
 */
function rejectUntrusted(request: IncomingMessage, names: readonly string[]): ApiError | undefined {
  const [host, ...others] = request.headersDistinct.host ?? [];
  const name = host?.replace(/:\d{1,5}$/, "").toLowerCase() ?? "";
  const isLocal = loopbackPeer.test(request.socket.remoteAddress ?? "");
  if (!isLocal || others.length > 0 || ![...loopbackNames, ...names].includes(name)) {
    const advice = "use 127.0.0.1 or localhost, or allow the name with --host-name";
    return new ApiError(403, "FORBIDDEN", `the header Host does not name this server: ${advice}`);
  }
  return plainTarget.test(request.url ?? "") ? undefined : notFound("the path");
}
