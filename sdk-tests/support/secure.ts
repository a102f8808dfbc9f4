import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createServer as createTlsServer } from "node:tls";

const FOLDER = join(__dirname, "tls");

/** The CA that signed only the certificate of the server below. */
export const CA_FILE = join(FOLDER, "ca.pem");

/** A TLS server for `localhost`, `api.example.com`, 127.0.0.1 and ::1 in front of a server on 127.0.0.1. */
export function secureServer(target: string, host?: string) {
  const options = {
    cert: readFileSync(join(FOLDER, "server.pem")),
    key: readFileSync(join(FOLDER, "server-key.pem")),
  };
  return listening(
    createTlsServer(options, (socket) => relay(socket, portOf(target))),
    host,
  );
}

/** The response of a proxy to a CONNECT. */
export type Manner = "connects" | "hangs" | "closes" | "resets" | number;

/** An HTTP proxy that connects to the same port for every requested host. */
export async function connectProxy(targetPort: number, manner: Manner = "connects") {
  const requestedHosts: string[] = [];
  const proxy = createServer((client) => {
    client.once("data", (head) => {
      requestedHosts.push(String(head).split(" ")[1] ?? "");
      if (manner === "closes") client.destroy();
      else if (manner === "resets") client.resetAndDestroy();
      else if (typeof manner === "number")
        client.end(`HTTP/1.1 ${manner} No\r\ncontent-length: 0\r\n\r\n`);
      else if (manner === "connects") {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        relay(client, targetPort);
      }
    });
    client.on("error", () => client.destroy());
  });
  return Object.assign(await listening(proxy), { requestedHosts });
}

/** The port in a URL. */
export const portOf = (url: string): number => Number(new URL(url).port);

/** Relays a connection to a server on 127.0.0.1, and its responses. */
export function relay(client: Socket, port: number): void {
  // The end of either connection ends the other.
  pipeline(client, connect(port, "127.0.0.1"), client, () => undefined);
}

/** A server on a free port, until it is disposed of. */
export async function listening(server: Server, host = "127.0.0.1") {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
