import type { ServerResponse } from "node:http";
import { type Received, scriptedServer } from "./server";

/** The response of a service to a relayed request. */
export interface Relayed {
  readonly received: Received;
  readonly status: number;
  readonly body: Buffer;
}

/**
 * A gateway in front of a service that relays requests, and whose responses a test determines.
 * @param options The path prefix of the gateway, which it removes, and its address.
 */
export const relayTo = (
  target: string,
  respond: (relayed: Relayed, response: ServerResponse) => unknown,
  { path = "", host }: { readonly path?: string; readonly host?: string } = {},
) =>
  scriptedServer(async (received, response) => {
    const { method, url, headers, body } = received;
    if (!url.startsWith(`${path}/`)) return void response.writeHead(404).end();
    const { authorization = "", "service-version": version = "", "content-type": type } = headers;
    const answer = await fetch(target + url.slice(path.length), {
      method,
      headers: {
        authorization,
        "service-version": String(version),
        ...(type && { "content-type": type }),
      },
      ...(body !== "" && { body }),
    });
    respond(
      { received, status: answer.status, body: Buffer.from(await answer.arrayBuffer()) },
      response,
    );
  }, host);
