import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_HOST } from "../../src/emulator";
import { firstHalf, inPieces, wholeAnswer } from "./answer-bytes";
import { type ConnectionFault, requireConsistent } from "./connection-faults";

/** Number of pieces in which the body of a response drips. */
const PIECES = 16;

/**
 * Starts a fault proxy on a free port of 127.0.0.1, in front of a service on 127.0.0.1.
 * @example
 * await using emulator = await startEmulator();
 * await using proxy = await startFaultProxy(emulator.url);
 * proxy.addFault({ when: "after", ends: "reset" });
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const proxy = new FaultProxy(Number(new URL(target).port));
  await proxy.accept();
  return proxy;
}

interface Planned {
  readonly fault: ConnectionFault;
  /** Number of matching requests that still pass. */
  passing: number;
  /** Number of requests that the fault still affects. */
  remaining: number;
}

/** A relay to a service, on which connections fail as planned: below HTTP, and so for any method and path. */
export class FaultProxy implements AsyncDisposable {
  /** The server, once it listens. */
  #listening: Promise<Server> | undefined;
  #port = 0;
  #swallowed = 0;
  #faults: Planned[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(private readonly targetPort: number) {}

  /** Base address without a trailing slash. */
  get url(): string {
    return `http://${DEFAULT_HOST}:${this.#port}`;
  }

  /**
   * Adds a fault. The first fault that is due applies to a request. @throws an Error if the members of the fault
   * contradict each other
   */
  addFault(fault: ConnectionFault): void {
    requireConsistent(fault);
    const { times = 1, after = 0 } = fault;
    this.#faults.push({
      fault,
      passing: after,
      remaining: times === "always" ? Number.POSITIVE_INFINITY : times,
    });
  }

  clearFaults(): void {
    this.#faults = [];
  }

  /** Number of requests that were kept from the service since the start. */
  swallowed(): number {
    return this.#swallowed;
  }

  /** @throws an Error if another program has taken the port in the meantime */
  async accept(): Promise<void> {
    const listening = this.#listening ?? this.#listen();
    this.#listening = listening;
    try {
      await listening;
    } catch (error) {
      if (this.#listening === listening) this.#listening = undefined;
      throw error;
    }
  }

  async #listen(): Promise<Server> {
    const server = createServer((client) => this.#relay(client)).listen(this.#port, DEFAULT_HOST);
    await once(server, "listening");
    this.#port = (server.address() as AddressInfo).port;
    return server;
  }

  /** Refuses connections, until it accepts them again; open connections are reset. */
  async refuse(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    const server = await listening?.catch(() => undefined);
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  /** Stops permanently and resets open connections; `await using` does it at the end of a block. */
  close(): Promise<void> {
    return this.refuse();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #relay(client: Socket): void {
    const service = connect(this.targetPort, DEFAULT_HOST);
    let fault: ConnectionFault | undefined;
    let answer = Buffer.alloc(0);
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (requestLine.test(text)) {
        fault = this.#take(text);
        answer = Buffer.alloc(0);
      }
      if (fault?.when === "before") this.#swallow(client, fault);
      else service.write(bytes);
    });
    service.on("data", (bytes) => {
      if (fault) {
        answer = Buffer.concat([answer, bytes]);
        strike(client, fault, answer);
      } else client.write(bytes);
    });
    this.#join(client, service);
    this.#join(service, client);
  }

  #join(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      other.destroy();
    });
  }

  #swallow(client: Socket, fault: ConnectionFault): void {
    this.#swallowed++;
    // The rest of the request is lost as well.
    client.removeAllListeners("data").resume();
    end(client, fault);
  }

  #take(request: string): ConnectionFault | undefined {
    for (const planned of this.#faults.filter(({ fault }) =>
      request.startsWith(fault.begins ?? ""),
    )) {
      if (planned.passing === 0) {
        planned.remaining -= 1;
        if (planned.remaining === 0)
          this.#faults = this.#faults.filter((fault) => fault !== planned);
        return planned.fault;
      }
      planned.passing -= 1;
    }
    return undefined;
  }
}

/** A request may arrive in parts; the first part begins like this. */
const requestLine = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;

/** Sends the part of the service's response so far that the fault lets pass to the client. */
function strike(client: Socket, fault: ConnectionFault, bytes: Buffer): void {
  if (!fault.half && fault.dripMs === undefined) {
    end(client, fault);
    return;
  }
  const answer = wholeAnswer(bytes);
  if (answer === undefined) return;
  if (fault.dripMs === undefined) client.write(firstHalf(answer), () => end(client, fault));
  else void drip(client, inPieces(answer, PIECES), fault.dripMs);
}

async function drip(client: Socket, pieces: readonly Buffer[], pauseMs: number): Promise<void> {
  for (const piece of pieces) {
    if (client.destroyed) return;
    client.write(piece);
    await sleep(pauseMs, undefined, { ref: false });
  }
}

function end(client: Socket, { ends }: ConnectionFault): void {
  if (ends === "reset") client.resetAndDestroy();
  if (ends === "close") client.end();
}
