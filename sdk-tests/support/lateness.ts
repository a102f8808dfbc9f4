import { channel } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "undici";

/**
 * Timeouts that a test triggers, and that do not depend on the speed of the machine: no attempt has a short timeout,
 * and a late attempt ends with the error of undici when the cause of the delay has occurred.
 */

/** Milliseconds that no attempt takes on a busy machine; an operation has more, which has to outlast an attempt. */
export const patience = { connectMs: 120_000, headersMs: 120_000, bodyMs: 120_000 };

const LOOK_EVERY_MS = 5;

/** The part of a message of undici's channels that is read here. */
interface Sent {
  readonly request: { readonly origin: unknown; readonly method: string; readonly path: string };
  readonly socket: Socket;
}

/**
 * Ends the first attempt at this request as too late.
 * @param isLate Returns true if nothing more will arrive. It is called repeatedly, with true if the head of the
 * response has arrived.
 */
export function lateAttempt(
  { url, method, path }: { readonly url: string; readonly method: string; readonly path: string },
  isLate: (hasHead: boolean) => boolean,
): Disposable {
  let attempt: Sent["request"] | undefined;
  let hasHead = false;
  let isOver = false;
  const end = async (socket: Socket) => {
    while (!isOver && !isLate(hasHead)) await sleep(LOOK_EVERY_MS);
    if (!isOver)
      socket.destroy(hasHead ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError());
  };
  const stopSent = listen("undici:client:sendHeaders", ({ request, socket }) => {
    const isMeant =
      String(request.origin) === url && request.method === method && pathOf(request) === path;
    if (attempt !== undefined || !isMeant) return;
    attempt = request;
    void end(socket);
  });
  const stopHead = listen("undici:request:headers", ({ request }) => {
    if (request === attempt) hasHead = true;
  });
  return {
    [Symbol.dispose]() {
      isOver = true;
      stopSent();
      stopHead();
    },
  };
}

/** Passes on the client's socket of each request. */
export const sentOn = (use: (socket: Socket) => void): Disposable => ({
  [Symbol.dispose]: listen("undici:client:sendHeaders", ({ socket }) => use(socket)),
});

const pathOf = ({ path }: Sent["request"]): string => path.replace(/\?.*/, "");

function listen(name: string, listener: (sent: Sent) => void): () => void {
  const onMessage = (message: unknown) => listener(message as Sent);
  channel(name).subscribe(onMessage);
  return () => channel(name).unsubscribe(onMessage);
}
