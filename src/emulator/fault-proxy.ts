import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { DEFAULT_HOST } from "./defaults";

/** Something that goes wrong with the connection on which a request comes. */
export interface ConnectionFault {
  /** How the requests begin that it hits, such as `PUT /agent_ingresses`; every request when absent. */
  readonly begins?: string | undefined;
  /** Whether the request is kept from the service (`before`), or applied and its answer lost (`after`). */
  readonly when: "before" | "after";
  /** What becomes of the connection: it is closed (FIN), reset (RST), or stays open in silence. */
  readonly ends: "close" | "reset" | "hang";
  /** Lets half of the answer's first bytes through; with `after` alone. */
  readonly half?: true | undefined;
  /** How many requests it hits, or `"always"`. Default 1. */
  readonly times?: number | "always" | undefined;
}

/** A relay to a service, on which connections fail as planned: below HTTP, and so for any method and path. */
export interface FaultProxy extends AsyncDisposable {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Plans a fault; the first one that is due strikes. */
  addFault(fault: ConnectionFault): void;
  /** Ends all faults. */
  clearFaults(): void;
  /** How many requests were kept from the service since the start. */
  swallowed(): number;
  /** Refuses connections, until it accepts them again; those that stand are reset. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/**
 * Starts a fault proxy on a free port of 127.0.0.1, in front of a service on 127.0.0.1.
 * @example
 * await using emulator = await startEmulator();
 * await using proxy = await startFaultProxy(emulator.url);
 * proxy.addFault({ when: "after", ends: "reset" });
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const proxy = new RunningFaultProxy(Number(new URL(target).port));
  await proxy.accept();
  return proxy;
}

class RunningFaultProxy implements FaultProxy {
  #server: Server | undefined;
  #port = 0;
  #swallowed = 0;
  #faults: { readonly fault: ConnectionFault; left: number }[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(readonly targetPort: number) {}

  get url(): string {
    return `http://${DEFAULT_HOST}:${this.#port}`;
  }

  addFault(fault: ConnectionFault): void {
    const { times = 1 } = fault;
    this.#faults.push({ fault, left: times === "always" ? Number.POSITIVE_INFINITY : times });
  }

  clearFaults(): void {
    this.#faults = [];
  }

  swallowed(): number {
    return this.#swallowed;
  }

  async accept(): Promise<void> {
    const server = createServer((client) => this.#relay(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, DEFAULT_HOST, resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.refuse();
  }

  #relay(client: Socket): void {
    const service = connect(this.targetPort, DEFAULT_HOST);
    let fault: ConnectionFault | undefined;
    client.on("data", (bytes) => {
      fault ??= this.#take(bytes.toString("latin1"));
      if (fault?.when !== "before") service.write(bytes);
      else this.#swallow(client, fault);
    });
    service.on("data", (bytes) => {
      if (!fault) client.write(bytes);
      else if (fault.half) client.write(bytes.subarray(0, bytes.length / 2), () => end(client, fault));
      else end(client, fault);
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
    const due = this.#faults.find(({ fault, left }) => left > 0 && request.startsWith(fault.begins ?? ""));
    if (due) due.left--;
    return due?.fault;
  }
}

function end(client: Socket, fault: ConnectionFault | undefined): void {
  if (fault?.ends === "reset") client.resetAndDestroy();
  if (fault?.ends === "close") client.end();
}
