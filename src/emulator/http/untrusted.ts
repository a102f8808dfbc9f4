import type { IncomingMessage } from "node:http";
import { ApiError, notFound } from "./errors";

const loopbackPeer = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

// Nothing in a path of the API has to be encoded, so another spelling or a dot segment is a mistake of the client.
const plainTarget = /^(\/(?!\.{1,2}(\/|\?|$))[\w.~-]*)+(\?[^#]*)?$/;

/**
 * Why a request is refused before anything else of it is looked at. A web page can reach loopback under a name of its
 * own, so every request has to name the server as a local program does.
 */
export function rejectUntrusted(request: IncomingMessage, names: readonly string[]): ApiError | undefined {
  const [host, ...others] = request.headersDistinct.host ?? [];
  const name = host?.replace(/:\d{1,5}$/, "").toLowerCase() ?? "";
  const isLocal = loopbackPeer.test(request.socket.remoteAddress ?? "");
  if (!isLocal || others.length > 0 || ![...loopbackNames, ...names].includes(name)) {
    const advice = "use 127.0.0.1 or localhost, or allow the name with --host-name";
    return new ApiError(403, "FORBIDDEN", `the header Host does not name this server: ${advice}`);
  }
  return plainTarget.test(request.url ?? "") ? undefined : notFound("the path");
}
