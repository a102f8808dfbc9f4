import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "./secure";

/** A request that a scripted server received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server whose responses a test determines, for responses that the local server never sends. */
export async function scriptedServer(
  answer: (received: Received, response: ServerResponse) => void,
  host?: string,
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(received.at(-1) as Received, response);
  });
  const served = await listening(server, host);
  return Object.assign(served, { url: `http://127.0.0.1:${served.port}`, received });
}

/** Sends a JSON response. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Milliseconds in which another request would come that should not. */
const GATHERING_MS = 20;

/**
 * A server that holds its responses back until this number of requests wait for them, or the last request has arrived,
 * and that records the maximum number of waiting requests.
 */
export async function gatheringServer(size: number, total: number, body: unknown) {
  let count = 0;
  let most = 0;
  const waiting: ServerResponse[] = [];
  const answerAll = () => {
    for (const response of waiting.splice(0)) json(response, 200, body);
  };
  const server = await scriptedServer((_, response) => {
    count++;
    waiting.push(response);
    most = Math.max(most, waiting.length);
    const isTime = waiting.length === size || count === total;
    if (isTime) setTimeout(answerAll, GATHERING_MS);
  });
  return { ...server, most: () => most };
}
