import type { ServerResponse } from "node:http";
import { type Received, scriptedServer } from "./server";

/** A service's answer to a request that was passed on to it. */
export interface Relayed {
  readonly received: Received;
  readonly status: number;
  readonly body: Buffer;
}

/**
 * A gateway before a service, which passes on requests, and answers as the test says.
 *
 * @param options The path below which the gateway has the service, which it takes off, and its own address.
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
